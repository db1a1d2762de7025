//! A job with its optimum without a budget, and answers for any budget by the method that fits.

use super::costs::Costs;
use super::reach::{Effort, Method, Room, TooLong};
use super::search::{LARGE, LeastUnits, ONCE, SHORT, Search, USUAL};
use super::{MOST_EXACT_FRONT, MOST_LEAVES, coarse, plain};
use crate::model::LevelCost;
use crate::request::{Job, Limits, Objective};
use crate::search::overlay::{self, Optimum, Proof, SearchError};
use crate::tree::{Shape, level_fanouts, score};
use crate::units::Time;

/// What is asked, but for the budget.
pub struct Question<'a> {
    pub cost: &'a dyn LevelCost,
    pub leaves: u64,
    /// The largest fanout that the cost, the limits and the leaves allow.
    pub widest: u64,
    pub max_height: Option<u32>,
    pub is_monotone: bool,
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
        let unlimited = overlay::without_budget(cost, &job.with_limits(limits))?;
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

    /// c(x) in ticks.
    pub fn ticks(&self, fanout: u64) -> Option<u64> {
        self.cost.level(fanout).map(Time::ticks)
    }

    /// What all times are compared with, and searched for: the time of a tree without C.
    pub fn without_startup(&self, time: Time) -> u64 {
        time.ticks().saturating_sub(self.cost.startup().ticks())
    }

    /// The best tree without a budget, or one that is as fast with fewer internal processes, where that is soon known.
    pub fn with_fewest(self) -> Optimum {
        if self.unlimited.shape.internal_nodes() <= self.least_internal() || self.leaves > MOST_EXACT_FRONT {
            return self.unlimited;
        }
        let ticks = self.without_startup(self.unlimited.score.time);
        let fewer = match Answers::new(&self) {
            Ok(Answers::Plain(front)) => front.into_iter().find(|&(time, _)| time <= ticks).map(|(_, shape)| shape),
            Ok(Answers::Monotone(costs)) => {
                let mut exact = search(&self, &costs, Method::Exact, SHORT);
                let units = costs.units(ticks);
                let fewest = exact.fewest(units, self.unlimited.shape.internal_nodes());
                fewest.and_then(|fewest| exact.tree(units, fewest)).ok().flatten()
            }
            _ => None,
        };
        let bound = self.without_startup(self.unlimited.bound);
        let fewer = fewer.and_then(|shape| self.answer(shape, bound, self.unlimited.proof).ok());
        fewer.filter(|fewer| fewer.score.time <= self.unlimited.score.time).unwrap_or(self.unlimited)
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
    /// It falls somewhere, between two costs that never do; there is none above it where it has gaps.
    Between { below: Costs, above: Option<Costs> },
    /// The trees that no other beats in both time and internal processes, by falling time, with their ticks without C.
    Plain(Vec<(u64, Shape)>),
    /// There are too many leaves for either, or too many levels.
    Coarse,
}

impl Answers {
    /// For the leaves of a question.
    pub fn new(question: &Question) -> Result<Self, SearchError> {
        let leaves = question.leaves;
        if !question.is_monotone && leaves <= plain::MOST_LEAVES {
            let cost = |fanout: u64| (fanout >= 2).then(|| question.ticks(fanout)).flatten();
            let costs: Vec<Option<u64>> = (0..=question.widest).map(cost).collect();
            let few = usize::try_from(leaves).expect("few leaves");
            return Ok(Self::Plain(plain::front(&costs, few, question.max_height.unwrap_or(u32::MAX))));
        }
        if leaves > if question.is_monotone { MOST_LEAVES } else { MOST_EXACT_FRONT } {
            return Ok(Self::Coarse);
        }
        let ticks: Vec<Option<u64>> = (2..=question.widest).map(|fanout| question.ticks(fanout)).collect();
        if question.is_monotone {
            let ticks = ticks.into_iter().map_while(|ticks| ticks).collect();
            return Costs::new(ticks, leaves).map(Self::Monotone).ok_or(SearchError::NotRepresentable);
        }
        let below = never_falling_below(&ticks);
        if below.first() == Some(&0) {
            // Levels that take no time may be as many as there are leaves.
            return Ok(Self::Coarse);
        }
        let below = Costs::new(below, leaves).ok_or(SearchError::NotRepresentable)?;
        let above = never_falling_above(&ticks).and_then(|ticks| Costs::new(ticks, leaves));
        Ok(Self::Between { below, above })
    }

    /// The fastest tree with at most `internal` processes, or the best found.
    pub fn fastest(&self, question: &Question, internal: u64) -> Result<Optimum, SearchError> {
        match self {
            Self::Plain(front) => {
                let within = front.iter().rev().find(|(_, shape)| shape.internal_nodes() <= internal);
                let (ticks, shape) = within.ok_or_else(|| too_few(front, internal))?;
                question.answer(shape.clone(), *ticks, Proof::ProcessBudget)
            }
            Self::Monotone(costs) => {
                let effort = if question.leaves <= MOST_EXACT_FRONT { USUAL } else { LARGE };
                fastest_monotone(question, costs, internal, effort)
            }
            Self::Between { below, above } => fastest_between(question, below, above.as_ref(), internal),
            Self::Coarse => coarse::fastest(question, internal, coarse::FINE_STEPS),
        }
    }
}

/// Exactly where that does not take too long, else as well as the time allows.
fn fastest_monotone(question: &Question, costs: &Costs, internal: u64, effort: Effort) -> Result<Optimum, SearchError> {
    let mut exact = search(question, costs, Method::Exact, effort);
    if let Ok(found) = fastest_exact(question, &mut exact, costs, internal) {
        return found;
    }
    for effort in ONCE {
        let mut even = search(question, costs, Method::Even, effort);
        if let Ok(found) = fastest_even(question, &mut even, costs, internal, u64::MAX) {
            return found;
        }
    }
    coarse::fastest(question, internal, coarse::FINE_STEPS)
}

/// The better of the best trees for a cost below and one above, and the bound of the one below.
fn fastest_between(
    question: &Question,
    below: &Costs,
    above: Option<&Costs>,
    internal: u64,
) -> Result<Optimum, SearchError> {
    let low = fastest_monotone(question, below, internal, LARGE);
    let bound = low.as_ref().map_or(question.unlimited.bound, |low| low.bound);
    let high = above.map(|above| fastest_monotone(question, above, internal, LARGE)).and_then(Result::ok);
    let best = low.ok().into_iter().chain(high).min_by_key(|found| found.score.time).ok_or(SearchError::NoneFound)?;
    Ok(Optimum { bound: bound.min(best.score.time), proof: Proof::Envelope, ..best })
}

/// The largest cost that never falls and is nowhere above this one, up to its last fanout.
fn never_falling_below(ticks: &[Option<u64>]) -> Vec<u64> {
    let least = ticks.iter().rev().scan(u64::MAX, |least, ticks| {
        *least = ticks.map_or(*least, |ticks| ticks.min(*least));
        Some(*least)
    });
    let mut least: Vec<u64> = least.skip_while(|&least| least == u64::MAX).collect();
    least.reverse();
    least
}

/// The smallest cost that never falls and is nowhere below this one, which has no gaps.
fn never_falling_above(ticks: &[Option<u64>]) -> Option<Vec<u64>> {
    let mut most = 0;
    let raise = |ticks: &Option<u64>| {
        most = most.max((*ticks)?);
        Some(most)
    };
    ticks.iter().map(raise).collect()
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
    costs.units(question.without_startup(question.unlimited.bound))
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
        bound = search.close_bound(internal, bound, goal, found);
    }
    Ok(question.answer(shape, costs.ticks(bound), Proof::ProcessPrice))
}
