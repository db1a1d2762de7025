//! What is asked of every family.

use super::Known;
use crate::model::{PortTiming, Reversed};
use crate::request::RankCollective;

/// What a family is asked: which of its members may be best?
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The operation.
    pub collective: RankCollective,
    /// What messages cost on the machine.
    pub forward: &'a dyn PortTiming,
    /// What they cost in the broadcast that the operation is: the machine, run backwards for a reduction.
    pub timing: &'a dyn PortTiming,
    /// Number of ranks, at least 2.
    pub ranks: u64,
    /// Size of the message, at least 1; 1 where it has none.
    pub bytes: u64,
    /// What is known of earliest trees, from this question and from others about messages of other sizes.
    pub known: &'a Known,
}

impl Question<'_> {
    /// What `search` says to the question for a machine: `timing` is what messages cost on it. A message without a size has
    /// one byte.
    pub fn ask<T>(
        collective: RankCollective,
        timing: &dyn PortTiming,
        ranks: u64,
        bytes: Option<u64>,
        search: impl FnOnce(Question) -> T,
    ) -> T {
        let (forward, reversed) = (timing, Reversed(timing));
        let timing: &dyn PortTiming = match collective {
            RankCollective::Bcast => forward,
            RankCollective::Reduce => &reversed,
        };
        let known = &Known::default();
        search(Question { collective, forward, timing, ranks, bytes: bytes.unwrap_or(1), known })
    }
}
