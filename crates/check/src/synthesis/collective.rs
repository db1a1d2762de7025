//! Collectives on a network, and where their blocks begin and end.

use logpine_models::job::{MpiCollective, Word};

/// The collectives that are planned on networks.
pub const COLLECTIVES: [MpiCollective; 7] = [
    MpiCollective::Bcast,
    MpiCollective::Reduce,
    MpiCollective::Scatter,
    MpiCollective::Gather,
    MpiCollective::Allgather,
    MpiCollective::ReduceScatter,
    MpiCollective::Allreduce,
];

/// The collective of a name, if it is planned on networks.
#[must_use]
pub fn planned_collective(name: &str) -> Option<MpiCollective> {
    MpiCollective::named(name).filter(|collective| COLLECTIVES.contains(collective))
}

/// The ranks that have a block at first, or that are to have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ranks {
    One(u32),
    All,
}

impl Ranks {
    /// These ranks, of so many.
    pub fn of(self, ranks: u32) -> std::ops::Range<u32> {
        match self {
            Self::One(one) => one..one + 1,
            Self::All => 0..ranks,
        }
    }
}
