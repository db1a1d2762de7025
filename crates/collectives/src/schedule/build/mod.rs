//! Schedules of collectives, rank by rank, from the algorithms that the search compares.
//!
//! | algorithm | schedule |
//! |---|---|
//! | a tree of ranks, cut in segments | [`tree`](fn@tree), [`chain`] |
//! | an overlay tree under a model of messages | [`leaf_tree`] |
//! | an overlay tree under a level cost, any number of waves | [`overlay`](fn@overlay) |
//! | blocks in rounds of the same length | [`Rounds`] |
//! | scatter and allgather | [`ScatterAllgather`](crate::collective::scatter_allgather::ScatterAllgather) |
//! | any collective of MPI in stages | [`stages`](fn@stages) |
//! | blocks in steps, over given links | [`sends`](fn@sends) |
//! | any schedule, for simulators without a clock | [`paced`] |
//! | any schedule, for networks, which know only the bytes of messages | [`for_network`] |
//!
//! All are written by the [`Writer`]. Trees, waves and blocks also come in [`Parts`], for replays of schedules that are too
//! large to list.
//!
//! The root is rank 0. A broadcast along a tree has the program from which its time is computed: receive segment j, send
//! it to each child in turn, go on with segment j + 1. A reduction is the broadcast run backwards: every list reversed,
//! with sends and receptions swapped, and every message combined when it is received.
//!
//! The tag of a message is its first block, or along a single tree its segment. The blocks that a message carries are
//! consecutive, modulo their number. Messages without a byte are not sent.
//!
//! A send requires the send before it, unless they go over links of their own, and the operations that gave its rank the blocks. A combination requires its
//! reception and, along a tree that has to keep the [order of the operands](Flow), the combination of the block before
//! it. In a scatter and allgather, where a message has blocks from many receptions, a send requires only those since the
//! send before, which required the others. Receptions require nothing.
//!
//! Block algorithms are predicted in synchronous rounds, so a send also requires the messages that its rank received
//! before it. Their ranks [wait](super::Operation::Wait) for every round in which they do something and for the end of
//! the last. A replay [in program order](fn@super::replay::program_order) then takes the predicted time if every operation
//! fits in its round, and longer otherwise. Simulators know no clock: for them ranks [pause](fn@paced).

mod leaves;
mod network;
mod overlay;
mod pace;
mod parts;
mod rounds;
mod sends;
mod stages;
mod tree;
mod writer;

pub use leaves::leaf_tree;
pub use network::for_network;
pub use overlay::check_overlay;
pub use overlay::{OverlaySchedule, Waves, Wire, overlay, overlay_in_parts};
pub use pace::paced;
pub use parts::Parts;
pub use rounds::Rounds;
pub use sends::{InStep, sends};
pub use stages::stages;
pub use tree::{chain, chain_in_parts, tree, tree_in_parts};
pub use writer::{Combinations, Message, Room, Writer};

use super::ScheduleTooLarge;
use logpine_models::job::{Operands, RankCollective};
use logpine_text::reason::Reason;
use logpine_text::units::MemorySize;

/// The direction of data along a tree, and the order of combinations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// From the root to all ranks.
    Broadcast,
    /// From all ranks to the root.
    Reduction(Operands),
}

impl From<RankCollective> for Flow {
    /// For a reduction, in any order of operands.
    fn from(collective: RankCollective) -> Self {
        match collective {
            RankCollective::Bcast => Self::Broadcast,
            RankCollective::Reduce => Self::Reduction(Operands::AnyOrder),
        }
    }
}

/// The largest memory of a schedule, 4 GiB: some 1.4 * 10^8 operations, of 24 bytes and 4 more for each dependency. It is
/// the same on every machine, so that refusals do not depend on the machine.
pub const MAX_BYTES: u64 = 4 << 30;

/// Reasons for which there is no schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Too many operations.
    #[error(
        "the schedule would have {operations} operations, which take {} to list, and the limit is {}; ask for fewer ranks, \
         segments or waves", MemorySize(*bytes), MemorySize(*limit)
    )]
    TooLarge {
        /// An estimate of the number of operations (saturating).
        operations: u64,
        /// The memory for the operations (saturating).
        bytes: u64,
        /// The limit on the memory.
        limit: u64,
    },
    /// Not enough memory.
    #[error("no memory for a schedule of {operations} operations; ask for fewer ranks, segments or waves")]
    Memory {
        /// An estimate of the number of operations.
        operations: u64,
    },
    /// More items than can be numbered.
    #[error(transparent)]
    Numbers(#[from] ScheduleTooLarge),
    /// A time exceeds [`Time::MAX`](logpine_text::units::Time::MAX).
    #[error("it takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)")]
    NotRepresentable,
    /// An algorithm of which only the time is known.
    #[error(
        "its tree is too large even when compressed, and only its time is known; ask for another family or for fewer ranks"
    )]
    UnknownTree,
    /// An algorithm that does not exist for that number of ranks.
    #[error("there is no such algorithm for {ranks} ranks")]
    Ranks {
        /// The number of ranks.
        ranks: u64,
    },
    /// A model without a cost for a node with that many children, or a level cost that is not the period of the node plus
    /// a latency that is the same for all nodes.
    #[error("a node with {fanout} children has no cost that can be replayed")]
    LevelCost {
        /// The number of children.
        fanout: u64,
    },
}

impl From<BuildError> for Reason {
    fn from(error: BuildError) -> Self {
        Self::of(error)
    }
}
