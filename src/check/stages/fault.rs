//! What is wrong with stages.

/// Where, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stage {stage}, round {round}: {wrong}")]
pub struct StageFault {
    /// The stage, from 0; the number of stages for what is wrong in the end.
    pub stage: usize,
    /// The round of the stage, from 0.
    pub round: usize,
    /// What is wrong.
    pub wrong: WrongStage,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrongStage {
    /// Too many ranks and blocks to follow.
    #[error("there are too many ranks and blocks to follow")]
    TooLarge,
    /// Messages of more or fewer stages.
    #[error("messages of {listed} stages, of which there are {stages}")]
    Stages {
        /// Stages with messages.
        listed: usize,
        /// Stages.
        stages: usize,
    },
    /// Messages of more or fewer rounds.
    #[error("messages of {listed} rounds, and the pattern has {pattern}")]
    Rounds {
        /// Rounds with messages.
        listed: usize,
        /// Rounds of the pattern.
        pattern: u64,
    },
    /// A message that is not in the pattern, or one of the pattern that is missing.
    #[error("a message from rank {from} to rank {to} is in the pattern or among the messages, but not in both")]
    Pair {
        /// The sender.
        from: u64,
        /// The receiver.
        to: u64,
    },
    /// A rank sends two messages, or receives two.
    #[error("rank {rank} sends or receives twice")]
    Twice {
        /// The rank.
        rank: u64,
    },
    /// The longest message is another.
    #[error("the longest message has {longest} bytes; the stage says {stated}, of which {combined} are combined")]
    Bytes {
        /// Bytes of the longest message.
        longest: u64,
        /// What the stage says.
        stated: u64,
        /// What the stage says of the longest that is combined.
        combined: u64,
    },
    /// A message does not have the bytes of its blocks.
    #[error("the blocks from rank {from} to rank {to} do not have the bytes of the message")]
    BlockBytes {
        /// The sender.
        from: u64,
        /// The receiver.
        to: u64,
    },
    /// A rank or block that does not exist.
    #[error("there is no rank {rank} or no block {block}")]
    NoSuch {
        /// The rank.
        rank: u64,
        /// The block.
        block: u64,
    },
    /// A rank sends what it does not have.
    #[error("rank {rank} does not have block {block}, which it sends")]
    NotHeld {
        /// The rank.
        rank: u64,
        /// The block.
        block: u64,
    },
    /// A contribution would be counted again.
    #[error("rank {rank} combines a contribution to block {block} twice")]
    CountedTwice {
        /// The rank.
        rank: u64,
        /// The block.
        block: u64,
    },
    /// In the end something is missing.
    #[error("in the end rank {rank} does not have block {block}, or not the contributions of all")]
    Missing {
        /// The rank.
        rank: u64,
        /// The block.
        block: u64,
    },
}

impl WrongStage {
    /// There.
    pub(super) const fn at(self, stage: usize, round: usize) -> StageFault {
        StageFault { stage, round, wrong: self }
    }
}
