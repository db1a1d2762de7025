//! Answers for any budget, by the method that fits.

use super::costs::Costs;
use super::question::Question;
use super::reach::{Effort, Method, Room, TooLong};
use super::search::{LARGE, LeastUnits, ONCE, ONE_OF_MANY, SHORT, Search, USUAL};
use super::{MOST_EXACT_FRONT, MOST_LEAVES, coarse, falling, plain};
use crate::search::overlay::{Optimum, Proof, SearchError};
use crate::tree::Shape;
use logpine_text::units::Time;

impl Question<'_> {
    /// The best tree without a budget, or one that is as fast with fewer internal processes if that is found quickly.
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
}

/// The basis of the answers for any budget that binds.
pub enum Answers {
    /// The table of a cost that never falls.
    Monotone(Costs),
    /// Two costs that never fall, below and above one that falls somewhere; there is none below if levels may take no time, and none
    /// above if it has gaps.
    Between { below: Option<Costs>, above: Option<Costs> },
    /// The trees that no other beats in both time and internal processes, by falling time, with their ticks without C.
    Plain(Vec<(u64, Shape)>),
    /// No table, because there are too many leaves or too many levels.
    Coarse,
}

impl Answers {
    /// Prepares the answers for the leaves of a question.
    pub fn new(question: &Question) -> Result<Self, SearchError> {
        let leaves = question.leaves;
        if !question.is_monotone && leaves <= plain::MOST_LEAVES {
            let cost = |fanout: u64| (fanout >= 2).then(|| question.ticks(fanout)).flatten();
            let costs: Vec<Option<u64>> = (0..=question.widest).map(cost).collect();
            let few = usize::try_from(leaves).expect("few leaves");
            return Ok(Self::Plain(plain::front(&costs, few, question.max_height.unwrap_or(u32::MAX))));
        }
        let ticks = (2..=question.widest).map(|fanout| question.ticks(fanout));
        if question.is_monotone && leaves <= MOST_LEAVES {
            let ticks = ticks.map_while(|ticks| ticks).collect();
            return Costs::new(ticks, leaves).map(Self::Monotone).ok_or(SearchError::NotRepresentable);
        }
        if question.is_monotone || leaves > MOST_EXACT_FRONT {
            return Ok(Self::Coarse);
        }
        let above = never_falling_above(ticks).and_then(|ticks| Costs::new(ticks, leaves));
        Ok(Self::Between { below: below(question), above })
    }

    /// The fastest tree with at most `internal` processes, or the best found.
    pub fn fastest(&self, question: &Question, internal: u64) -> Result<Optimum, SearchError> {
        if !matches!(self, Self::Plain(_))
            && let Some(refusal) = question.too_few(internal)
        {
            return Err(refusal);
        }
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
            Self::Between { below, above } => fastest_between(question, [below.as_ref(), above.as_ref()], internal),
            Self::Coarse => coarse::fastest(question, internal, fine_steps(question)),
        }
    }

    /// The fastest tree with at most `internal` processes, or the best found, if it takes less than `than`; `None` if there is none.
    /// [`SearchError::NoneFound`] if there may be one.
    pub fn faster(&self, question: &Question, internal: u64, than: Time) -> Result<Option<Optimum>, SearchError> {
        let found = match self {
            Self::Monotone(costs) => match faster_monotone(question, costs, internal, than) {
                Ok(found) => return found,
                Err(TooLong) => coarse::fastest(question, internal, coarse::FEW_STEPS)?,
            },
            Self::Plain(_) | Self::Between { .. } | Self::Coarse => self.fastest(question, internal)?,
        };
        if_faster(found, than)
    }
}

/// A tree if it takes less than `than`; `None` if its bound excludes that any does, [`SearchError::NoneFound`] otherwise.
pub fn if_faster(found: Optimum, than: Time) -> Result<Option<Optimum>, SearchError> {
    match found.score.time < than {
        true => Ok(Some(found)),
        false if found.bound >= than => Ok(None),
        false => Err(SearchError::NoneFound),
    }
}

/// The longest time in units that is less than `than`; `None` if there is none.
fn less_than(question: &Question, costs: &Costs, than: Time) -> Option<u64> {
    question.without_startup(than).checked_sub(1).map(|ticks| costs.units(ticks))
}

/// True if no tree takes less than `than` for the largest cost that never falls and is nowhere above the question's, which does fall.
pub fn are_excluded(question: &Question, internal: u64, than: Time) -> bool {
    let Some(below) = below(question) else { return false };
    let Some(most) = less_than(question, &below, than) else { return true };
    matches!(search(question, &below, Method::Exact, ONE_OF_MANY).fits(most, internal), Ok(false))
}

/// The largest cost that never falls and is nowhere above the question's; `None` if there are too many leaves, or if levels may take no
/// time: then there may be as many levels as leaves.
fn below(question: &Question) -> Option<Costs> {
    if question.leaves > MOST_EXACT_FRONT {
        return None;
    }
    let ticks: Vec<_> = (2..=question.widest).map(|fanout| question.ticks(fanout)).collect();
    let below = never_falling_below(&ticks);
    if below.first() == Some(&0) { None } else { Costs::new(below, question.leaves) }
}

/// A tree that takes less than `than`: the fastest, with the fewest processes among equally fast ones, or the best found. `None` if there
/// is none, [`SearchError::NoneFound`] if there may be one.
fn faster_monotone(
    question: &Question,
    costs: &Costs,
    internal: u64,
    than: Time,
) -> Result<Result<Option<Optimum>, SearchError>, TooLong> {
    let Some(most) = less_than(question, costs, than) else { return Ok(Ok(None)) };
    let least = least_of_all(question, costs);
    let quickest = |search: &mut Search| -> Result<_, TooLong> {
        let is_exact = search.is_exact();
        let Some(LeastUnits { found, .. }) = search.least_up_to(internal, least, most)? else {
            let is_proved = is_exact || !search.may_fit(most, internal)?;
            return Ok(if is_proved { Ok(None) } else { Err(SearchError::NoneFound) });
        };
        let same_ticks = costs.units(costs.ticks(found));
        let fewest = if is_exact { search.fewest(same_ticks, internal)? } else { internal };
        let shape = search.tree(same_ticks, fewest)?.ok_or(TooLong)?;
        Ok(question.answer(shape, least, Proof::ProcessPrice).map(Some))
    };
    let first = if question.leaves <= MOST_EXACT_FRONT { USUAL } else { ONE_OF_MANY };
    let mut efforts = std::iter::once((Method::Exact, first)).chain(ONCE.map(|effort| (Method::Even, effort)));
    efforts.find_map(|(method, effort)| quickest(&mut search(question, costs, method, effort)).ok()).ok_or(TooLong)
}

/// Searches exactly if that does not take too long, otherwise as well as the time allows.
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
    coarse::fastest(question, internal, fine_steps(question))
}

/// The time steps for one answer, fewer if the search is to end.
fn fine_steps(question: &Question) -> u64 {
    if question.watch.is_over() { coarse::FEW_STEPS } else { coarse::FINE_STEPS }
}

/// The best of the trees for a cost below, for one above, and for the question's own, with the bound for the one below.
fn fastest_between(
    question: &Question,
    [below, above]: [Option<&Costs>; 2],
    internal: u64,
) -> Result<Optimum, SearchError> {
    let own = falling::fastest(question, internal);
    let is_exact = own.as_ref().is_some_and(|&(_, is_exact)| is_exact);
    let own = own.and_then(|(shape, _)| question.answer(shape, u64::MAX, Proof::ProcessBudget).ok());
    if is_exact && let Some(own) = own {
        return Ok(own);
    }
    let (low, proof) = match below {
        Some(below) => (fastest_monotone(question, below, internal, LARGE), Proof::Envelope),
        None => (coarse::fastest(question, internal, fine_steps(question)), Proof::ProcessPrice),
    };
    let bound = low.as_ref().map_or(question.unlimited.bound, |low| low.bound);
    let high = above.map(|above| fastest_monotone(question, above, internal, LARGE)).and_then(Result::ok);
    let found = low.ok().into_iter().chain(high).chain(own);
    let key = |found: &Optimum| (found.score.time, found.shape.internal_nodes());
    let best = found.min_by_key(key).ok_or(SearchError::NoneFound)?;
    Ok(Optimum { bound: bound.min(best.score.time), proof, ..best })
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
fn never_falling_above(ticks: impl Iterator<Item = Option<u64>>) -> Option<Vec<u64>> {
    let mut most = 0;
    let raise = |ticks: Option<u64>| {
        most = most.max(ticks?);
        Some(most)
    };
    ticks.map(raise).collect()
}

impl From<TooLong> for SearchError {
    fn from(TooLong: TooLong) -> Self {
        Self::BudgetTooLong
    }
}

/// The error if the plain front has no tree for a budget.
pub fn too_few(front: &[(u64, Shape)], allowed: u64) -> SearchError {
    match front.first().map(|(_, shape)| shape.internal_nodes()) {
        Some(needed) => SearchError::TooFewProcesses { needed, short: needed.saturating_sub(allowed), allowed },
        None => SearchError::NoFanouts,
    }
}

/// The search for a question's leaves.
pub fn search<'a>(question: &Question<'a>, costs: &'a Costs, method: Method, effort: Effort<'a>) -> Search<'a> {
    let effort = Effort { watch: question.watch, ..effort };
    Search::new(costs, method, question.leaves, question.max_height.unwrap_or(Room::ANY_LEVELS), effort)
}

/// The time in units below which there is no tree, with any number of processes.
pub fn least_of_all(question: &Question, costs: &Costs) -> u64 {
    costs.units(question.without_startup(question.unlimited.bound))
}

/// The fastest tree of all, with the fewest processes among equally fast ones.
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

/// The best tree found and the bound from prices. A closer bound is computed if the gap exceeds this part of the time.
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
