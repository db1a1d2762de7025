//! Members of families that are not in a ranking.

use super::Parameters;
use crate::tree::ScoreError;

/// A family that is not ranked, or a member of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The family's name.
    pub family: &'static str,
    /// What tells the member, or the first of several, from the others of its family; empty if that is the whole family.
    pub parameters: Parameters,
    /// Why it is not ranked.
    pub reason: LeftOutReason,
}

/// Why a family, or a member of one, is not ranked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOutReason {
    /// A node has more children than the job allows.
    #[error("fanout {fanout} exceeds the limit {limit}")]
    MaxFanout {
        /// The largest fanout.
        fanout: u64,
        /// The job's limit.
        limit: u64,
    },
    /// The tree is higher than the job allows.
    #[error("height {height} exceeds the limit {limit}")]
    MaxHeight {
        /// The tree's height.
        height: u32,
        /// The job's limit.
        limit: u32,
    },
    /// The tree has more internal processes than the job allows.
    #[error("{internal} internal {} the limit {limit}", if *internal == 1 { "process exceeds" } else { "processes exceed" })]
    MaxInternal {
        /// Its internal processes, the root counted.
        internal: u64,
        /// The job's limit.
        limit: u64,
    },
    /// The hosts have too few slots for it.
    #[error("it needs {processes} slots besides the front end; there are {slots}")]
    TooFewSlots {
        /// The internal processes that it has besides the root.
        processes: u64,
        /// The slots that there are.
        slots: u64,
    },
    /// It cannot be scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// A reduction along it would not combine the operands in the order of the ranks.
    #[error("it does not combine the operands in the order of the ranks")]
    OperandOrder,
    /// It has no member for the job.
    #[error("no member for so few ranks")]
    TooFewRanks,
    /// It has no member for so many ranks.
    #[error("no member for so many ranks")]
    NoMember,
    /// The model's messages cannot be cut.
    #[error("a message of this model cannot be cut")]
    Indivisible,
    /// Its tree is the binomial one.
    #[error("here it is the binomial tree")]
    Binomial,
    /// Its tree has too many different subtrees.
    #[error("the tree is too large even when compressed: ranks learn the message at too many different times")]
    TooLarge,
    /// Its best is not to cut the message.
    #[error("the message is best left in one piece, and then it is the binomial tree")]
    OneSegment,
    /// Every time exceeds [`Time::MAX`](crate::units::Time::MAX).
    #[error("it takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)")]
    NotRepresentable,
    /// Its schedules are too large to be executed.
    #[error("its schedules have too many operations to be executed")]
    NotExecuted,
    /// On a network it, or those before it together with it, would take too long.
    #[error("its {messages} messages would take about {hops} hops, and {left} are left of {most}")]
    TooManyHops {
        /// Messages, at the most.
        messages: u64,
        /// Hops over all mappings, estimated.
        hops: u64,
        /// Those that are left after the candidates before it.
        left: u64,
        /// Those of all candidates.
        most: u64,
    },
    /// It does not run on a network: it has no schedule, does not fit, or does not end.
    #[error("{0}")]
    NotRun(String),
    /// The engine that makes its tree has none.
    #[error("{0}")]
    NoTree(String),
}
