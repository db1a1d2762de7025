//! Questions about any of MPI's collectives, costed stage by stage.

use super::{Layout, Mapping};
use logpine_text::reason::{Reason, reason};
use std::fmt;

/// A collective of MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MpiCollective {
    /// One vector from rank 0 to all ranks.
    Bcast,
    /// The vectors of all ranks combined at rank 0.
    Reduce,
    /// A block of its own from rank 0 to every rank.
    Scatter,
    /// A block from every rank to rank 0.
    Gather,
    /// A block from every rank to all ranks.
    Allgather,
    /// The vectors of all ranks combined, one part of the result at every rank.
    ReduceScatter,
    /// The vectors of all ranks combined, the whole result at every rank.
    Allreduce,
    /// A block of its own from every rank to every rank.
    Alltoall,
    /// A barrier: no rank leaves before all have arrived.
    Barrier,
}

impl fmt::Display for MpiCollective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl MpiCollective {
    /// All collectives.
    pub const ALL: [Self; 9] = [
        Self::Bcast,
        Self::Reduce,
        Self::Scatter,
        Self::Gather,
        Self::Allgather,
        Self::ReduceScatter,
        Self::Allreduce,
        Self::Alltoall,
        Self::Barrier,
    ];

    /// The name in options, reports and JSON, such as `reduce-scatter`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bcast => "bcast",
            Self::Reduce => "reduce",
            Self::Scatter => "scatter",
            Self::Gather => "gather",
            Self::Allgather => "allgather",
            Self::ReduceScatter => "reduce-scatter",
            Self::Allreduce => "allreduce",
            Self::Alltoall => "alltoall",
            Self::Barrier => "barrier",
        }
    }

    /// A description in a few words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Bcast => "one vector from rank 0 to all ranks",
            Self::Reduce => "the vectors of all ranks combined at rank 0",
            Self::Scatter => "a block of its own from rank 0 to every rank",
            Self::Gather => "a block from every rank to rank 0",
            Self::Allgather => "a block from every rank to all",
            Self::ReduceScatter => "the vectors of all combined, a part of the result at each",
            Self::Allreduce => "the vectors of all combined, the result at all",
            Self::Alltoall => "a block of its own from every rank to every other",
            Self::Barrier => "none leaves before all have come",
        }
    }

    /// The meaning of a job's bytes, as in MPI's own calls: the whole vector (bcast, reduce, reduce-scatter, allreduce), or
    /// the block of one rank or pair of ranks (scatter, gather, allgather, alltoall). `None` for a barrier, which has no
    /// bytes.
    #[must_use]
    pub const fn bytes_of(self) -> Option<BytesOf> {
        match self {
            Self::Bcast | Self::Reduce | Self::ReduceScatter | Self::Allreduce => Some(BytesOf::Vector),
            Self::Scatter | Self::Gather | Self::Allgather | Self::Alltoall => Some(BytesOf::Block),
            Self::Barrier => None,
        }
    }

    /// True if its messages have a size: all but a barrier.
    #[must_use]
    pub const fn has_bytes(self) -> bool {
        self.bytes_of().is_some()
    }

    /// True if it combines the contributions of ranks.
    #[must_use]
    pub const fn combines(self) -> bool {
        matches!(self, Self::Reduce | Self::ReduceScatter | Self::Allreduce)
    }

    /// True if it is another collective run backwards, a broadcast or an allgather, with contributions combined where blocks would part.
    #[must_use]
    pub const fn is_backward(self) -> bool {
        matches!(self, Self::Reduce | Self::ReduceScatter)
    }

    /// True if there is a root.
    #[must_use]
    pub const fn is_rooted(self) -> bool {
        matches!(self, Self::Bcast | Self::Reduce | Self::Scatter | Self::Gather)
    }

    /// True if all blocks are those of the root, not of each rank.
    #[must_use]
    pub const fn has_blocks_of_root(self) -> bool {
        matches!(self, Self::Bcast | Self::Reduce)
    }
}

/// The meaning of a collective's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BytesOf {
    /// The vector that is sent, or that every rank contributes.
    Vector,
    /// The block that one rank contributes, or sends to one other.
    Block,
}

impl BytesOf {
    /// The name: `vector` or `block`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vector => "vector",
            Self::Block => "block",
        }
    }
}

/// A question about a collective whose messages may share channels. Rank 0 is the root of collectives that have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MpiJob {
    /// The operation.
    pub collective: MpiCollective,
    /// The hosts of the ranks.
    pub layout: Layout,
    bytes: Option<u64>,
}

impl MpiJob {
    /// A collective among the ranks of a layout; [`MpiCollective::bytes_of`] gives the meaning of `bytes`, which are `None`
    /// for a barrier and for models whose messages have no size.
    ///
    /// # Errors
    /// [`Reason`] for messages of 0 bytes, a barrier with bytes, and blocks of more than 2^64 - 1 bytes together.
    pub fn new(collective: MpiCollective, layout: Layout, bytes: Option<u64>) -> Result<Self, Reason> {
        match (collective.bytes_of(), bytes) {
            (_, Some(0)) => return Err(Reason::new("0 bytes: a message has at least 1 byte")),
            (None, Some(_)) => return Err(Reason::new("a barrier has no message; leave out --bytes")),
            (Some(BytesOf::Block), Some(bytes)) if layout.ranks().checked_mul(bytes).is_none() => {
                return Err(reason!(
                    "{ranks} blocks of {bytes} bytes are more than 2^64 - 1 bytes together; use fewer ranks or shorter blocks",
                    ranks = layout.ranks()
                ));
            }
            _ => {}
        }
        Ok(Self { collective, layout, bytes })
    }

    /// P: the number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.layout.ranks()
    }

    /// Q: the largest number of ranks on a host.
    #[must_use]
    pub const fn ranks_per_host(&self) -> u64 {
        self.layout.ranks_per_host()
    }

    /// The rule by which ranks are given to hosts; of an answer, the one that was found if it was searched.
    #[must_use]
    pub const fn mapping(&self) -> &Mapping {
        self.layout.mapping()
    }

    /// The number of bytes of the vector or of a block, if messages have a size.
    #[must_use]
    pub const fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// The same question with another mapping.
    #[must_use]
    pub fn on(&self, mapping: Mapping) -> Self {
        let Self { collective, layout, bytes } = self;
        let layout = layout.mapped(mapping);
        Self { collective: *collective, layout, bytes: *bytes }
    }

    /// The largest number of bytes that the meaning of the collective makes some rank send in all, or receive; at least 1. A
    /// vector of results has to come from the other ranks; blocks come from, or go to, all of them but one.
    #[must_use]
    pub fn busiest_bytes(&self) -> u64 {
        let (ranks, bytes) = (self.layout.ranks(), self.bytes.unwrap_or(1));
        match (self.collective, self.collective.bytes_of()) {
            (_, None) => 1,
            (_, Some(BytesOf::Block)) => bytes.saturating_mul(ranks - 1).max(1),
            // A rank keeps its part of the result.
            (MpiCollective::ReduceScatter, _) => (bytes - bytes.div_ceil(ranks)).max(1),
            (_, Some(BytesOf::Vector)) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_without_sense() {
        let layout = || Layout::one_host(4).expect("valid");
        let error = |collective, bytes| MpiJob::new(collective, layout(), bytes).err();
        assert_eq!(error(MpiCollective::Bcast, Some(0)), Some(Reason::new("0 bytes: a message has at least 1 byte")));
        assert_eq!(
            error(MpiCollective::Barrier, Some(8)),
            Some(Reason::new("a barrier has no message; leave out --bytes"))
        );
        assert_eq!(error(MpiCollective::Barrier, None), None);
        assert_eq!(error(MpiCollective::Allreduce, Some(u64::MAX)), None, "a vector");
        let blocks = Some(reason!(
            "4 blocks of {bytes} bytes are more than 2^64 - 1 bytes together; use fewer ranks or shorter blocks",
            bytes = 1_u64 << 62
        ));
        assert_eq!(error(MpiCollective::Alltoall, Some(1 << 62)), blocks);
    }

    #[test]
    fn names_are_those_of_json() {
        for collective in MpiCollective::ALL {
            let json = serde_json::to_string(&collective).expect("a string");
            assert_eq!(json, format!("\"{}\"", collective.name()));
        }
    }
}
