//! The best fanout list: the exact optimum over all trees, for a cost that never falls as the fanout grows.
//!
//! Let `own` be 1 if an internal node is a target itself (member trees), and 0 if only the leaves are. Then
//!
//! ```text
//! f(1) = 0,   f(n) = min over x of c(x) + f(ceil((n - own) / x))
//! ```
//!
//! is the optimum over *all* trees, also within limits on fanout and height. The reason: removing a target never raises the
//! time. One of the x children of the root has at least ceil((n - own) / x) targets, and in the even split none has more.
//! So every level of the best tree has one fanout.
//!
//! In a member tree the widest fanouts are next to the root, because that order reaches the most members. In a leaf tree
//! every order reaches the same product, and the widest fanouts are next to the leaves, because that order makes the fewest
//! internal nodes. A level of one child adds a node to a member tree, so there may be a chain below the wide levels (those of
//! two or more children). Lists of several wide levels are found by [`Descent`].

use super::descent::{Best, Descent, Question, Trunk, levels_above, whole_ticks};
use super::effort::Effort;
use super::node_cost::NodeCost;
use super::relaxation::{Curve, Relaxation};
use crate::tree::MOST_LEVELS;
use logpine_models::job::Targets;
use logpine_text::integer::{ceil_log2, ceil_root};
use std::ops::RangeInclusive;

/// The number of classes of useful fanouts above which a number of levels is not searched.
const MOST_CLASSES: usize = 1 << 16;

/// The best fanout list for one number of targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestList {
    /// The sum of c(x) over the list, in ticks, without the leaves' C.
    pub ticks: u64,
    /// The fanouts from the root down; empty for a single leaf.
    pub fanouts: Vec<u64>,
    /// A lower bound in ticks over all trees; equal to `ticks` if the search ran to its end.
    pub bound: u64,
}

/// The reason why there is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoList {
    /// The fanouts reach the targets only with at least this height (`None`: with no height).
    TooLow { least_height: Option<u32> },
    /// The fanouts reach that many members only with more levels than a tree may have.
    TooDeep { levels: u64 },
    /// Every tree takes longer than the longest representable time.
    NotRepresentable,
}

/// Finds the least sum of c(x) over fanout lists that reach `count` targets with at most `max_height` levels. The same
/// question has the same list on every machine. If the effort runs out, or if lists of more than [`MOST_LEVELS`] levels may
/// be faster, the bound may be below the time of the list.
///
/// No search goes on for another list of the same time. Of those that are found, leaf trees take the list with the fewest
/// internal nodes of the evenly split tree. Then, and among member trees, the lowest and lexicographically smallest is taken.
pub fn best_list(
    cost: NodeCost,
    targets: Targets,
    count: u64,
    max_height: u32,
    effort: &mut Effort,
) -> Result<BestList, NoList> {
    if count <= 1 {
        return Ok(BestList { ticks: 0, fanouts: Vec::new(), bound: 0 });
    }
    let own = targets.of_internal_node();
    let question = Question { cost: cost.up_to(count - own), own, count };
    let highest = max_height.min(MOST_LEVELS);
    let least = match least_height(own, question.cost.widest(), count) {
        Some(levels) if levels > max_height => return Err(NoList::TooLow { least_height: Some(levels) }),
        Some(levels) if levels > MOST_LEVELS => return Err(NoList::TooDeep { levels: levels.into() }),
        Some(levels) => levels,
        None => return Err(NoList::TooLow { least_height: None }),
    };
    let mut search = Search { question, highest, best: Best::none(question), effort };
    // Above a chain, fewer wide levels may be enough.
    let levels = if own == 0 { least } else { 1 }..=ceil_log2(count).min(highest);
    search.even_lists(levels.clone());
    search.one_wide_level();
    if search.best.fanouts.is_empty() {
        return Err(NoList::NotRepresentable);
    }
    let mut bound = search.wide_levels(levels).min(search.best.ticks);
    if own == 1 && max_height > MOST_LEVELS {
        let deeper = question.cost.ticks(1).map_or(u64::MAX, |one| one.saturating_mul(u64::from(MOST_LEVELS) + 1));
        bound = bound.min(deeper);
    }
    Ok(BestList { ticks: search.best.ticks, fanouts: search.best.fanouts, bound })
}

/// The least number of levels on which nodes of at most `widest` children reach `count` targets. `None` if no number does.
pub fn least_height(own: u64, widest: u64, count: u64) -> Option<u32> {
    if widest <= 1 {
        return if widest == 1 && own == 1 { u32::try_from(count - 1).ok() } else { None };
    }
    let (mut nodes, mut levels) = (1, 0);
    while nodes < count {
        nodes = levels_above(own, nodes, widest, 1);
        levels += 1;
    }
    Some(levels)
}

/// Lists of several wide levels above a chain.
struct Lists {
    /// The number of wide levels.
    levels: u32,
    chain: Trunk,
    line: Relaxation,
    /// The narrowest wide fanout that is of use, to within a tenth.
    narrowest: u64,
    /// A lower bound in ticks.
    bound: f64,
}

/// The search for the best list.
struct Search<'a> {
    question: Question<'a>,
    /// The most levels of a list.
    highest: u32,
    best: Best<'a>,
    effort: &'a mut Effort,
}

impl Search<'_> {
    /// Offers good lists to start from: for each number of levels the fanouts k and k - 1 that just reach the targets.
    fn even_lists(&mut self, levels: RangeInclusive<u32>) {
        let cost = self.question.cost;
        let sum = |fanout: u64, levels: u32| match levels {
            0 => Some(0),
            _ => cost.ticks(fanout)?.checked_mul(u64::from(levels)),
        };
        for levels in levels {
            if sum(2, levels).is_none_or(|least| least > self.best.ticks) {
                break;
            }
            let (wide, narrow) = self.even_list(levels);
            let ticks = sum(wide, levels - narrow).and_then(|ticks| ticks.checked_add(sum(wide - 1, narrow)?));
            if let Some(ticks) = ticks {
                let level = |level: u32| if level < levels - narrow { wide } else { wide - 1 };
                self.best.offer(ticks, || (0..levels).map(level).collect());
            }
        }
    }

    /// The narrowest k that reaches the targets on `levels` levels, and the number of levels on which k - 1 is enough.
    fn even_list(&self, levels: u32) -> (u64, u32) {
        let Question { own, count, .. } = self.question;
        let reaches = |wide: u64, narrow: u32| {
            levels_above(own, levels_above(own, 1, wide - 1, narrow), wide, levels - narrow) >= count
        };
        // The root is exact for leaves, and may be too wide for members.
        let mut wide = ceil_root(count, levels);
        while own == 1 && wide > 1 && reaches(wide, levels) {
            wide -= 1;
        }
        let most = if wide > 2 - own { levels } else { 1 };
        let narrow = (1..most).take_while(|&narrow| reaches(wide, narrow)).last();
        (wide, narrow.unwrap_or(0))
    }

    /// Searches the lists of at most one wide level.
    fn one_wide_level(&mut self) {
        let Question { cost, count, .. } = self.question;
        for levels in 0..self.highest {
            let chain = self.question.chain(levels).filter(|chain| chain.ticks < self.best.ticks);
            let Some(chain) = chain else { break };
            let root = self.question.last_fanout(count, chain);
            if let Some(ticks) = cost.ticks(root).and_then(|ticks| ticks.checked_add(chain.ticks)) {
                self.best.offer(ticks, || chain.list(std::iter::once(root)));
            }
        }
    }

    /// Searches the lists of two or more wide levels. Returns a lower bound on the lists that were not searched.
    fn wide_levels(&mut self, levels: RangeInclusive<u32>) -> u64 {
        // Wider fanouts leave no time for another level.
        let (question, cost) = (self.question, self.question.cost);
        let room = cost.ticks(2).and_then(|two| self.best.ticks.checked_sub(two));
        let Some(widest) = room.and_then(|room| cost.widest_within(room)) else { return u64::MAX };
        let curve = Curve::new(cost.up_to(widest));
        let mut open = Vec::new();
        let lines = self.promising(&curve, levels);
        for &(levels, line) in &lines {
            for chain in (0..=self.highest - levels).map_while(|levels| question.chain(levels)) {
                if chain.levels > 0 && chain.ticks >= self.best.ticks {
                    break;
                }
                // Less is left for the levels above a chain, so the line of another number of levels may say more.
                let others = if chain.levels > 0 { lines.as_slice() } else { &[] };
                let ln = others.first().map_or(0.0, |_| question.least_ln(question.count, chain.nodes, 2));
                let least = |line: &Relaxation| line.least(ln, levels);
                let others = others.iter().map(|&(_, line)| line);
                let line = others.max_by(|a, b| least(a).total_cmp(&least(b))).unwrap_or(line);
                open.extend(self.narrowest(&curve, chain, levels, line));
            }
        }
        open.sort_by(|a, b| a.bound.total_cmp(&b.bound));
        let mut unproven = u64::MAX;
        for lists in open {
            let bound = lists.bound - lists.line.margin;
            if bound > self.best.ticks as f64 {
                break;
            }
            if !self.above(&curve, &lists) {
                unproven = unproven.min(whole_ticks(bound));
            }
        }
        unproven
    }

    /// The numbers of wide levels whose bound does not exceed the best time, each with its line. The bound is a convex function
    /// of the number of levels, also with the best chain below them, so these numbers are consecutive. If the best list has
    /// two or more wide levels, their number is one of them.
    fn promising(&mut self, curve: &Curve, levels: RangeInclusive<u32>) -> Vec<(u32, Relaxation)> {
        let (question, highest, best) = (self.question, self.highest, self.best.ticks);
        let wide = self.best.fanouts.iter().filter(|&&fanout| fanout > 1).count();
        let start = u32::try_from(wide).unwrap_or(u32::MAX).max(2);
        let cheapest = question.cost.ticks(2).unwrap_or(u64::MAX);
        let affordable = |levels: &u32| cheapest.checked_mul(u64::from(*levels)).is_some_and(|ticks| ticks <= best);
        let mut with_line = |levels: u32| Some((levels, Relaxation::new(curve, question.count, levels, self.effort)?));
        let promising = |&(levels, line): &(u32, Relaxation)| {
            question.least(line, levels, highest - levels) - line.margin <= best as f64
        };
        // Above a single level the bound may exceed the best time at first.
        let up = (start..=*levels.end()).take_while(affordable).filter_map(&mut with_line);
        let mut lines: Vec<_> = up.skip_while(|line| !promising(line)).take_while(promising).collect();
        lines.extend(((*levels.start()).max(2)..start).rev().filter_map(with_line).take_while(promising));
        lines
    }

    /// The lists of `levels` wide levels above a chain that may be better than the best. `None` if there are none.
    fn narrowest(&self, curve: &Curve, chain: Trunk, levels: u32, line: Relaxation) -> Option<Lists> {
        let (Question { own, count, .. }, cost) = (self.question, curve.cost());
        if levels_above(own, chain.nodes, cost.widest(), levels) < count {
            return None;
        }
        if own == 0 {
            return Some(Lists { levels, chain, line, narrowest: 2, bound: line.bound });
        }
        let mut low = 2;
        while low <= cost.widest() {
            let high = (low + low / 10).min(cost.widest());
            let bound = chain.ticks as f64 + line.least(self.question.least_ln(count, chain.nodes, low), levels);
            let slack = line.slack(high, cost.ticks(low)?).max(0.0);
            if bound + slack - line.margin < self.best.ticks as f64 {
                return Some(Lists { levels, chain, line, narrowest: low, bound });
            }
            low = high + 1;
        }
        None
    }

    /// Searches lists above a chain. False if the search gave up.
    fn above(&mut self, curve: &Curve, lists: &Lists) -> bool {
        let &Lists { levels, chain, line, narrowest, bound } = lists;
        let room = (self.best.ticks as f64 - bound).max(0.0);
        let Some(mut window) = line.window(curve, room, MOST_CLASSES, self.effort) else { return false };
        window.truncate(window.partition_point(|class| class.widest >= narrowest));
        let mut descent = Descent::new(self.question, line, &window, &mut self.best, self.effort);
        // A small room first: once a list is found inside it, nothing outside can be better.
        for share in [16.0, 1.0] {
            let ceiling = bound + room / share + line.margin;
            descent.above(chain, levels, bound, ceiling);
            if descent.effort.is_spent() {
                return false;
            }
            if (descent.best.ticks as f64) < ceiling - line.margin {
                break;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
