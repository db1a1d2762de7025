//! Branch and bound over the fanout lists of a member tree with a given number of levels of two or more children.
//!
//! Lists are chosen from the leaves up: first the levels of one child, then fanouts that never fall towards the root. Let
//! the fanouts still to be chosen be at least m, let the tree below have a nodes, and let e = 1 / (m - 1). Then
//! 1 + x a + e <= x (a + e) for every x >= m, so the product of these fanouts is at least (n + e) / (a + e). The
//! [`Relaxation`] turns this into a bound on their costs.

use super::descent::{MOST_CLASSES, NODE_LOOKS, Search, whole_ticks};
use super::effort::Effort;
use super::relaxation::{Curve, FanoutClass, Relaxation};

/// The best list so far.
pub struct Best {
    pub ticks: u64,
    pub fanouts: Vec<u64>,
}

/// The search among lists with a given number of levels of two or more children.
pub struct MemberSearch<'a> {
    pub curve: &'a Curve<'a>,
    pub members: u64,
    pub line: Relaxation,
    pub best: &'a mut Best,
    pub effort: &'a mut Effort,
}

/// The levels of one child next to the leaves.
#[derive(Clone, Copy)]
struct Chain {
    levels: u32,
    ticks: u64,
}

impl MemberSearch<'_> {
    /// Searches the lists of `levels` wide levels above chains of every length up to `longest`, and returns a lower bound on
    /// those that were not searched.
    pub fn all_chains(&mut self, levels: u32, longest: u32) -> u64 {
        let cost = self.curve.cost();
        let mut unproven = u64::MAX;
        for chain in 0..=longest {
            // A chain is a part of the tree only if a wide level is left above it.
            let ticks = cost.ticks(1).and_then(|one| one.checked_mul(u64::from(chain)));
            let Some(ticks) = ticks.filter(|&ticks| ticks < self.best.ticks && u64::from(chain) < self.members) else {
                break;
            };
            let chain = Chain { levels: chain, ticks };
            if let (Search::CutShort, bound) = self.above(chain, levels) {
                unproven = unproven.min(bound);
            }
            if self.effort.is_spent() {
                // Longer chains cost more themselves.
                return unproven.min(ticks);
            }
        }
        unproven
    }

    /// Searches the lists of `levels` wide levels above a chain; with a lower bound on all of them.
    fn above(&mut self, chain: Chain, levels: u32) -> (Search, u64) {
        if self.most_nodes(u64::from(chain.levels) + 1, levels) < self.members {
            return (Search::Complete, u64::MAX);
        }
        let Some((narrowest, bound)) = self.narrowest(chain, levels) else { return (Search::Complete, u64::MAX) };
        let known = whole_ticks(bound - self.line.margin);
        let room = self.best.ticks as f64 - bound;
        let window = self.line.window(self.curve, room + 2.0 * self.line.margin, MOST_CLASSES, self.effort);
        let Some(mut window) = window else { return (Search::CutShort, known) };
        window.retain(|class| class.widest >= narrowest);
        window.reverse();
        let mut list = Vec::with_capacity(levels as usize);
        // A small room first: once a list is found inside it, nothing outside can be better.
        for share in [16.0, 1.0] {
            let ceiling = bound + room / share + self.line.margin;
            let nodes = u64::from(chain.levels) + 1;
            let partial = Partial { levels, nodes, ticks: chain.ticks, class: 0 };
            self.descend(&window, ceiling, chain, &mut list, partial);
            if self.effort.is_spent() {
                return (Search::CutShort, known);
            }
            if (self.best.ticks as f64) < ceiling - self.line.margin {
                break;
            }
        }
        (Search::Complete, u64::MAX)
    }

    /// The narrowest fanout next to the chain that lists faster than the best may have, to within a tenth, and a lower bound
    /// on all these lists; `None` if there are none.
    fn narrowest(&self, chain: Chain, levels: u32) -> Option<(u64, f64)> {
        let (cost, nodes) = (self.curve.cost(), u64::from(chain.levels) + 1);
        let mut low = 2;
        while low <= cost.widest() {
            let high = (low + low / 10).min(cost.widest());
            let rest = self.line.least(self.least_ln(nodes, low), levels) + chain.ticks as f64;
            let slack = self.line.slack(high, cost.ticks(low)?).max(0.0);
            if rest + slack - self.line.margin < self.best.ticks as f64 {
                return Some((low, rest));
            }
            low = high + 1;
        }
        None
    }

    /// A lower bound on the logarithm of the product of the fanouts above a tree of `nodes` nodes, all at least `narrowest`.
    fn least_ln(&self, nodes: u64, narrowest: u64) -> f64 {
        let share = 1.0 / (narrowest - 1) as f64;
        libm::log((self.members as f64 + share) / (nodes as f64 + share))
    }

    /// The most nodes of a tree with so many levels above subtrees of `nodes` nodes (saturating). The line says little about
    /// levels that are too few: under a limit on the fanout they would all be tried.
    fn most_nodes(&self, nodes: u64, levels: u32) -> u64 {
        let widest = self.curve.cost().widest();
        (0..levels).try_fold(nodes, |nodes, _| nodes.checked_mul(widest)?.checked_add(1)).unwrap_or(u64::MAX)
    }

    fn descend(&mut self, window: &[FanoutClass], ceiling: f64, chain: Chain, list: &mut Vec<u64>, partial: Partial) {
        if partial.levels == 1 {
            self.finish(chain, list, partial);
            return;
        }
        if !self.effort.spend(NODE_LOOKS) {
            return;
        }
        let above = partial.levels - 1;
        for (class, fanouts) in window.iter().enumerate().skip(partial.class) {
            // All fanouts above cost at least as much.
            let least = fanouts.ticks.saturating_mul(u64::from(partial.levels)).saturating_add(partial.ticks);
            if least >= self.best.ticks || !self.effort.spend(1) {
                return;
            }
            // The widest fanout of a class has the most nodes at the same cost.
            let fanout = fanouts.widest;
            let nodes = fanout.saturating_mul(partial.nodes).saturating_add(1);
            if self.most_nodes(nodes, above) < self.members {
                continue;
            }
            let ticks = partial.ticks + fanouts.ticks;
            let ln = self.least_ln(nodes, fanout).max(f64::from(above) * libm::log(fanout as f64));
            let bound = ticks as f64 + self.line.least(ln, above) - self.line.margin;
            if bound > ceiling || bound > self.best.ticks as f64 - 1.0 {
                continue;
            }
            list.push(fanout);
            self.descend(window, ceiling, chain, list, Partial { levels: above, nodes, ticks, class });
            list.pop();
        }
    }

    /// Completes the list: the root has as many children as are needed.
    fn finish(&mut self, chain: Chain, list: &[u64], partial: Partial) {
        let root = (self.members - 1).div_ceil(partial.nodes);
        let ticks = self.curve.cost().ticks(root).and_then(|ticks| ticks.checked_add(partial.ticks));
        if let Some(ticks) = ticks.filter(|&ticks| ticks < self.best.ticks) {
            let ones = (0..chain.levels).map(|_| 1);
            let fanouts = [root].into_iter().chain(list.iter().rev().copied()).chain(ones).collect();
            *self.best = Best { ticks, fanouts };
        }
    }
}

/// A list chosen from the leaves up to some level.
#[derive(Clone, Copy)]
struct Partial {
    /// The number of levels still to be chosen, those next to the root.
    levels: u32,
    /// The number of nodes of a subtree of the chosen levels (saturating).
    nodes: u64,
    /// The cost of the chosen levels.
    ticks: u64,
    /// The class of the topmost chosen fanout in the window.
    class: usize,
}
