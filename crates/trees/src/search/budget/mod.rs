//! Host budgets: the fastest overlay tree with at most a given number of internal processes, including the root.
//!
//! If a node's cost never falls as its fanout grows, trees are compared by the most leaves within a time and a number of
//! processes (`reach`). This is exact as far as it does not take too long; otherwise it gives the best tree found and a
//! proved bound, the concave majorant of leaves over processes (`hull`), that is, the best price of a process. Other costs
//! are searched plainly (`plain`) for few leaves; for more leaves they are bounded by two costs that never fall, and trees are found
//! for these and for the cost itself (`falling`). For any number of leaves there is a level-uniform tree and a bound from a short table of prices (`coarse`).

mod answers;
mod build;
mod coarse;
mod costs;
mod falling;
mod front;
mod hull;
mod plain;
mod question;
mod reach;
mod search;
mod shares;
mod within;

pub use front::front;
pub use within::{Within, fewest_within};

use super::overlay::{Optimum, SearchError};
use answers::Answers;
use logpine_models::job::Job;
use logpine_models::model::LevelCost;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use question::Question;

/// The maximum number of leaves for which the whole front is exact, for a cost that never falls.
pub const MOST_EXACT_FRONT: u64 = 4096;
/// The maximum number of leaves for which the search has a table of the cost.
const MOST_LEAVES: u64 = 1 << 20;

/// Returns the fastest tree of the job with at most `job.limits.max_internal` internal processes. Among equally fast trees
/// it has the fewest processes if the search is exact and, for a budget that does not bind, up to [`MOST_EXACT_FRONT`]
/// leaves. For jobs whose objective is the latency. If the watch ends the search, the best tree found by then.
///
/// # Errors
/// [`SearchError`] if no tree satisfies the job, if none was found in reasonable time, or if the objective is not the
/// latency.
pub fn fastest(cost: &dyn LevelCost, job: &Job, watch: &dyn Watch) -> Result<Optimum, SearchError> {
    let question = Question::new(cost, job, watch)?;
    let most = job.limits.max_internal.unwrap_or(u64::MAX);
    if question.unlimited.shape.internal_nodes() <= most {
        return Ok(question.with_fewest());
    }
    question.check_least(most)?;
    Answers::new(&question)?.fastest(&question, most)
}

/// The fastest tree of the job as for [`fastest`], if one takes less than `than`; `None` if there is none. To learn that takes one
/// query where the least time takes a search, so this is for questions about many similar costs; what takes long is given up
/// sooner.
///
/// # Errors
/// [`SearchError::NoneFound`] if no such tree was found and there may be one; otherwise [`SearchError`] as for [`fastest`].
pub fn faster(cost: &dyn LevelCost, job: &Job, than: Time, watch: &dyn Watch) -> Result<Option<Optimum>, SearchError> {
    let most = job.limits.max_internal.unwrap_or(u64::MAX);
    if let Ok(question) = Question::bounded(cost, job, watch) {
        let are_excluded = || !question.is_monotone && answers::are_excluded(&question, most, than);
        if question.unlimited.bound >= than || are_excluded() {
            return Ok(None);
        }
        if question.is_monotone && question.unlimited.shape.internal_nodes() > most {
            question.check_least(most)?;
            return Answers::new(&question)?.faster(&question, most, than);
        }
    }
    answers::if_faster(fastest(cost, job, watch)?, than)
}
