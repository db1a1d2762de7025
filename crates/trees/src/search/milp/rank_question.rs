//! Questions about ranks.

use logpine_models::model::{HostClass, PortTiming};

/// A question about ranks: the least time in which one message, not cut, can get from the root to all of them.
///
/// A rank that has the message sends it to one rank after the other, each send a gap after the previous one. The receiver
/// has the message a delivery after the send started. Both times depend on the hosts of the two ranks
/// ([`PortTiming::between`]). For a reduction, use [`Reversed`](logpine_models::model::Reversed).
#[derive(Clone)]
pub struct RankQuestion<'a> {
    /// The costs of messages.
    pub timing: &'a dyn PortTiming,
    /// The size of the message in bytes, at least 1.
    pub bytes: u64,
    /// The class of every rank's host.
    pub classes: Vec<HostClass>,
    /// The rank that has the message.
    pub root: usize,
}
