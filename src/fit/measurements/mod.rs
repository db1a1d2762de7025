//! Files of measurements.
//!
//! | file | reader |
//! |---|---|
//! | comma-separated values of the experiments, and of messages by size | [`read_experiment`] |
//! | the same of whole trees | [`read_trees`] |
//! | what Netgauge's test `loggp` writes | [`read_netgauge`] |
//! | tables of the OSU Micro-Benchmarks | [`read_osu`] |
//! | tables of the Intel MPI Benchmarks | [`read_imb`] |
//! | parameters that depend on the size, as LogP/MPI writes them, or as comma-separated values | [`read_plogp`] |
//!
//! Every reader takes the bytes of a file, and a path for messages. The first fault is an error with its line, its column
//! and a way out. Whatever a file's unit, times are in that of the clock: seconds or cycles.

mod column;
mod error;
mod experiment;
#[cfg(test)]
mod experiment_tests;
mod head;
mod imb;
mod message_table;
mod netgauge;
mod osu;
mod plogp;
mod read_options;
mod rows;
mod source;
mod value;
mod whole_tree;

pub use error::{MeasurementError, MeasurementFault, MeasurementPlace};
pub use experiment::{Experiment, read_experiment};
pub use imb::read_imb;
pub use message_table::{MessageQuantity, MessageTable};
pub use netgauge::{NetgaugeRow, NetgaugeTable, read_netgauge};
pub use osu::read_osu;
pub use plogp::{PlogpLatency, PlogpRow, PlogpTable, read_plogp};
pub use read_options::{Journey, ReadOptions};
pub use whole_tree::{TimedTree, TreeTable, read_trees};
