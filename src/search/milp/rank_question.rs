//! What is asked of ranks.

use crate::model::{HostClass, PortTiming};

/// A question about ranks: how fast can one message, not cut, get from the root to all of them?
///
/// A rank that has the message sends it to one rank after the other, the next a gap after the last; a rank has it a delivery
/// after the send to it started. Both depend on the hosts of the two ([`PortTiming::between`]). For a reduction, ask about
/// [`Reversed`](crate::model::Reversed).
#[derive(Clone)]
pub struct RankQuestion<'a> {
    /// The costs of messages.
    pub timing: &'a dyn PortTiming,
    /// The size of the message, at least 1.
    pub bytes: u64,
    /// The class of every rank's host.
    pub classes: Vec<HostClass>,
    /// The rank that has the message.
    pub root: usize,
}
