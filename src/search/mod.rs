//! From a job to a plan: one file per engine.

pub mod overlay;
pub mod port;
