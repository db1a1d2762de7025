//! Capabilities of a network's links and nodes.

pub use logpine_models::job::{Duplex, Ports};

/// Options of simulated messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TrafficOptions {
    /// The capability of links.
    pub duplex: Duplex,
    /// The capability of nodes.
    pub ports: Ports,
    /// The size of every message.
    pub bytes: u64,
}
