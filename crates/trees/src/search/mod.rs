//! The searches from a job to a tree, one folder per engine.

pub mod budget;
#[cfg(feature = "milp")]
pub mod milp;
pub mod overlay;
pub mod two_level;
pub mod unequal;

use logpine_models::job::Job;
use logpine_models::model::LevelCost;
use logpine_text::watch::Watch;
use overlay::{Optimum, SearchError};

/// Returns the best overlay tree over all trees of the job, with a lower bound and its reason.
///
/// **Complexity** Microseconds to milliseconds for any number of leaves if the cost never falls with the fanout; cut short
/// after some seconds, with a valid bound. Otherwise O(N^2) for each height and period, up to 4,096 leaves. With a
/// limit on internal processes that of [`budget::fastest`].
///
/// # Errors
/// [`SearchError`] if no tree satisfies the job.
pub fn optimum(cost: &dyn LevelCost, job: &Job, watch: &dyn Watch) -> Result<Optimum, SearchError> {
    match job.limits.max_internal {
        Some(_) => budget::fastest(cost, job, watch),
        None => overlay::without_budget(cost, job, watch),
    }
}
