//! What a network's links and nodes can do at once.

pub use crate::request::{Duplex, Ports};

/// How messages travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TrafficOptions {
    /// What links can do at once.
    pub duplex: Duplex,
    /// What nodes can do at once.
    pub ports: Ports,
    /// The size of every message.
    pub bytes: u64,
}
