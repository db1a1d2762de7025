//! A job with its optimum without a budget, and answers for any budget by the method that fits.

use super::costs::Costs;
use super::reach::{Effort, Method, Room, TooLong};
use super::search::{FINE, LeastUnits, Search, USUAL};
use super::{MOST_LEAVES, plain};
use crate::job::{Job, Limits, Objective};
use crate::model::LevelCost;
use crate::search::overlay::{self, Optimum, Proof, SearchError};
use crate::tree::{Shape, level_fanouts, score};
use crate::units::Time;

/// What is asked, but for the budget.
pub struct Question<'a> {
    pub cost: &'a dyn LevelCost,
    pub leaves: u64,
    /// The largest fanout that the cost, the limits and the leaves allow.
    widest: u64,
    max_height: Option<u32>,
    is_monotone: bool,
    /// The best tree without a budget.
    pub unlimited: Optimum,
}

impl<'a> Question<'a> {
    /// The job without its budget.
    pub fn new(cost: &'a dyn LevelCost, job: &Job) -> Result<Self, SearchError> {
        if job.objective != Objective::Latency {
            return Err(SearchError::BudgetObjective);
        }
        let limits = Limits { max_internal: None, ..job.limits };
        let unlimited = overlay::optimum(cost, &job.with_limits(limits))?;
        let widest = cost.max_fanout().min(limits.max_fanout.unwrap_or(u64::MAX)).min(job.leaves());
        let is_monotone = cost.is_monotone_to(widest);
        let (leaves, max_height) = (job.leaves(), limits.max_height);
        Ok(Self { cost, leaves, widest, max_height, is_monotone, unlimited })
    }

    /// The fewest internal processes of any tree; where the cost has gaps no more than a lower bound.
    pub fn least_internal(&self) -> u64 {
        // A process with x children adds x - 1 leaves.
        (self.leaves - 1).div_ceil(self.widest.saturating_sub(1).max(1))
    }

    /// Refuses budgets with which there is no tree, where the cost never falls and so has no gaps.
    pub fn check_least(&self, allowed: u64) -> Result<(), SearchError> {
        let needed = self.least_internal();
        if self.is_monotone && allowed < needed {
            return Err(SearchError::TooFewProcesses { needed, short: needed - allowed, allowed });
        }
        Ok(())
    }

    /// c(x) in ticks, from x = 2.
    fn ticks(&self) -> Vec<u64> {
        (2..=self.widest).map_while(|fanout| self.cost.level(fanout)).map(Time::ticks).collect()
    }

    /// A tree as an answer. `bound` is without C.
    pub fn answer(&self, shape: Shape, bound: u64, proof: Proof) -> Result<Optimum, SearchError> {
        let score = score(&shape, self.cost).map_err(|_| SearchError::NotRepresentable)?;
        let bound = Time::from_ticks(bound.saturating_add(self.cost.startup().ticks())).min(score.time);
        Ok(Optimum { fanouts: level_fanouts(&shape), shape, score, bound, proof })
    }
}

/// What answers for any budget that binds come from.
pub enum Answers {
    /// The cost never falls.
    Monotone(Costs),
    /// The trees that no other beats in both time and internal processes, by falling time, with their ticks without C.
    Plain(Vec<(u64, Shape)>),
}

impl Answers {
    /// For the leaves of a question.
    pub fn new(question: &Question) -> Result<Self, SearchError> {
        let leaves = question.leaves;
        if question.is_monotone {
            if leaves > MOST_LEAVES {
                return Err(SearchError::BudgetTooLarge { leaves, limit: MOST_LEAVES });
            }
            return Costs::new(question.ticks(), leaves).map(Self::Monotone).ok_or(SearchError::NotRepresentable);
        }
        if leaves > plain::MOST_LEAVES {
            return Err(SearchError::BudgetNotMonotone { leaves, limit: plain::MOST_LEAVES });
        }
        let cost = |fanout: u64| (fanout >= 2).then(|| question.cost.level(fanout)).flatten().map(Time::ticks);
        let costs: Vec<Option<u64>> = (0..=question.widest).map(cost).collect();
        let few = usize::try_from(leaves).expect("few leaves");
        Ok(Self::Plain(plain::front(&costs, few, question.max_height.unwrap_or(u32::MAX))))
    }

    /// The fastest tree with at most `internal` processes.
    pub fn fastest(&self, question: &Question, internal: u64) -> Result<Optimum, SearchError> {
        match self {
            Self::Plain(front) => {
                let within = front.iter().rev().find(|(_, shape)| shape.internal_nodes() <= internal);
                let (ticks, shape) = within.ok_or_else(|| too_few(front, internal))?;
                question.answer(shape.clone(), *ticks, Proof::ProcessBudget)
            }
            Self::Monotone(costs) => {
                let mut exact = search(question, costs, Method::Exact, USUAL);
                if let Ok(found) = fastest_exact(question, &mut exact, costs, internal) {
                    return found;
                }
                fastest_even(question, &mut search(question, costs, Method::Even, FINE), costs, internal, u64::MAX)?
            }
        }
    }
}

impl From<TooLong> for SearchError {
    fn from(TooLong: TooLong) -> Self {
        Self::BudgetTooLong
    }
}

/// Why the plain front has no tree for a budget.
pub fn too_few(front: &[(u64, Shape)], allowed: u64) -> SearchError {
    match front.first().map(|(_, shape)| shape.internal_nodes()) {
        Some(needed) => SearchError::TooFewProcesses { needed, short: needed.saturating_sub(allowed), allowed },
        None => SearchError::NoFanouts,
    }
}

/// The search for a question's leaves.
pub fn search<'a>(question: &Question, costs: &'a Costs, method: Method, effort: Effort) -> Search<'a> {
    Search::new(costs, method, question.leaves, question.max_height.unwrap_or(Room::ANY_LEVELS), effort)
}

/// The time in units below which no tree is, whatever its processes.
pub fn least_of_all(question: &Question, costs: &Costs) -> u64 {
    let bound = question.unlimited.bound.checked_sub(question.cost.startup()).unwrap_or_default();
    costs.units(bound.ticks())
}

/// The fastest tree of all, with the fewest processes of those.
pub fn fastest_exact(
    question: &Question,
    search: &mut Search,
    costs: &Costs,
    internal: u64,
) -> Result<Result<Optimum, SearchError>, TooLong> {
    let LeastUnits { found, .. } = search.least_units(internal, least_of_all(question, costs))?;
    let same_ticks = costs.units(costs.ticks(found));
    let fewest = search.fewest(same_ticks, internal)?;
    let shape = search.tree(same_ticks, fewest)?.ok_or(TooLong)?;
    Ok(question.answer(shape, costs.ticks(found), Proof::ProcessBudget))
}

/// The best tree found and the bound of prices, which is taken more closely if it leaves a gap above this part of the time.
pub fn fastest_even(
    question: &Question,
    search: &mut Search,
    costs: &Costs,
    internal: u64,
    part: u64,
) -> Result<Result<Optimum, SearchError>, TooLong> {
    let LeastUnits { found, mut bound } = search.least_units(internal, least_of_all(question, costs))?;
    let shape = search.tree(found, internal)?.ok_or(TooLong)?;
    let goal = found - found / part;
    if bound < goal {
        bound = search.close_bound(internal, bound, goal, found)?;
    }
    Ok(question.answer(shape, costs.ticks(bound), Proof::ProcessPrice))
}
