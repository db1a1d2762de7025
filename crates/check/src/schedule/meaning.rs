//! The meaning of a schedule: the blocks that ranks have at first, those that they are to have in the end, and those that
//! every message carries.

use super::{BlockSizes, Wrong};
use logpine_models::job::{MpiCollective, Operands};
use std::collections::BTreeMap;
use std::ops::Range;

/// The meaning of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The collective. Block r of a scatter, gather, allgather or reduce-scatter is that of rank r; block i P + j of an
    /// all-to-all among P ranks goes from rank i to rank j.
    pub collective: MpiCollective,
    /// The root, in a collective that has one.
    pub root: u32,
    /// The sizes of the blocks.
    pub blocks: BlockSizes,
    /// The allowed reorderings of the operands of a reduction to the root; in other collectives any order is allowed.
    pub operands: Operands,
    /// The contents of messages.
    pub contents: Contents,
}

/// The blocks that messages carry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// The tag is the first block; consecutive ones follow, cyclically, until they are as large as the message. Two messages
    /// from one rank to another have different tags.
    #[default]
    FromTags,
    /// Runs of consecutive blocks for each message from one rank to another, in the order in which the sender lists its
    /// sends.
    Listed(BTreeMap<(u32, u32), Vec<Vec<Range<u32>>>>),
}

impl Meaning {
    /// A collective with rank 0 as its root, operands in any order, and contents given by tags.
    #[must_use]
    pub const fn of(collective: MpiCollective, blocks: BlockSizes) -> Self {
        Self { collective, root: 0, blocks, operands: Operands::AnyOrder, contents: Contents::FromTags }
    }

    /// The root's blocks go to all ranks.
    #[must_use]
    pub fn broadcast(root: u32, blocks: BlockSizes) -> Self {
        Self { root, ..Self::of(MpiCollective::Bcast, blocks) }
    }

    /// All ranks' blocks are combined, each with those of the same place, at the root.
    #[must_use]
    pub fn reduction(root: u32, blocks: BlockSizes, operands: Operands) -> Self {
        Self { root, operands, ..Self::of(MpiCollective::Reduce, blocks) }
    }

    /// A contradiction in itself, whatever the schedule.
    pub(super) fn contradiction(&self, ranks: u32) -> Option<Wrong> {
        use MpiCollective::{Allgather, Alltoall, Bcast, Gather, Reduce, ReduceScatter, Scatter};
        let (root, blocks) = (self.root, u64::from(self.blocks.count()));
        if matches!(self.collective, Bcast | Reduce | Scatter | Gather) && root >= ranks {
            return Some(Wrong::NoSuchRoot { root, ranks });
        }
        let needed = match self.collective {
            Scatter | Gather | Allgather | ReduceScatter => u64::from(ranks),
            Alltoall => u64::from(ranks).saturating_mul(ranks.into()),
            _ => blocks,
        };
        if blocks != needed {
            return Some(Wrong::Blocks { blocks, needed });
        }
        let is_free = self.operands == Operands::AnyOrder || self.collective == Reduce;
        (!is_free).then_some(Wrong::OrderOfOperands)
    }

    /// The blocks that a rank has, or contributes to, before anything is sent.
    #[must_use]
    pub fn at_first(&self, rank: u32, ranks: u32) -> Part {
        match self.collective {
            MpiCollective::Bcast | MpiCollective::Scatter => self.of_root(rank),
            MpiCollective::Gather | MpiCollective::Allgather => self.part(rank, 1),
            MpiCollective::Alltoall => self.part(rank.saturating_mul(ranks), ranks),
            _ => self.all(),
        }
    }

    /// The blocks that a rank is to have in the end, or the sums of all contributions to them.
    #[must_use]
    pub fn in_the_end(&self, rank: u32, ranks: u32) -> Part {
        match self.collective {
            MpiCollective::Reduce | MpiCollective::Gather => self.of_root(rank),
            MpiCollective::Scatter | MpiCollective::ReduceScatter => self.part(rank, 1),
            MpiCollective::Alltoall => Part { step: ranks, ..self.part(rank, u32::MAX) },
            _ => self.all(),
        }
    }

    fn all(&self) -> Part {
        self.part(0, u32::MAX)
    }

    fn of_root(&self, rank: u32) -> Part {
        if rank == self.root { self.all() } else { self.part(0, 0) }
    }

    /// `count` blocks from `first` on, or as many of them as there are.
    fn part(&self, first: u32, count: u32) -> Part {
        Part { first, end: first.saturating_add(count).min(self.blocks.count()), step: 1 }
    }
}

/// Every `step`-th block from `first` on.
#[derive(Clone, Copy)]
pub struct Part {
    first: u32,
    end: u32,
    step: u32,
}

impl Part {
    /// True if a block is one of them.
    pub const fn contains(self, block: u32) -> bool {
        block >= self.first && block < self.end && (block - self.first).is_multiple_of(self.step)
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (self.first..self.end).step_by(self.step as usize)
    }
}
