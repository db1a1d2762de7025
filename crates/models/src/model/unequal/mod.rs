//! Hosts that differ: slower processors, and neighbours that are nearer than others.

mod level;
mod ports;

pub use level::UnequalLevel;
pub use ports::{UnequalHostsError, UnequalPorts};
