//! The best overlay tree under a level cost, for every objective and within limits.
//!
//! Two engines find the optimum over *all* trees: fanout lists for a cost that never falls as the fanout grows, and
//! partitions for any cost, up to 4,096 leaves. In all other cases the result is a good tree and a valid bound.

mod capped;
mod descent;
mod effort;
mod envelope;
mod lists;
mod node_cost;
mod partition;
mod relaxation;

use crate::tree::{MOST_LEVELS, Score, Shape};
use capped::{ListsBelow, PartitionsBelow};
use lists::NoList;
use logpine_models::job::{Job, Objective, Targets};
use logpine_models::model::LevelCost;
use logpine_text::integer::last;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use std::iter::successors;

/// The best tree found for a job.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The tree.
    pub shape: Shape,
    /// The fanouts of the tree from the root down, if it is level-uniform with even splits.
    pub fanouts: Option<Vec<u64>>,
    /// The time and the period of the tree.
    pub score: Score,
    /// A lower bound on the job's objective over all trees of the job.
    pub bound: Time,
    /// The origin of the bound.
    pub proof: Proof,
}

/// The argument why no tree of a job can be better than its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// All fanout lists with product >= N were searched or excluded; no tree beats the best list.
    FanoutLists,
    /// All partitions of the leaves were searched.
    Partitions,
    /// The bound is the optimum for the largest non-decreasing cost that nowhere exceeds the given one.
    Envelope,
    /// All trees with at most the allowed number of internal processes were searched or excluded.
    ProcessBudget,
    /// The bound is the most leaves within a time at the best price of an internal process.
    ProcessPrice,
}

/// The reason why a job has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The limits on fanout and height exclude every tree, unless the height may be greater.
    #[error("no tree within the limits is that large; the least height that works is {least_height}")]
    TooLow {
        /// The least height at which a tree exists.
        least_height: u32,
    },
    /// The members need more levels than a tree may have.
    #[error(
        "that many members with the fanouts that are allowed need a tree of {levels} levels; at most {limit} are built"
    )]
    TooDeep {
        /// The least number of levels.
        levels: u64,
        /// The limit on levels.
        limit: u32,
    },
    /// No height helps: nodes cannot have two children, or no combination of the allowed fanouts gives that number of
    /// leaves or members.
    #[error("no tree of any height is that large with the fanouts that are allowed")]
    NoFanouts,
    /// Trees may exist, but none was found: the cost has gaps, and there are too many leaves to search all partitions.
    #[error("no tree was found whose fanouts all have a cost, and it is too large to search all trees")]
    NoneFound,
    /// The search was stopped before it found a tree.
    #[error("the search was stopped before it found a tree; raise --time-limit")]
    Stopped,
    /// Every tree takes longer than the longest representable time.
    #[error("every tree of that size takes longer than can be represented (2^64 ticks)")]
    NotRepresentable,
    /// The limits on fanout and height, or the fanouts that have a cost, need more internal processes.
    #[error(
        "no tree has so few internal processes: it takes at least {needed}, {short} more than the {allowed} allowed"
    )]
    TooFewProcesses {
        /// The least known number with which there is a tree.
        needed: u64,
        /// The number by which the limit falls short of it.
        short: u64,
        /// The limit on internal processes.
        allowed: u64,
    },
    /// A limit on internal processes was combined with an objective other than the latency.
    #[error("a limit on internal processes goes with the least latency, not with another objective")]
    BudgetObjective,
    /// The search with a limit on internal processes was given up.
    #[error(
        "the search with a limit on internal processes takes too long on this machine; limit the fanout or the height"
    )]
    BudgetTooLong,
}

impl From<NoList> for SearchError {
    fn from(none: NoList) -> Self {
        match none {
            NoList::TooLow { least_height: Some(least_height) } => Self::TooLow { least_height },
            NoList::TooLow { least_height: None } => Self::NoFanouts,
            NoList::TooDeep { levels } => Self::TooDeep { levels, limit: MOST_LEVELS },
            NoList::NotRepresentable => Self::NotRepresentable,
        }
    }
}

/// Returns the value of an objective: latency, period, or the total time of all waves (C once); `None` if not representable.
#[must_use]
pub fn objective_value(objective: Objective, score: Score) -> Option<Time> {
    match objective {
        Objective::Latency => Some(score.time),
        Objective::Period => Some(score.period),
        Objective::Total { waves } => score.period.checked_mul(waves - 1)?.checked_add(score.time),
    }
}

/// Returns the best tree over all trees of the job, ignoring its limit on internal processes: see
/// [`search::optimum`](super::optimum). If the watch ends the search, a good tree with a valid bound.
///
/// # Errors
/// [`SearchError`] if no tree satisfies the job.
pub fn without_budget(cost: &dyn LevelCost, job: &Job, watch: &dyn Watch) -> Result<Optimum, SearchError> {
    if job.count() == 1 {
        return Ok(single_leaf(cost, job.objective));
    }
    let ticks = |fanout| cost.level(fanout).map(Time::ticks);
    if never_falls(cost, job) {
        return capped::best(&ListsBelow::new(cost, &ticks, job), job, watch);
    }
    if job.count() <= partition::most(job.targets) {
        let found = capped::best(&PartitionsBelow::new(cost, job, watch), job, watch);
        if found.is_ok() || !watch.is_over() {
            return found;
        }
    }
    envelope::best_found(cost, job)
}

/// The same, but if the cost falls with the fanout, a good tree with a valid bound.
pub(crate) fn quickly_without_budget(
    cost: &dyn LevelCost,
    job: &Job,
    watch: &dyn Watch,
) -> Result<Optimum, SearchError> {
    if job.count() == 1 || never_falls(cost, job) {
        without_budget(cost, job, watch)
    } else {
        envelope::best_found(cost, job)
    }
}

/// A lower bound on the objective over all trees of the job, and the value of one of them if that is found quickly even if the cost falls with
/// the fanout. Trees that are worse than `than` need not be looked at. `None` if only a search can tell.
pub fn quick_bounds(cost: &dyn LevelCost, job: &Job, than: Time) -> Option<(Time, Option<Time>)> {
    if job.count() == 1 || job.limits.max_internal.is_some() {
        return None;
    }
    if !never_falls(cost, job) {
        return envelope::bounds(cost, job, than);
    }
    let found = without_budget(cost, job, &()).ok()?;
    Some((found.bound, objective_value(job.objective, found.score)))
}

/// Returns all trade-offs of latency against period: the trees that no tree beats in both, by rising latency. If the watch ends the search,
/// those that were found; nothing with as short a period is faster.
///
/// # Errors
/// [`SearchError`] if no tree satisfies the job, or [`FrontError`] if the front cannot be computed exactly.
pub fn latency_period_front(cost: &dyn LevelCost, job: &Job, watch: &dyn Watch) -> Result<Vec<Optimum>, FrontError> {
    if job.limits.max_internal.is_some() {
        return Err(SearchError::BudgetObjective.into());
    }
    if job.count() == 1 {
        return Ok(vec![single_leaf(cost, Objective::Latency)]);
    }
    let ticks = |fanout| cost.level(fanout).map(Time::ticks);
    if never_falls(cost, job) {
        return capped::front(&ListsBelow::new(cost, &ticks, job), watch);
    }
    let limit = partition::most(job.targets);
    if job.count() <= limit {
        return capped::front(&PartitionsBelow::new(cost, job, watch), watch);
    }
    Err(FrontError::NotMonotone { count: job.count(), limit, targets: job.targets.many() })
}

/// The reason why there is no front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontError {
    /// No tree satisfies the job.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The latency falls in so many tiny steps that listing them all takes too long.
    #[error("there are too many trades of latency against period to list them all; limit the fanout")]
    TooFine,
    /// The overhead falls with the fanout somewhere, and there are too many leaves for the search over partitions.
    #[error(
        "the machine's overhead falls as the fanout grows, so the front is exact only up to {limit} {targets}, not {count}"
    )]
    NotMonotone {
        /// The number of targets of the job.
        count: u64,
        /// The maximum number of targets.
        limit: u64,
        /// The word for targets: leaves or members.
        targets: &'static str,
    },
}

/// Up to `leaves` leaves, and from more than the step before has, the best tree takes `time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The largest number of leaves of that time, at most the limit.
    pub leaves: u64,
    /// The optimum over all trees, C included.
    pub time: Time,
}

/// Returns the best time for every number of leaves up to `most`, as the steps at which it rises, for a cost that never falls
/// as the fanout grows. The steps end early if larger numbers of leaves have no tree.
pub fn steps(cost: &dyn LevelCost, most: u64) -> impl Iterator<Item = Step> + '_ {
    let time = |leaves| Some(without_budget(cost, &Job::new(leaves).ok()?, &()).ok()?.score.time);
    let from = move |first: u64| {
        let least = time(first)?;
        let leaves = last(first..=most, |leaves| time(leaves).is_some_and(|time| time <= least));
        Some(Step { leaves, time: least })
    };
    successors(from(1), move |step| if step.leaves < most { from(step.leaves + 1) } else { None })
}

/// The widest fanout that the cost, the job's limit and its targets allow.
fn widest_fanout(cost: &dyn LevelCost, job: &Job) -> u64 {
    let most = job.count() - job.targets.of_internal_node();
    cost.max_fanout().min(job.limits.max_fanout.unwrap_or(u64::MAX)).min(most)
}

/// True if the cost never falls as the fanout grows, from the least fanout that trees of the job may have.
#[must_use]
pub fn never_falls(cost: &dyn LevelCost, job: &Job) -> bool {
    let from_one = |two: Option<Time>| cost.level(1).is_some_and(|one| two.is_none_or(|two| one <= two));
    let widest = widest_fanout(cost, job);
    cost.is_monotone_to(widest) && (job.targets == Targets::Leaves || from_one(cost.level(2)))
}

/// True if the chain of that many members is allowed, but has more levels than are built.
#[must_use]
pub fn is_chain_unbuilt(targets: Targets, count: u64, max_height: u32) -> bool {
    let levels = count - 1;
    targets == Targets::Members && levels > u64::from(MOST_LEVELS) && levels <= u64::from(max_height)
}

fn single_leaf(cost: &dyn LevelCost, objective: Objective) -> Optimum {
    let score = Score { time: cost.startup(), period: Time::ZERO };
    let bound = objective_value(objective, score).expect("any number of waves has a period of zero");
    Optimum { shape: Shape::leaf(), fanouts: Some(Vec::new()), score, bound, proof: Proof::FanoutLists }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::machine::Machine;
    use logpine_models::model::Tan;

    #[test]
    fn the_bound_of_a_single_leaf_is_that_of_the_objective() {
        let text = "name = \"m\"\n[tan]\nlatency = \"1us\"\noverhead.constant = \"1us\"\nstartup = \"3us\"";
        let machine = Machine::from_toml(text, "m.toml").expect("valid");
        let cost = Tan::reduction(&machine).expect("it has [tan]");
        let objectives = [Objective::Latency, Objective::Period, Objective::Total { waves: u64::MAX }];
        let bounds = objectives.map(|objective| {
            let job = Job::new(1).and_then(|job| job.with_objective(objective)).expect("a job");
            without_budget(&cost, &job, &()).map(|optimum| optimum.bound.ticks())
        });
        assert_eq!(bounds, [Ok(3_000_000), Ok(0), Ok(3_000_000)]);
    }
}
