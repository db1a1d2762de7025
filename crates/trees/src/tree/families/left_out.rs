//! Members of families that are left out of a ranking.

use super::Parameters;
use crate::tree::ScoreError;

/// A family that is not ranked, or a member of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The family's name.
    pub family: &'static str,
    /// The parameters that identify the member, or the first of several; empty if the whole family is left out.
    pub parameters: Parameters,
    /// The reason why it is not ranked.
    pub reason: LeftOutReason,
}

/// The reason why a family, or a member of one, is not ranked.
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
        /// The number of its internal processes, including the root.
        internal: u64,
        /// The job's limit.
        limit: u64,
    },
    /// The hosts have too few slots for the tree.
    #[error("it needs {processes} slots besides the front end, and {slots} are available")]
    TooFewSlots {
        /// The number of its internal processes besides the root.
        processes: u64,
        /// The number of slots.
        slots: u64,
    },
    /// The family has too many trees to place them all on the hosts.
    #[error("{widths} of its widths were not tried, because each has to be placed on hosts that are not alike")]
    TooManyWidths {
        /// The number of widths that were not tried.
        widths: usize,
    },
    /// The tree cannot be scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// A reduction along it would not combine the operands in the order of the ranks.
    #[error("it does not combine the operands in the order of the ranks")]
    OperandOrder,
    /// The family has no member for the job.
    #[error("no member for so few ranks")]
    TooFewRanks,
    /// The family has no member for this number of ranks.
    #[error("no member for so many ranks")]
    NoMember,
    /// The model's messages cannot be cut.
    #[error("a message of this model cannot be cut")]
    Indivisible,
    /// The tree is the binomial one.
    #[error("here it is the binomial tree")]
    Binomial,
    /// The tree has too many different subtrees.
    #[error("the tree is too large even when compressed: ranks learn the message at too many different times")]
    TooLarge,
    /// The best number of segments is one.
    #[error("the message is best left in one piece, and then it is the binomial tree")]
    OneSegment,
    /// Every time exceeds [`Time::MAX`](logpine_text::units::Time::MAX).
    #[error("it takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)")]
    NotRepresentable,
    /// The time was over before it was executed.
    #[error("there was no time to execute it")]
    Stopped,
    /// The schedules are too large to be executed.
    #[error("its schedules have too many operations to be executed")]
    NotExecuted,
    /// On a network the candidate, or it and those before it together, would take too long.
    #[error("its {messages} messages would take about {hops} hops, and {left} of {most} are left to simulate")]
    TooManyHops {
        /// The maximum number of messages.
        messages: u64,
        /// The estimated number of hops over all mappings.
        hops: u64,
        /// The number of hops left after the candidates before it.
        left: u64,
        /// The maximum number of hops of all candidates.
        most: u64,
    },
    /// The candidate does not run on a network: it has no schedule, does not fit, or does not end.
    #[error("{0}")]
    NotRun(String),
    /// The engine that makes the tree has none.
    #[error("{0}")]
    NoTree(String),
}
