//! Of which ranks something could not be read.

use std::collections::BTreeSet;

/// How far sends and receives were matched, in a file of which not everything can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Matched {
    /// All of them.
    #[default]
    All,
    /// All but those whose other end may be among what cannot be read.
    InPart {
        /// How many ranks have such operations, or are missing behind the last one.
        ranks: u32,
        /// The first of these.
        first: u32,
    },
    /// None: which operation belongs to which rank cannot be told.
    None,
}

/// Ranks whose operations are not all known.
#[derive(Default)]
pub(super) struct Unread {
    ranks: BTreeSet<u32>,
    /// From here up to there ranks are missing; none are between equal numbers.
    missing: (u32, u32),
    /// Whether something that cannot be read may belong to any rank.
    scattered: bool,
}

impl Unread {
    /// Something of that rank cannot be read, or, without a rank, of any.
    pub(super) fn add(&mut self, rank: Option<u32>) {
        match rank {
            Some(rank) => _ = self.ranks.insert(rank),
            None => self.scattered = true,
        }
    }

    /// The last ranks, from the first of these up to `ranks`, are missing.
    pub(super) fn end_at(&mut self, first: u32, ranks: u32) {
        self.missing = (first, ranks.max(first));
    }

    /// Whether all operations of a rank are known.
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
