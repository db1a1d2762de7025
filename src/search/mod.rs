//! From a job to a plan: one file per engine.

pub mod collective;
pub mod overlay;
pub mod port;
pub mod two_level;
