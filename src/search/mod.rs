//! From a job to a plan: one file per engine.

pub mod budget;
pub mod collective;
#[cfg(feature = "milp")]
pub mod milp;
pub mod overlay;
pub mod port;
pub mod stages;
pub mod two_level;
pub mod unequal;
