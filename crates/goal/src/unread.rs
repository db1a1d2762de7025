//! Ranks with unreadable parts.

use std::collections::BTreeSet;

/// The extent to which sends and receives were matched in a file that may have unreadable parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Matched {
    /// All were matched.
    #[default]
    All,
    /// All were matched except those whose other end may be unreadable.
    InPart {
        /// The number of ranks with unreadable parts, including ranks missing at the end.
        ranks: u32,
        /// The first of these ranks.
        first: u32,
    },
    /// None were matched, because operations cannot be assigned to ranks.
    None,
}

/// The ranks whose operations are not all known.
#[derive(Default)]
pub(super) struct Unread {
    ranks: BTreeSet<u32>,
    /// The range of missing ranks, without its end; empty if both numbers are equal.
    missing: (u32, u32),
    /// True if an unreadable part may belong to any rank.
    scattered: bool,
}

impl Unread {
    /// Adds an unreadable part of a rank, or of an unknown rank.
    pub(super) fn add(&mut self, rank: Option<u32>) {
        match rank {
            Some(rank) => _ = self.ranks.insert(rank),
            None => self.scattered = true,
        }
    }

    /// Marks the ranks from `first` up to `ranks` as missing.
    pub(super) fn end_at(&mut self, first: u32, ranks: u32) {
        self.missing = (first, ranks.max(first));
    }

    /// True if all operations of a rank are known.
    pub(super) fn knows(&self, rank: u32) -> bool {
        !self.scattered && !(self.missing.0..self.missing.1).contains(&rank) && !self.ranks.contains(&rank)
    }

    pub(super) fn matched(&self) -> Matched {
        let (first, end) = self.missing;
        let present = self.ranks.range(..first).count() + self.ranks.range(end..).count();
        let ranks = (end - first).saturating_add(u32::try_from(present).unwrap_or(u32::MAX));
        let missing = (end > first).then_some(first);
        match self.ranks.first().copied().into_iter().chain(missing).min() {
            _ if self.scattered => Matched::None,
            Some(first) => Matched::InPart { ranks, first },
            None => Matched::All,
        }
    }
}
