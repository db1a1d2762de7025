//! The question that a search asks every family.

use super::Known;
use logpine_models::job::RankCollective;
use logpine_models::model::{PortTiming, Reversed};

/// The input of a search for the best members of a family.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The operation.
    pub collective: RankCollective,
    /// The costs of messages on the machine.
    pub forward: &'a dyn PortTiming,
    /// The costs of messages in the broadcast: those of the machine, run backwards for a reduction.
    pub timing: &'a dyn PortTiming,
    /// Number of ranks, at least 2.
    pub ranks: u64,
    /// Size of the message, at least 1; 1 if it has none.
    pub bytes: u64,
    /// The cache of earliest trees, from this question and from others about messages of other sizes.
    pub known: &'a Known,
}

impl Question<'_> {
    /// Calls `search` with the question for a machine; `timing` gives the costs of its messages. A message without a size
    /// has one byte.
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
