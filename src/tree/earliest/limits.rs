//! How many children ranks may have.

/// The most children a rank may have.
///
/// A pipelined tree sends every segment to each child in turn, so its period grows with the fanout; the best tree of one
/// limit is the best of its period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FanoutLimits {
    /// Of the root.
    pub root: u64,
    /// Of every other rank.
    pub others: u64,
}

impl FanoutLimits {
    /// Any number of children.
    pub const NONE: Self = Self { root: u64::MAX, others: u64::MAX };

    /// The same limit for all ranks.
    #[must_use]
    pub const fn all(fanout: u64) -> Self {
        Self { root: fanout, others: fanout }
    }
}
