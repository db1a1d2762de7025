//! A tree and a bound for any number of leaves and any cost, if the other searches would take too long.
//!
//! The tree is level-uniform. The number of parents of the leaves determines the fanout of the lowest level; above it is the
//! best tree, or another level-uniform tree, with these parents as its leaves.
//!
//! The bound prices processes. For a price of p leaves per process, let G(t) be the maximum of leaves minus prices of a tree
//! within time t: G(t) = max(1, max over x of x G(t - c(x)) - p). N leaves with at most M processes take a time t with
//! G(t) >= N - p M. With every c(x) rounded down to whole steps, a table of G over some hundred steps gives a bound for any
//! price. The price is bisected by the number of processes of the best tree of the table.

use super::question::Question;
use crate::search::overlay::{self, Optimum, Proof, SearchError};
use crate::tree::{even_split, even_split_internal_nodes};
use logpine_models::job::{Job, Limits};
use logpine_text::integer::{ceil_root, last};

/// The number of time steps for one answer, and for each of many.
pub const FINE_STEPS: u64 = 2048;
pub const FEW_STEPS: u64 = 512;
/// The number of steps from which a table takes too long: levels then take hardly any time.
const MOST_STEPS: u64 = 4096;
/// The number of fanouts up to which costs that fall somewhere are examined one by one.
const MOST_FANOUTS: u64 = 1 << 16;
/// The fraction of a leaf of which prices are whole multiples.
const PARTS: u128 = 1 << 16;
/// The number of prices that are tried.
const PRICES: u32 = 20;
/// The number of wide levels at the bottom of a tree.
const WIDE_LEVELS: u32 = 2;
/// The largest fanout of the trees with equal fanouts that are tried.
const WIDEST_EQUAL: u64 = 128;
/// The numbers of parents of the leaves that are tried, as parts of the maximum: all but a half, a fourth, ..., and evenly
/// spaced ones.
const HALVES: u64 = 9;
const PARTS_OF: u64 = 32;

/// The best tree found with at most `internal` processes, and a bound.
///
/// # Errors
/// [`SearchError::BudgetTooLong`] if no such tree was found, which happens only with gaps in the cost or a narrow limit on
/// the height.
pub fn fastest(question: &Question, internal: u64, steps: u64) -> Result<Optimum, SearchError> {
    let list = best_tree(question, internal).ok_or_else(|| nothing_found(question, internal))?;
    let shape = even_split(question.leaves, &list).ok_or(SearchError::BudgetTooLong)?;
    let found = question.answer(shape, 0, Proof::ProcessPrice)?;
    let [most, least] = [found.score.time, question.unlimited.bound].map(|time| question.without_startup(time));
    let bound = bound(question, internal, most, steps).max(least).max(widest_node(question, internal).unwrap_or(0));
    question.answer(found.shape, bound, Proof::ProcessPrice)
}

/// The least time of the widest node; `None` if it is not representable.
///
/// A node with x children adds x - 1 leaves, so some node has at least (N - 1) / M + 1 children.
fn widest_node(question: &Question, internal: u64) -> Option<u64> {
    let fanout = (question.leaves - 1).div_ceil(internal.max(1)).saturating_add(1);
    match question.is_monotone {
        true => question.ticks(fanout),
        false if question.widest > MOST_FANOUTS => Some(0),
        false => (fanout..=question.widest).filter_map(|fanout| question.ticks(fanout)).min(),
    }
}

fn nothing_found(question: &Question, internal: u64) -> SearchError {
    match widest_node(question, internal) {
        Some(_) => SearchError::BudgetTooLong,
        None => SearchError::NotRepresentable,
    }
}

/// The fanouts of the fastest tree found with at most `internal` internal processes.
fn best_tree(question: &Question, internal: u64) -> Option<Vec<u64>> {
    let levels = question.max_height.unwrap_or(u32::MAX);
    let above = numbers_of_parents(internal).filter_map(|parents| {
        let mut list = best_list(question, parents, internal, levels.checked_sub(1)?, WIDE_LEVELS)?;
        list.push(question.leaves.div_ceil(product(&list)));
        Some(list)
    });
    let lists = above.chain(equal_fanouts(question, question.leaves, levels));
    let fitting = lists.filter(|list| even_split_internal_nodes(question.leaves, list) <= internal);
    fitting.filter_map(|list| Some((time(question, &list)?, list))).min().map(|(_, list)| list)
}

/// The fanouts of levels with at most `internal` nodes in total, of which the lowest level has at least `lowest`.
fn best_list(question: &Question, lowest: u64, internal: u64, levels: u32, wide: u32) -> Option<Vec<u64>> {
    let fits = |list: &Vec<u64>| nodes(list) <= internal;
    if lowest == 1 {
        return Some(Vec::new());
    }
    if levels == 0 || lowest >= internal {
        return None;
    }
    let free = if question.is_monotone { fastest_list(question, lowest, levels).filter(fits) } else { None };
    if free.is_some() || wide == 0 {
        return free.or_else(|| Some(vec![lowest]).filter(fits));
    }
    let above = numbers_of_parents(internal - lowest).filter_map(|parents| {
        let mut list = best_list(question, parents, internal - lowest, levels - 1, wide - 1)?;
        list.push(lowest.div_ceil(product(&list)));
        Some(list)
    });
    let lists = above.chain(equal_fanouts(question, lowest, levels)).filter(fits);
    lists.filter_map(|list| Some((time(question, &list)?, list))).min().map(|(_, list)| list)
}

fn product(list: &[u64]) -> u64 {
    list.iter().fold(1, |nodes, &fanout| nodes.saturating_mul(fanout))
}

/// The number of nodes of all levels, including the root and those below the last fanout.
fn nodes(list: &[u64]) -> u64 {
    let levels = list.iter().scan(1u64, |nodes, &fanout| {
        *nodes = nodes.saturating_mul(fanout);
        Some(*nodes)
    });
    levels.fold(1, u64::saturating_add)
}

/// The time of levels with these fanouts; `None` if one is not allowed.
fn time(question: &Question, list: &[u64]) -> Option<u64> {
    list.iter().try_fold(0u64, |sum, &fanout| {
        let ticks = (2..=question.widest).contains(&fanout).then(|| question.ticks(fanout)).flatten();
        sum.checked_add(ticks?)
    })
}

/// The fanouts of the fastest tree without a budget, for a cost that never falls.
fn fastest_list(question: &Question, leaves: u64, levels: u32) -> Option<Vec<u64>> {
    let limits = Limits { max_fanout: Some(question.widest), max_height: Some(levels), max_internal: None };
    overlay::without_budget(question.cost, &Job::new(leaves).ok()?.with_limits(limits), &()).ok()?.fanouts
}

/// A single level and, if the cost falls somewhere, lists of equal fanouts, each with the least height.
fn equal_fanouts(question: &Question, leaves: u64, levels: u32) -> impl Iterator<Item = Vec<u64>> {
    let widest = if question.is_monotone { 1 } else { question.widest.min(WIDEST_EQUAL) };
    let least_height = move |fanout: u64| (1..=levels.min(63)).find(|&height| ceil_root(leaves, height) <= fanout);
    let lists = (2..=widest).filter_map(move |fanout| Some(vec![fanout; least_height(fanout)? as usize]));
    std::iter::once(vec![leaves]).chain(lists)
}

/// Candidate numbers of nodes on the lowest level, if all levels together have `internal` nodes: nearly all, and fewer and
/// fewer.
fn numbers_of_parents(internal: u64) -> impl Iterator<Item = u64> {
    let part = move |of: u64, whole: u64| u128::from(internal) * u128::from(of) / u128::from(whole);
    let halves = (1..HALVES).map(move |halving| part((1 << halving) - 1, 1 << halving));
    let parts = (PARTS_OF / 2..PARTS_OF).map(move |of| part(of, PARTS_OF));
    let parents = halves.chain(parts).filter_map(|parents| u64::try_from(parents).ok());
    parents.chain([1, internal.saturating_sub(1)]).filter(|&parents| parents >= 1)
}

/// A time in ticks, without C and at most `most`, below which there is no tree with at most `internal` processes; 0 if the
/// table would be too long.
fn bound(question: &Question, internal: u64, most: u64, steps: u64) -> u64 {
    let Some(table) = Table::new(question, most, steps) else { return 0 };
    let leaves = u128::from(question.leaves) * PARTS;
    let (mut low, mut high) = (0, leaves / u128::from(internal.max(1)));
    let mut best = 0;
    for _ in 0..PRICES {
        let price = low + (high - low) / 2;
        let (step, processes) = table.first(price, leaves - price * u128::from(internal), leaves);
        best = best.max(step);
        if processes > u128::from(internal) {
            low = price;
        } else {
            high = price;
        }
    }
    best.saturating_mul(table.step).min(most)
}

/// The widest nodes by the number of steps that they take.
struct Table {
    /// The ticks of a step, no more than any level takes.
    step: u64,
    steps: usize,
    /// The widest fanout by the number of steps that it takes, rounded down; only if it is wider than with one step less.
    widths: Vec<(usize, u128)>,
}

impl Table {
    fn new(question: &Question, most: u64, steps: u64) -> Option<Self> {
        let sorted = if question.is_monotone { None } else { Some(sorted_costs(question)?) };
        let cheapest =
            sorted.as_ref().map_or_else(|| question.ticks(2), |costs| costs.first().map(|&(ticks, _)| ticks))?;
        let step = (most / steps).clamp(1, cheapest.max(1));
        if cheapest == 0 || most / step > MOST_STEPS {
            return None;
        }
        let steps = usize::try_from(most / step).ok()?;
        let mut widths: Vec<(usize, u128)> = Vec::new();
        for (taken, number) in (0..=steps).zip(0u64..) {
            let ticks = number.saturating_mul(step).saturating_add(step - 1);
            let width = sorted.as_ref().map_or_else(
                || widest_within(question, ticks),
                |costs| {
                    costs[..costs.partition_point(|&(cost, _)| cost <= ticks)].last().map_or(1, |&(_, widest)| widest)
                },
            );
            if width >= 2 && widths.last().is_none_or(|&(_, last)| u128::from(width) > last) {
                widths.push((taken, width.into()));
            }
        }
        Some(Self { step, steps, widths })
    }

    /// The first step at which leaves minus prices, capped at `enough`, reach `goal`, and the number of processes of that
    /// tree.
    fn first(&self, price: u128, goal: u128, enough: u128) -> (u64, u128) {
        let mut most: Vec<(u128, u128)> = Vec::with_capacity(self.steps + 1);
        for step in 0..=self.steps {
            let mut best = (PARTS, 0);
            for &(taken, width) in self.widths.iter().take_while(|&&(taken, _)| taken <= step) {
                let (leaves, processes) = most[step - taken];
                let leaves = width.saturating_mul(leaves).saturating_sub(price).min(enough);
                if leaves > best.0 {
                    best = (leaves, width.saturating_mul(processes).saturating_add(1));
                }
            }
            if best.0 >= goal {
                return (step as u64, best.1);
            }
            most.push(best);
        }
        (self.steps as u64, u128::MAX)
    }
}

/// The widest fanout with c(x) within these ticks, for a cost that never falls; 1 if there is none.
fn widest_within(question: &Question, ticks: u64) -> u64 {
    last(1..=question.widest, |fanout| question.ticks(fanout).is_some_and(|cost| cost <= ticks))
}

/// All costs in rising order, each with the widest fanout that costs no more; `None` if there are too many.
fn sorted_costs(question: &Question) -> Option<Vec<(u64, u64)>> {
    if question.widest > MOST_FANOUTS {
        return None;
    }
    let mut costs: Vec<_> =
        (2..=question.widest).filter_map(|fanout| Some((question.ticks(fanout)?, fanout))).collect();
    costs.sort_unstable();
    let mut widest = 1;
    for (_, fanout) in &mut costs {
        widest = widest.max(*fanout);
        *fanout = widest;
    }
    Some(costs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::machine::Machine;
    use logpine_models::model::Tan;

    fn question(cab: &Tan, leaves: u64) -> Question<'_> {
        Question::new(cab, &Job::new(leaves).expect("leaves"), &()).expect("a tree")
    }

    #[test]
    fn encloses_what_the_exact_search_finds() {
        let cab = Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]");
        for (leaves, numbers) in [(40, vec![1, 2, 5, 7]), (1024, vec![3, 9, 40, 90]), (4096, vec![20, 180, 260])] {
            let question = question(&cab, leaves);
            for internal in numbers {
                let job = Job::new(leaves)
                    .expect("leaves")
                    .with_limits(Limits { max_internal: Some(internal), ..Limits::default() });
                let exact = super::super::fastest(&cab, &job, &()).expect("a tree");
                let coarse = fastest(&question, internal, FINE_STEPS).expect("a tree");
                assert!(
                    coarse.bound <= exact.score.time && exact.score.time <= coarse.score.time,
                    "{leaves} {internal}"
                );
                assert!(coarse.shape.internal_nodes() <= internal && coarse.shape.leaves() == leaves);
            }
        }
    }

    #[test]
    fn any_number_of_leaves_has_a_tree_and_a_bound_near_it() {
        let cab = Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]");
        for (leaves, internal) in [(1 << 21, 9000), (1 << 40, 10_000_000_000), (1 << 63, 10_000_000_000_000_000)] {
            let found = fastest(&question(&cab, leaves), internal, FINE_STEPS).expect("a tree");
            assert!(found.shape.leaves() == leaves && found.shape.internal_nodes() <= internal);
            let gap = found.score.time.percent_above(found.bound);
            assert!(gap.is_some_and(|gap| gap < 3.0), "{leaves}: {gap:?}");
        }
        assert_eq!(fastest(&question(&cab, 1 << 63), 2, FEW_STEPS).err(), Some(SearchError::NotRepresentable));
    }
}
