//! Files of measurements.
//!
//! | file | reader |
//! |---|---|
//! | comma-separated values of the experiments, and of messages by size | [`read_experiment`] |
//! | comma-separated values of whole trees | [`read_trees`] |
//! | the output of MRNet's `microbench_FE` | [`read_microbench`] |
//! | the output file of Netgauge's test `loggp` | [`read_netgauge`] |
//! | tables of the OSU Micro-Benchmarks | [`read_osu`] |
//! | tables of the Intel MPI Benchmarks | [`read_imb`] |
//! | comma-separated values of rates by fanout | [`read_rates`] |
//! | parameters by message size, as LogP/MPI writes them or as comma-separated values | [`read_plogp`] |
//!
//! Every reader takes the bytes of a file, and its path for messages. The first fault is returned as an error with its line,
//! its column and a suggestion. Times are converted from the unit in the file to that of the clock: seconds or cycles.

mod column;
mod experiment;
#[cfg(test)]
mod experiment_tests;
mod head;
mod imb;
mod message_table;
mod microbench;
mod netgauge;
mod osu;
mod plogp;
#[cfg(test)]
mod printed_tests;
mod rates;
mod read_options;
mod source;
mod value;
mod whole_tree;

pub use experiment::{Experiment, read_experiment};
pub use imb::read_imb;
pub use message_table::{MessageQuantity, MessageTable};
pub use microbench::read_microbench;
pub use netgauge::{NetgaugeRow, NetgaugeTable, read_netgauge};
pub use osu::read_osu;
pub(super) use plogp::WAITING;
pub use plogp::{PlogpRow, PlogpTable, read_plogp};
pub use rates::read_rates;
pub use read_options::{Journey, ReadOptions};
pub use source::{EMULATED, SHARED_CORES, WAVES_OF, bytes_of_waves};
pub use whole_tree::{TimedTree, TreeTable, read_trees};
