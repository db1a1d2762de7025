//! A job with its optimum without a budget.

use crate::search::overlay::{self, Optimum, Proof, SearchError};
use crate::tree::{Shape, level_fanouts, score};
use logpine_models::job::{Job, Limits, Objective};
use logpine_models::model::LevelCost;
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// The question, except for the budget.
pub struct Question<'a> {
    pub cost: &'a dyn LevelCost,
    pub leaves: u64,
    /// The largest fanout that the cost, the limits and the leaves allow.
    pub widest: u64,
    pub max_height: Option<u32>,
    pub is_monotone: bool,
    /// The best tree without a budget, or, of [`Question::bounded`], one with a bound on it.
    pub unlimited: Optimum,
    /// The end of all searches.
    pub watch: &'a dyn Watch,
}

impl<'a> Question<'a> {
    /// The question of the job without its budget.
    pub fn new(cost: &'a dyn LevelCost, job: &Job, watch: &'a dyn Watch) -> Result<Self, SearchError> {
        Self::with(cost, job, watch, overlay::without_budget)
    }

    /// The same with a tree that need not be the best, but has a bound, if the cost falls with the fanout.
    pub fn bounded(cost: &'a dyn LevelCost, job: &Job, watch: &'a dyn Watch) -> Result<Self, SearchError> {
        Self::with(cost, job, watch, overlay::quickly_without_budget)
    }

    fn with(
        cost: &'a dyn LevelCost,
        job: &Job,
        watch: &'a dyn Watch,
        search: impl Fn(&dyn LevelCost, &Job, &dyn Watch) -> Result<Optimum, SearchError>,
    ) -> Result<Self, SearchError> {
        if job.objective != Objective::Latency {
            return Err(SearchError::BudgetObjective);
        }
        let limits = Limits { max_internal: None, ..job.limits };
        let unlimited = search(cost, &job.with_limits(limits), watch)?;
        let widest = cost.max_fanout().min(limits.max_fanout.unwrap_or(u64::MAX)).min(job.count());
        let is_monotone = cost.is_monotone_to(widest);
        let (leaves, max_height) = (job.count(), limits.max_height);
        Ok(Self { cost, leaves, widest, max_height, is_monotone, unlimited, watch })
    }

    /// The fewest internal processes of any tree; only a lower bound if the cost has gaps.
    pub fn least_internal(&self) -> u64 {
        // A process with x children adds x - 1 leaves.
        (self.leaves - 1).div_ceil(self.widest.saturating_sub(1).max(1))
    }

    /// Refuses budgets with which there is no tree, if the cost never falls and so has no gaps.
    pub fn check_least(&self, allowed: u64) -> Result<(), SearchError> {
        self.too_few(allowed).filter(|_| self.is_monotone).map_or(Ok(()), Err)
    }

    /// The refusal of budgets with which no tree has that many leaves, even if every process has the widest fanout.
    pub fn too_few(&self, allowed: u64) -> Option<SearchError> {
        let needed = self.least_internal();
        (allowed < needed).then(|| SearchError::TooFewProcesses { needed, short: needed - allowed, allowed })
    }

    /// c(x) in ticks.
    pub fn ticks(&self, fanout: u64) -> Option<u64> {
        self.cost.level(fanout).map(Time::ticks)
    }

    /// The time of a tree without C. All times are compared and searched for in this form.
    pub fn without_startup(&self, time: Time) -> u64 {
        time.ticks().saturating_sub(self.cost.startup().ticks())
    }

    /// The answer for a tree. `bound` is without C.
    pub fn answer(&self, shape: Shape, bound: u64, proof: Proof) -> Result<Optimum, SearchError> {
        let score = score(&shape, self.cost).map_err(|_| SearchError::NotRepresentable)?;
        let bound = Time::from_ticks(bound.saturating_add(self.cost.startup().ticks())).min(score.time);
        Ok(Optimum { fanouts: level_fanouts(&shape), shape, score, bound, proof })
    }
}
