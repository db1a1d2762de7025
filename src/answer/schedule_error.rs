//! Why a candidate has no schedule.

use logpine_collectives::schedule::build::BuildError;
use logpine_trees::tree::TreeTooLarge;

/// The reason why a candidate has no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// Only the time of the candidate is known.
    #[error(
        "{family} has no schedule here: its tree is too large even when compressed, and only its time is known; ask for \
         another family or for fewer ranks"
    )]
    NoTree {
        /// The candidate's family.
        family: &'static str,
    },
    /// The schedule cannot be listed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The tree cannot be listed.
    #[error(transparent)]
    Tree(#[from] TreeTooLarge),
}
