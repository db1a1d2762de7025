//! The fewest internal processes of a tree that is nearly as fast as the fastest.

use super::answers::{Answers, least_of_all, search};
use super::costs::Costs;
use super::question::Question;
use super::reach::{Method, TooLong};
use super::search::{FINE, USUAL};
use crate::search::overlay::SearchError;
use logpine_models::job::{Job, Tolerance};
use logpine_models::model::LevelCost;
use logpine_text::integer::{first, try_first};
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// The fewest internal processes within a tolerance of the least time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// The tolerance.
    pub tolerance: Tolerance,
    /// The time of the fastest tree without a budget.
    pub fastest: Time,
    /// The longest time within the tolerance.
    pub longest: Time,
    /// The fewest internal processes that were found.
    pub internal_nodes: u64,
    /// A lower bound: no tree within the tolerance has fewer.
    pub internal_nodes_bound: u64,
}

/// Returns the fewest internal processes, including the root, of a tree that takes at most `tolerance` longer than the
/// fastest one within the job's limits. `max_internal` is ignored.
///
/// # Errors
/// [`SearchError`] as for [`fastest`](super::fastest).
pub fn fewest_within(
    cost: &dyn LevelCost,
    job: &Job,
    tolerance: Tolerance,
    watch: &dyn Watch,
) -> Result<Within, SearchError> {
    let question = Question::new(cost, job, watch)?;
    let fastest = question.unlimited.score.time;
    let longest = tolerance.longest(fastest).ok_or(SearchError::NotRepresentable)?;
    let within = |internal_nodes, internal_nodes_bound| Within {
        tolerance,
        fastest,
        longest,
        internal_nodes,
        internal_nodes_bound,
    };
    let most = question.unlimited.shape.internal_nodes();
    let least = question.least_internal();
    if most <= least {
        return Ok(within(most, most));
    }
    let ticks = longest.ticks().saturating_sub(cost.startup().ticks());
    let answers = Answers::new(&question)?;
    match &answers {
        Answers::Plain(front) => {
            let fewest = front.iter().find(|(time, _)| *time <= ticks).map(|(_, shape)| shape.internal_nodes());
            let fewest = fewest.unwrap_or(most);
            Ok(within(fewest, fewest))
        }
        Answers::Monotone(costs) => {
            let units = costs.units(ticks);
            if let Ok(fewest) = search(&question, costs, Method::Exact, USUAL).fewest(units, most) {
                return Ok(within(fewest, fewest));
            }
            let even = even(&question, costs, units, most);
            let (found, bound) = even.unwrap_or_else(|TooLong| by_answers(&question, &answers, longest, most));
            Ok(within(found, bound))
        }
        Answers::Between { .. } | Answers::Coarse => {
            let (found, bound) = by_answers(&question, &answers, longest, most);
            Ok(within(found, bound))
        }
    }
}

/// The fewest processes with which the answer is fast enough, and the fewest with which its bound allows it.
fn by_answers(question: &Question, answers: &Answers, longest: Time, most: u64) -> (u64, u64) {
    let answer = |internal: u64| answers.fastest(question, internal);
    let least = question.least_internal();
    let found = first(least..=most, |internal| answer(internal).is_ok_and(|found| found.score.time <= longest));
    // If nothing was found, nothing is excluded.
    let bound = first(least..=found, |internal| answer(internal).map_or(true, |found| found.bound <= longest));
    (found, bound)
}

/// The fewest processes found, and the fewest that bounds do not exclude.
fn even(question: &Question, costs: &Costs, units: u64, most: u64) -> Result<(u64, u64), TooLong> {
    let mut search = search(question, costs, Method::Even, FINE);
    let bound = search.fewest_bound(units, most)?;
    // The tree must be found again from its number of processes alone.
    let is_found = |internal| Ok(search.least_units(internal, least_of_all(question, costs))?.found <= units);
    Ok((try_first(bound..=most, is_found)?, bound))
}
