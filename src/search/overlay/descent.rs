//! Branch and bound over the fanout lists of one height.
//!
//! Lists are chosen from the leaves towards the root. Each fanout has a small loss against the [`Relaxation`]; the total
//! loss may be at most the gap between its bound and the best list so far. The search continues among lists of the best time
//! for the one that wins the tie.

use super::best::Best;
use super::effort::Effort;
use super::node_cost::NodeCost;
use super::relaxation::{Curve, FanoutClass, Relaxation};
use logpine_text::integer::gcd;

/// The effort of a partial list, in examined fanouts.
pub const NODE_LOOKS: usize = 32;
/// The number of classes of useful fanouts above which one height is not searched.
pub const MOST_CLASSES: usize = 1 << 16;

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The search is complete: no list that could be better is left.
    Complete,
    /// The search gave up, and only the relaxation's bound holds.
    CutShort,
}

/// Searches all lists of one height for a better one than `best`.
pub fn search_height(
    curve: &Curve,
    leaves: u64,
    height: u32,
    line: Relaxation,
    best: &mut Best,
    effort: &mut Effort,
) -> Search {
    let room = (best.ticks as f64 - line.bound).max(0.0);
    let Some(window) = line.window(curve, room, MOST_CLASSES, effort) else { return Search::CutShort };
    let lattice = Lattice::new(&window, height);
    let cost = curve.cost();
    let mut search =
        Descent { cost, leaves, height, line, window: &window, lattice, radius: 0.0, effort, best, list: Vec::new() };
    // A small radius first: once a list is found inside it, nothing outside can be better.
    for share in [16.0, 1.0] {
        search.radius = room / share + line.margin;
        search.descend(&Partial {
            levels: height,
            required: leaves,
            widest: u64::MAX,
            class: 0,
            ticks: 0,
            slack: 0.0,
            weight: 0,
        });
        if search.effort.is_spent() {
            return Search::CutShort;
        }
        if (search.best.ticks as f64) < line.bound + search.radius - line.margin {
            break;
        }
    }
    search.last_level_of_pairs();
    Search::Complete
}

/// All sums of `height` costs are `offset` modulo `step` (or equal to `offset` when `step` is 0).
#[derive(Clone, Copy)]
struct Lattice {
    offset: u64,
    step: u64,
}

impl Lattice {
    fn new(window: &[FanoutClass], height: u32) -> Self {
        let base = window.first().map_or(0, |class| class.ticks);
        let step = window.iter().fold(0, |step, class| gcd(step, class.ticks.abs_diff(base)));
        let offset = base.saturating_mul(u64::from(height));
        Self { offset, step }
    }

    /// The least possible sum that is at least `bound`.
    fn round_up(self, bound: f64) -> u64 {
        let ticks = whole_ticks(bound);
        if self.step == 0 {
            return ticks.max(self.offset);
        }
        let residue = self.offset % self.step;
        let below = ticks % self.step;
        ticks.saturating_add(if residue >= below { residue - below } else { self.step - below + residue })
    }
}

/// A bound in whole ticks, rounded down so that it remains a bound.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounds down and saturates")]
pub fn whole_ticks(bound: f64) -> u64 {
    bound.max(0.0) as u64
}

/// A list chosen from the leaves up to some level.
#[derive(Clone, Copy)]
struct Partial {
    /// The number of levels still to be chosen, those next to the root.
    levels: u32,
    /// The least product of their fanouts.
    required: u64,
    /// The largest fanout of the levels. Fanouts do not increase towards the root, since that order has the fewest internal nodes.
    widest: u64,
    /// The class of that fanout in the window.
    class: usize,
    /// The cost of the chosen levels.
    ticks: u64,
    /// The loss of the chosen levels against the bound.
    slack: f64,
    /// The number of internal nodes on the chosen levels for each node of the level above them.
    weight: u128,
}

/// Branch and bound over lists of one height, from the leaves towards the root.
struct Descent<'a> {
    cost: NodeCost<'a>,
    leaves: u64,
    height: u32,
    line: Relaxation,
    window: &'a [FanoutClass],
    lattice: Lattice,
    /// The maximum loss of the lists that are searched.
    radius: f64,
    effort: &'a mut Effort,
    best: &'a mut Best,
    /// The chosen fanouts, leaf level first.
    list: Vec<u64>,
}

impl Descent<'_> {
    fn descend(&mut self, partial: &Partial) {
        if partial.levels == 1 {
            self.finish_at_root(partial);
            return;
        }
        if !self.effort.spend(NODE_LOOKS + self.window.len() - partial.class) {
            return;
        }
        for (index, class) in self.window.iter().enumerate().skip(partial.class) {
            // The widest fanout of a class has the least loss.
            if partial.slack + class.slack > self.radius {
                continue;
            }
            let mut top = class.widest.min(partial.widest).min(partial.required - 1);
            // Among the fanouts that leave the same requirement to the levels above, only the smallest is useful.
            while top >= class.narrowest {
                if !self.effort.spend(1) {
                    return;
                }
                let rest = partial.required.div_ceil(top);
                let fanout = partial.required.div_ceil(rest).max(class.narrowest);
                let slack = partial.slack + self.slack(fanout, class);
                if out_of_reach(fanout, partial.levels - 1, rest) {
                    return;
                }
                if slack > self.radius {
                    break;
                }
                let ticks = partial.ticks.saturating_add(class.ticks);
                let first = partial.levels == self.height;
                let weight =
                    if first { 1 } else { partial.weight.saturating_mul(u128::from(fanout)).saturating_add(1) };
                let child = Partial {
                    levels: partial.levels - 1,
                    required: rest,
                    widest: fanout,
                    class: index,
                    ticks,
                    slack,
                    weight,
                };
                let bound = self.lattice.round_up(self.line.bound + slack - self.line.margin);
                if (bound, u128::from(rest)) > (self.best.ticks, u128::from(self.best.internal_nodes)) {
                    break;
                }
                if bound < self.best.ticks || self.may_win_tie(&child) {
                    self.list.push(fanout);
                    self.descend(&child);
                    self.list.pop();
                }
                top = fanout - 1;
            }
        }
    }

    fn slack(&self, fanout: u64, class: &FanoutClass) -> f64 {
        if fanout == class.widest { class.slack } else { self.line.slack(fanout, class.ticks) }
    }

    /// True if a completion of the same time could still beat the best list.
    fn may_win_tie(&self, partial: &Partial) -> bool {
        (fewest_internal_nodes(partial), self.height as usize)
            <= (u128::from(self.best.internal_nodes), self.best.fanouts.len())
    }

    /// Completes the list: the root's fanout is the requirement that is left, because a larger one costs no less.
    fn finish_at_root(&mut self, partial: &Partial) {
        let fanout = partial.required;
        if fanout > partial.widest {
            return;
        }
        let Some(ticks) = self.cost.ticks(fanout).and_then(|ticks| ticks.checked_add(partial.ticks)) else { return };
        if ticks <= self.best.ticks {
            let fanouts = std::iter::once(fanout).chain(self.list.iter().rev().copied()).collect();
            self.offer(ticks, fanouts);
        }
    }

    fn offer(&mut self, ticks: u64, fanouts: Vec<u64>) {
        let found = Best::new(self.leaves, ticks, fanouts);
        if found.key() < self.best.key() {
            *self.best = found;
        }
    }

    /// Searches lists whose last internal level has more nodes than half the leaves. Most of these nodes are single leaves,
    /// so more of them mean *fewer* internal nodes, and such a list may win a tie although its fanouts do not grow towards
    /// the leaves.
    fn last_level_of_pairs(&mut self) {
        let Some(pair) = self.cost.ticks(2) else { return };
        let Some(ticks) = self.best.ticks.checked_sub(pair) else { return };
        let slack = self.line.slack(2, pair);
        if self.line.bound + slack - self.line.margin <= self.best.ticks as f64 {
            self.radius = self.best.ticks as f64 - self.line.bound + self.line.margin;
            let partial = Pairs { levels: self.height - 1, product: 1, widest: self.leaves, ticks, slack };
            self.descend_to_pairs(&partial);
        }
    }

    fn descend_to_pairs(&mut self, partial: &Pairs) {
        let window = self.window;
        for class in window.iter().filter(|class| class.ticks <= partial.ticks) {
            let room = (self.leaves - 1) / partial.product;
            let mut fanout = class.widest.min(partial.widest).min(room >> (partial.levels - 1));
            while fanout >= class.narrowest {
                if !self.effort.spend(1) {
                    return;
                }
                let child = Pairs {
                    levels: partial.levels - 1,
                    product: partial.product * fanout,
                    widest: fanout,
                    ticks: partial.ticks - class.ticks,
                    slack: partial.slack + self.slack(fanout, class),
                };
                if child.slack > self.radius || !self.pairs_may_win(&child) {
                    break;
                }
                self.list.push(fanout);
                if child.levels > 0 {
                    self.descend_to_pairs(&child);
                } else if child.ticks == 0 {
                    let fanouts = self.list.iter().rev().copied().chain([2]).collect();
                    self.offer(self.best.ticks, fanouts);
                }
                self.list.pop();
                fanout -= 1;
            }
        }
    }

    /// True if the last internal level can have more than half as many nodes as there are leaves, with few enough pairs
    /// there and nodes above. Once false, it stays so for smaller fanouts.
    fn pairs_may_win(&self, partial: &Pairs) -> bool {
        let leaves = u128::from(self.leaves);
        let widest = u128::from(partial.widest).saturating_pow(partial.levels);
        let nodes = widest.saturating_mul(u128::from(partial.product)).min(leaves - 1);
        let nodes_above = leaves.div_ceil(2).div_ceil(u128::from(partial.product));
        2 * nodes >= leaves && leaves - nodes + nodes_above <= u128::from(self.best.internal_nodes)
    }
}

/// A list above a last level of pairs, chosen from the leaves up.
#[derive(Clone, Copy)]
struct Pairs {
    levels: u32,
    /// The product of the chosen fanouts.
    product: u64,
    widest: u64,
    /// The exact cost that the levels still to be chosen must have.
    ticks: u64,
    slack: f64,
}

/// True if `levels` fanouts of at most `widest` cannot reach `required`.
fn out_of_reach(widest: u64, levels: u32, required: u64) -> bool {
    widest.checked_pow(levels).is_some_and(|product| product < required)
}

/// A lower bound on the internal nodes of every completion whose last internal level has at most half as many nodes as
/// there are leaves.
fn fewest_internal_nodes(partial: &Partial) -> u128 {
    let mut nodes = u128::from(partial.required);
    let mut sum = nodes.saturating_mul(partial.weight).saturating_add(1);
    for _ in 1..partial.levels {
        nodes = nodes.div_ceil(u128::from(partial.widest));
        sum = sum.saturating_add(nodes);
    }
    sum
}
