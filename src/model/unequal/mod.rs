//! Hosts that are not alike: slower processors, and neighbours that are nearer than others.

mod level;
mod ports;

pub use level::UnequalLevel;
pub use ports::{UnequalHostsError, UnequalPorts};
