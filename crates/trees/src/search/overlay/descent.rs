//! Branch and bound over the fanout lists with a given number of wide levels.
//!
//! Fanouts are chosen widest first. Each has a small loss against the [`Relaxation`]. The total loss may be at most the gap
//! between its bound and the best list so far.
//!
//! In member trees the chain and the narrowest wide fanout m come before all others: a trunk of a nodes. With
//! e = 1 / (m - 1), 1 + x a + e <= x (a + e) for every x >= m, so the product of the other fanouts is at least
//! (n + e) / (a + e).

use super::effort::Effort;
use super::node_cost::NodeCost;
use super::relaxation::{FanoutClass, Relaxation};
use crate::tree::even_split_internal_nodes;
use logpine_text::integer::gcd;

/// The effort of a partial list, in examined fanouts.
const NODE_LOOKS: usize = 32;

/// The question for one list.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub cost: NodeCost<'a>,
    /// The number of targets that an internal node is itself: 0 or 1.
    pub own: u64,
    /// The number of targets that the list must reach.
    pub count: u64,
}

impl Question<'_> {
    /// A chain of `levels` levels next to the leaves. `None` if it is of no use.
    pub fn chain(self, levels: u32) -> Option<Trunk> {
        let nodes = u64::from(levels) + 1;
        if levels > 0 && (self.own == 0 || nodes >= self.count) {
            return None;
        }
        let ticks = if levels == 0 { 0 } else { self.cost.ticks(1)?.checked_mul(u64::from(levels))? };
        Some(Trunk { levels, wide: None, nodes, ticks })
    }

    /// The fanout with which one level above a trunk reaches `required` targets.
    pub fn last_fanout(self, required: u64, trunk: Trunk) -> u64 {
        (required - self.own).div_ceil(trunk.nodes)
    }

    /// A lower bound on the logarithm of the product of fanouts of at least `narrowest` that reach `required` targets above
    /// subtrees of `nodes` nodes.
    pub fn least_ln(self, required: u64, nodes: u64, narrowest: u64) -> f64 {
        let share = self.own as f64 / (narrowest - 1) as f64;
        libm::log((required as f64 + share) / (nodes as f64 + share))
    }

    /// A lower bound in ticks on lists of `levels` wide levels above a chain of at most `longest`. Above a chain of k levels
    /// the product is at least (n + 1) / (k + 2), so the bound is least if k + 2 is the slope over the cost of one level.
    pub fn least(self, line: Relaxation, levels: u32, longest: u32) -> f64 {
        if self.own == 0 {
            return line.bound;
        }
        let one = self.cost.ticks(1).unwrap_or(u64::MAX) as f64;
        let members = self.count as f64 + 1.0;
        let chain = (line.slope / one).min(members).min(f64::from(longest) + 2.0).max(2.0);
        line.least(libm::log(members / chain), levels) + (chain - 2.0) * one
    }
}

/// The nodes of a tree with `levels` levels of this fanout above subtrees of `nodes` nodes (saturating).
pub fn levels_above(own: u64, nodes: u64, fanout: u64, levels: u32) -> u64 {
    if own == 0 {
        return nodes.saturating_mul(fanout.saturating_pow(levels));
    }
    (0..levels).fold(nodes, |nodes, _| nodes.saturating_mul(fanout).saturating_add(own))
}

/// A bound in whole ticks, rounded down so that it remains a bound.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounds down and saturates")]
pub fn whole_ticks(bound: f64) -> u64 {
    bound.max(0.0) as u64
}

/// The best list so far. Of lists of the same time that a search comes across, the one with the fewest internal nodes, then the lowest,
/// then the lexicographically smallest.
pub struct Best<'a> {
    question: Question<'a>,
    pub ticks: u64,
    /// The internal nodes of a leaf tree. Among member trees they break no ties.
    internal_nodes: u64,
    /// The fanouts from the root down.
    pub fanouts: Vec<u64>,
}

impl<'a> Best<'a> {
    /// No list yet, so that the first is better.
    pub fn none(question: Question<'a>) -> Self {
        Self { question, ticks: u64::MAX, internal_nodes: u64::MAX, fanouts: Vec::new() }
    }

    /// Takes a list, its widest fanouts first, if it is better.
    pub fn offer(&mut self, ticks: u64, list: impl FnOnce() -> Vec<u64>) {
        if ticks > self.ticks {
            return;
        }
        let mut fanouts = list();
        if self.question.own == 0 {
            fanouts.reverse();
        }
        self.take(ticks, fanouts);
    }

    fn take(&mut self, ticks: u64, fanouts: Vec<u64>) {
        let Question { own, count, .. } = self.question;
        let internal_nodes = if own == 0 { even_split_internal_nodes(count, &fanouts) } else { 0 };
        let key = (ticks, internal_nodes, fanouts.len(), &fanouts);
        if key < (self.ticks, self.internal_nodes, self.fanouts.len(), &self.fanouts) {
            *self = Self { ticks, internal_nodes, fanouts, ..*self };
        }
    }
}

/// The levels next to the leaves that are chosen before all others: in member trees a chain, and the fanout above it.
#[derive(Clone, Copy)]
pub struct Trunk {
    /// The number of levels of one child.
    pub levels: u32,
    /// The fanout above them, the narrowest of the wide levels.
    pub wide: Option<u64>,
    /// The number of nodes of one subtree of these levels.
    pub nodes: u64,
    /// The cost of these levels.
    pub ticks: u64,
}

impl Trunk {
    /// The whole list with these fanouts above the trunk.
    pub fn list(&self, fanouts: impl Iterator<Item = u64>) -> Vec<u64> {
        fanouts.chain(self.wide).chain((0..self.levels).map(|_| 1)).collect()
    }

    /// The narrowest fanout that may be above the trunk.
    fn narrowest(&self) -> u64 {
        self.wide.unwrap_or(2)
    }
}

/// The possible costs of whole lists: `least` and more by multiples of `step` (equal to `least` if `step` is 0).
#[derive(Clone, Copy)]
struct Lattice {
    least: u64,
    step: u64,
}

impl Lattice {
    /// The least possible cost that is at least `bound`.
    fn round_up(self, bound: f64) -> u64 {
        let above = whole_ticks(bound).saturating_sub(self.least);
        match self.step {
            0 => self.least.saturating_add(above),
            step => self.least.saturating_add(above.div_ceil(step).saturating_mul(step)),
        }
    }
}

/// A list chosen from the widest fanout on.
#[derive(Clone, Copy)]
struct Partial {
    /// The number of levels still to be chosen.
    levels: u32,
    /// The least number of targets that they must reach, with the trunk.
    required: u64,
    /// The largest fanout of these levels.
    widest: u64,
    /// The class of that fanout in the window.
    class: usize,
    /// The cost of the trunk and the chosen levels.
    ticks: u64,
    /// A lower bound in ticks on the whole list.
    bound: f64,
}

/// Branch and bound over the lists with a given number of wide levels.
pub struct Descent<'s, 'a> {
    question: Question<'a>,
    line: Relaxation,
    /// The useful fanouts, widest first.
    window: &'s [FanoutClass],
    lattice: Lattice,
    pub best: &'s mut Best<'a>,
    pub effort: &'s mut Effort,
    trunk: Trunk,
    /// The greatest bound of lists that are searched.
    ceiling: f64,
    /// The chosen fanouts, widest first.
    list: Vec<u64>,
}

impl<'s, 'a> Descent<'s, 'a> {
    pub fn new(
        question: Question<'a>,
        line: Relaxation,
        window: &'s [FanoutClass],
        best: &'s mut Best<'a>,
        effort: &'s mut Effort,
    ) -> Self {
        let cheapest = window.last().map_or(0, |class| class.ticks);
        let step = window.iter().fold(0, |step, class| gcd(step, class.ticks - cheapest));
        let lattice = Lattice { least: cheapest, step };
        let trunk = Trunk { levels: 0, wide: None, nodes: 1, ticks: 0 };
        Self { question, line, window, lattice, best, effort, trunk, ceiling: 0.0, list: Vec::new() }
    }

    /// Searches the lists of `levels` wide levels above a chain, as far as their bounds are at most `ceiling`. All of them
    /// cost at least `bound`.
    pub fn above(&mut self, chain: Trunk, levels: u32, bound: f64, ceiling: f64) {
        self.ceiling = ceiling;
        if self.question.own == 0 {
            self.above_trunk(chain, levels, bound);
            return;
        }
        let mut trunks = Vec::new();
        for class in self.window {
            if !self.effort.spend(1) {
                return;
            }
            // The widest fanout of a class has the most nodes at the same cost.
            let nodes = levels_above(self.question.own, chain.nodes, class.widest, 1);
            self.trunk =
                Trunk { wide: Some(class.widest), nodes, ticks: chain.ticks.saturating_add(class.ticks), ..chain };
            let bound = self.least(self.question.count, self.trunk.ticks, levels - 1);
            if nodes < self.question.count && bound <= ceiling {
                trunks.push((self.trunk, bound));
            }
        }
        trunks.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        for (trunk, bound) in trunks {
            self.above_trunk(trunk, levels - 1, bound);
        }
    }

    fn above_trunk(&mut self, trunk: Trunk, levels: u32, bound: f64) {
        let cheapest = self.window.last().map_or(0, |class| class.ticks);
        self.lattice.least = cheapest.saturating_mul(u64::from(levels)).saturating_add(trunk.ticks);
        self.trunk = trunk;
        let (required, ticks) = (self.question.count, trunk.ticks);
        self.descend(&Partial { levels, required, widest: u64::MAX, class: 0, ticks, bound });
    }

    /// A lower bound in ticks on lists with `levels` levels left, which must reach `required` targets above the trunk.
    fn least(&self, required: u64, ticks: u64, levels: u32) -> f64 {
        let narrowest = self.trunk.narrowest();
        let ln = self.question.least_ln(required, self.trunk.nodes, narrowest);
        ticks as f64 + self.line.least(ln.max(f64::from(levels) * libm::log(narrowest as f64)), levels)
    }

    fn descend(&mut self, partial: &Partial) {
        if partial.levels == 1 {
            self.finish(partial);
            return;
        }
        if !self.effort.spend(NODE_LOOKS + self.window.len() - partial.class) {
            return;
        }
        let (own, trunk) = (self.question.own, self.trunk);
        let (levels, below) = (partial.levels - 1, partial.required - own);
        // Something must be left for the other levels.
        let most = partial.widest.min(self.question.last_fanout(partial.required, trunk) - 1);
        for (index, class) in self.window.iter().enumerate().skip(partial.class) {
            // The widest fanout of a class has the least loss.
            if partial.bound + class.slack > self.ceiling {
                continue;
            }
            let narrowest = class.narrowest.max(trunk.narrowest());
            let top = class.widest.min(most);
            if top < narrowest {
                continue;
            }
            if !self.effort.spend(1) {
                return;
            }
            // Among the fanouts that leave the same requirement to the other levels, only the smallest is useful.
            let required = below.div_ceil(top);
            let fanout = below.div_ceil(required).max(narrowest);
            if levels_above(own, trunk.nodes, fanout, levels) < required {
                return;
            }
            let ticks = partial.ticks.saturating_add(class.ticks);
            let bound = match own {
                0 => partial.bound + self.slack(fanout, class),
                _ => self.least(required, ticks, levels),
            };
            if bound <= self.ceiling && self.lattice.round_up(bound - self.line.margin) < self.best.ticks {
                self.list.push(fanout);
                self.descend(&Partial { levels, required, widest: fanout, class: index, ticks, bound });
                self.list.pop();
            }
        }
    }

    fn slack(&self, fanout: u64, class: &FanoutClass) -> f64 {
        if fanout == class.widest { class.slack } else { self.line.slack(fanout, class.ticks) }
    }

    /// Completes the list: a wider fanout than is needed costs no less.
    fn finish(&mut self, partial: &Partial) {
        let fanout = self.question.last_fanout(partial.required, self.trunk).max(self.trunk.narrowest());
        let ticks = self.question.cost.ticks(fanout).and_then(|ticks| ticks.checked_add(partial.ticks));
        if let Some(ticks) = ticks.filter(|_| fanout <= partial.widest) {
            self.best.offer(ticks, || self.trunk.list(self.list.iter().copied().chain([fanout])));
        }
    }
}
