//! The reasons why there is no tree.

use crate::tree::TreeTooLarge;

/// The reason why the exact single-message engine has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PortError {
    /// Every tree takes longer than the longest representable time.
    #[error("every tree for that many ranks takes longer than can be represented (2^64 ticks)")]
    NotRepresentable,
    /// The ranks may have no children, so they reach nobody.
    #[error("the tree needs at least one child at the root, and below it one at each rank; raise the fanout limit")]
    NoChildren,
    /// An addition takes no time in a summation, so any single rank sums all values at once.
    #[error("an addition takes no time, so one rank can sum all values at once; give the time of an addition")]
    NoAddition,
    /// An addition would have to be cut in pieces around receptions.
    #[error(
        "the receive overhead, and the gap where it is longer than that and an addition, must be whole multiples of the \
         time of an addition"
    )]
    NotWholeAdditions,
    /// The ranks learn the message at so many different times that even the compressed tree is too large.
    #[error(
        "the best tree has more than {limit} different subtrees; use fewer ranks, or round gap and delivery to multiples \
         of a longer time"
    )]
    TooManySubtrees {
        /// The maximum number of subtrees.
        limit: usize,
    },
    /// The tree has too many nodes to list one by one.
    #[error(transparent)]
    TooLarge(#[from] TreeTooLarge),
}
