//! Trees from mixed-radix digits: binomial, k-nomial and linear are those of equal fanouts.

use super::Cut;
use super::rule::{Load, Rule};
use super::staged::Steps;
use crate::model::stage::{Pattern, Stage};

/// Which digits of a rank come first on its way from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The highest: ranks first send as far as they ever do, and every subtree is an interval of ranks.
    #[default]
    FarFirst,
    /// The lowest: the ranks that have the message are always the first ones, and each sends to one of the next.
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
}

/// Fanouts from the root on, of product at least P: in a level of fanout f every rank that has the message sends it to f - 1
/// others, so that f times as many have it.
#[derive(Clone, Debug)]
pub(super) struct Nomial {
    fanouts: Vec<u64>,
    order: Order,
}

impl Nomial {
    /// `None` for a fanout below 2, and where some rank is not reached.
    pub(super) fn new(ranks: u64, fanouts: Vec<u64>, order: Order) -> Option<Self> {
        let reached = fanouts.iter().fold(1, |reached: u64, &fanout| reached.saturating_mul(fanout));
        let valid = fanouts.iter().all(|&fanout| fanout >= 2) && reached >= ranks;
        valid.then_some(Self { fanouts, order })
    }

    /// All fanouts k, as few as will do.
    pub(super) fn uniform(ranks: u64, k: u64, order: Order) -> Option<Self> {
        if k < 2 {
            return None;
        }
        let mut fanouts = Vec::new();
        let mut reached = 1u64;
        while reached < ranks {
            reached = reached.saturating_mul(k);
            fanouts.push(k);
        }
        Self::new(ranks, fanouts, order)
    }

    /// All fanouts 2, far-first.
    pub(super) fn binomial(ranks: u64) -> Option<Self> {
        Self::uniform(ranks, 2, Order::FarFirst)
    }

    /// One fanout: the root serves all.
    pub(super) fn linear(ranks: u64) -> Option<Self> {
        Self::new(ranks, vec![ranks.max(2)], Order::FarFirst)
    }

    /// From the root to all: of a `Subtree`, whose blocks are those of the ranks, the longest message is that to the first
    /// child of the root, for no subtree has more ranks and the first blocks are the largest. `None` where only subtrees
    /// that are intervals have such blocks, and these do not.
    pub(super) fn down(&self, ranks: u64, cut: Cut, load: Load) -> Option<Steps> {
        let mut steps = Steps::new(ranks, cut);
        match self.order {
            Order::FarFirst => {
                let strides = products(self.fanouts.iter().rev());
                for (&fanout, stride) in self.fanouts.iter().zip(strides.into_iter().rev()) {
                    let step = stride.saturating_mul(fanout);
                    let bytes = match load {
                        Load::Whole => cut.total(),
                        Load::Subtree => cut.bytes(&(stride..stride.saturating_mul(2).min(ranks))),
                    };
                    let pattern = Pattern::Children { step, stride, from: 1, to: fanout };
                    steps = steps.with(level(ranks, pattern, bytes), Rule::Far { stride, fanout, load });
                }
            }
            Order::NearFirst if load == Load::Subtree => return None,
            Order::NearFirst => {
                for (&fanout, holders) in self.fanouts.iter().zip(products(self.fanouts.iter())) {
                    let pattern = Pattern::Spread { holders, from: 1, to: fanout };
                    steps = steps.with(level(ranks, pattern, cut.total()), Rule::Near { holders, fanout });
                }
            }
        }
        Some(steps)
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

/// A level of a tree, as a stage: messages to more than one child are there from its beginning.
#[must_use]
pub fn level(ranks: u64, pattern: Pattern, bytes: u64) -> Stage {
    let stage = Stage::new(pattern, bytes);
    if pattern.stages(ranks) > 1 { stage.streaming() } else { stage }
}
