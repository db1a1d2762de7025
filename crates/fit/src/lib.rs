//! Machine profiles fitted to measurements, with estimates of their uncertainty.
//!
//! Groves, Gutierrez and Arnold (A LogP Extension for Modeling Tree Aggregation Networks, 2015, section IV) derive the
//! parameters of a tree aggregation network from three small experiments: latencies between two hosts, waves through chains
//! of increasing depth, and waves from an increasing number of leaves to one node. Common benchmarks (tables of latency and
//! bandwidth by message size) give the models of messages.
//!
//! Measurements are read from files ([`measurements`]), fitted by least squares ([`regression`]; [`tan`] for the three
//! experiments, [`port`] for tables of messages), and written as a profile that
//! [`Machine::from_toml`](logpine_models::machine::Machine::from_toml) reads. Values in this module are `f64` in the unit of the
//! clock (seconds or cycles); they are rounded once, in the profile.

#![warn(unnameable_types)]

mod error;
mod estimate;
pub mod measurements;
pub mod overlay;
pub mod port;
pub mod profile;
mod quantity;
pub mod regression;
mod samples;
pub mod synth;
pub mod tan;

pub use estimate::Estimate;
pub use quantity::shown;
pub use samples::{Sample, Samples};

#[cfg(test)]
mod tests;
