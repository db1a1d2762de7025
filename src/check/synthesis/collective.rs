//! Collectives, and where their blocks begin and end.

/// A collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collective {
    /// Every block goes from the root to all ranks.
    Bcast,
    /// Every block is combined from all ranks at the root.
    Reduce,
    /// Every block goes from the root to the rank that it is for.
    Scatter,
    /// Every block goes from its rank to the root.
    Gather,
    /// Every block goes from its rank to all ranks.
    Allgather,
    /// Every block is combined from all ranks at the rank that it is for.
    ReduceScatter,
    /// Every block is combined from all ranks at all ranks.
    Allreduce,
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

impl Collective {
    /// All collectives.
    pub const ALL: [Self; 7] =
        [Self::Bcast, Self::Reduce, Self::Scatter, Self::Gather, Self::Allgather, Self::ReduceScatter, Self::Allreduce];

    /// The name in files and on the command line.
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
        }
    }

    /// The collective of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|collective| collective.name() == name)
    }

    /// True if there is a root.
    #[must_use]
    pub const fn is_rooted(self) -> bool {
        matches!(self, Self::Bcast | Self::Reduce | Self::Scatter | Self::Gather)
    }

    /// True if contributions of all ranks are combined.
    #[must_use]
    pub const fn combines(self) -> bool {
        matches!(self, Self::Reduce | Self::ReduceScatter | Self::Allreduce)
    }

    /// True if all blocks are those of the root, not of each rank.
    #[must_use]
    pub const fn has_blocks_of_root(self) -> bool {
        matches!(self, Self::Bcast | Self::Reduce)
    }
}

impl std::fmt::Display for Collective {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
