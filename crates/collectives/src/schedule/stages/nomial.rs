//! Trees from mixed-radix digits: binomial, k-nomial and linear trees are those of equal fanouts.

use super::Cut;
use super::rule::{Load, Rule};
use super::staged::Steps;
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};
use logpine_text::integer::ceil_log;

/// The order of the digits of a rank on the way from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The highest digit first: ranks first send over the largest distance, and every subtree is an interval of ranks.
    #[default]
    FarFirst,
    /// The lowest digit first: the ranks that have the message are always the first ones, and each sends to one of the
    /// next.
    NearFirst,
}

impl Order {
    /// `far-first` or `near-first`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FarFirst => "far-first",
            Self::NearFirst => "near-first",
        }
    }

    /// The level of a tree in which each rank that has the message sends it to `fanout` - 1 others, the nearest of which
    /// is `nearest` away.
    #[must_use]
    pub const fn level(self, nearest: u64, fanout: u64) -> Pattern {
        match self {
            Self::FarFirst => {
                Pattern::Children { step: nearest.saturating_mul(fanout), stride: nearest, from: 1, to: fanout }
            }
            Self::NearFirst => Pattern::Spread { holders: nearest, from: 1, to: fanout },
        }
    }
}

/// Fanouts from the root on, of product at least P. In a level of fanout f every rank that has the message sends it to
/// f - 1 others, so that f times as many have it.
#[derive(Clone, Debug)]
pub struct Nomial {
    fanouts: Vec<u64>,
    order: Order,
}

impl Nomial {
    /// `None` for a fanout below 2, and if some rank is not reached.
    #[must_use]
    pub fn new(ranks: u64, fanouts: Vec<u64>, order: Order) -> Option<Self> {
        let reached = fanouts.iter().fold(1, |reached: u64, &fanout| reached.saturating_mul(fanout));
        let valid = fanouts.iter().all(|&fanout| fanout >= 2) && reached >= ranks;
        valid.then_some(Self { fanouts, order })
    }

    /// All fanouts k, as few as suffice.
    #[must_use]
    pub fn uniform(ranks: u64, k: u64, order: Order) -> Option<Self> {
        if k < 2 {
            return None;
        }
        Self::new(ranks, vec![k; ceil_log(k, ranks) as usize], order)
    }

    /// All fanouts 2, far-first.
    #[must_use]
    pub fn binomial(ranks: u64) -> Option<Self> {
        Self::uniform(ranks, 2, Order::FarFirst)
    }

    /// One fanout: the root serves all.
    #[must_use]
    pub fn linear(ranks: u64) -> Option<Self> {
        Self::new(ranks, vec![ranks.max(2)], Order::FarFirst)
    }

    /// From the root to all, level after level. `None` if blocks are only defined for subtrees that are intervals of
    /// ranks, and these are not.
    #[must_use]
    pub fn down(&self, ranks: u64, cut: Cut, load: Load) -> Option<Steps> {
        let has_blocks = self.order == Order::FarFirst || load != Load::Subtree;
        has_blocks.then(|| match load {
            Load::Whole => self.levels(ranks, cut, &[|_| Rule::All]),
            Load::Subtree => self.levels(ranks, cut, &[|count| Rule::From { first: FirstBlock::Subtree, count }]),
        })
    }

    /// From the root to all, one segment after the other along each level. The root sends in every stage, so no segment
    /// sets out before all ranks have the one before it.
    #[must_use]
    pub fn down_in_segments(&self, ranks: u64, cut: Cut) -> Steps {
        let last = cut.count() - 1;
        let [full, last] =
            [0..last, last..last + 1].map(|part| move |_| Rule::Segments { from: part.start, to: part.end });
        if cut.count() == 1 { self.levels(ranks, cut, &[last]) } else { self.levels(ranks, cut, &[full, last]) }
    }

    /// The levels in order of time, each with these rules, which depend on the distance of the nearest child.
    fn levels(&self, ranks: u64, cut: Cut, rules: &[impl Fn(u64) -> Rule]) -> Steps {
        let Self { fanouts, order } = self;
        let nearest: Vec<u64> = match order {
            Order::FarFirst => products(fanouts.iter().rev()).into_iter().rev().collect(),
            Order::NearFirst => products(fanouts.iter()),
        };
        let mut steps = Steps::new(ranks, cut);
        for (&fanout, nearest) in fanouts.iter().zip(nearest) {
            for rule in rules.iter().map(|rule| rule(nearest)) {
                let (bytes, times) = match rule {
                    // The longest message is that to the first child of the root, since no subtree has more ranks and the
                    // first blocks are the largest.
                    Rule::From { .. } => (cut.bytes(&(nearest..nearest.saturating_mul(2).min(ranks))), 1),
                    Rule::Segments { from, to } => (cut.bytes(&(from..from + 1)), to - from),
                    _ => (cut.total(), 1),
                };
                steps = steps.with(level(ranks, order.level(nearest, fanout), bytes).repeated(times), rule);
            }
        }
        steps
    }
}

/// For each fanout the product of those before it; saturating.
fn products<'a>(fanouts: impl Iterator<Item = &'a u64>) -> Vec<u64> {
    let mut product = 1u64;
    let before = |&fanout: &u64| {
        let after = product.saturating_mul(fanout);
        std::mem::replace(&mut product, after)
    };
    fanouts.map(before).collect()
}

/// A level of a tree as a stage; messages to more than one child are all in it from its start.
#[must_use]
pub fn level(ranks: u64, pattern: Pattern, bytes: u64) -> Stage {
    let stage = Stage::new(pattern, bytes);
    if pattern.stages(ranks) > 1 { stage.streaming() } else { stage }
}
