//! Limits on the number of children of ranks.

/// The maximum number of children of a rank.
///
/// A pipelined tree sends every segment to each child in turn, so its period grows with the fanout. The best tree with a
/// given limit is the best tree with the corresponding period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FanoutLimits {
    /// The limit for the root.
    pub root: u64,
    /// The limit for every other rank.
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
