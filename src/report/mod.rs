//! Output for people and programs: JSON, text with tables and drawings, and pictures.

#[cfg(feature = "cli")]
pub(crate) mod causal;
#[cfg(feature = "cli")]
pub(crate) mod csv;
mod draw;
mod explain;
mod fanouts;
pub mod file;
#[cfg(feature = "cli")]
pub(crate) mod fit;
pub mod json;
pub mod map;
mod measured;
mod named;
#[cfg(feature = "cli")]
pub(crate) mod network;
mod network_time;
mod overlay_name;
mod rank_label;
#[cfg(feature = "cli")]
mod regression;
mod stage_words;
mod subject;
#[cfg(feature = "cli")]
pub mod text;
pub mod timeline;
mod times;
mod titles;
mod tree_picture;
#[cfg(feature = "cli")]
pub(crate) mod tuning;

pub(crate) use draw::drawing;
pub(crate) use explain::{Explained, explained};
// For the picture of `logpine-mpi`.
#[doc(hidden)]
pub use measured::MeasuredTimes;
#[cfg(feature = "cli")]
pub(crate) use regression::regression_failures;
pub(crate) use subject::NetworkRankingReport;
#[cfg(test)]
pub(crate) use timeline::SimulationReport;
pub(crate) use times::rate;
pub(crate) use titles::simulation as simulation_title;

use named::Named;
