//! Members of families among ranks: recipes for algorithms, and what is known of them before they are made.

use super::bcast::UnknownTree;
use super::{Algorithm, Cutting, Exhaustive, Known, RankTree, Sizes, Timed};
use crate::model::Port;
use crate::tree::earliest::FanoutLimits;
use crate::tree::families::Parameters;
use crate::tree::{RankShape, Segments};
use crate::units::Time;
use std::sync::Arc;

/// Whether a reduction along a schedule combines the operands in the order of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandOrder {
    /// It can: every subtree is an interval of ranks.
    Kept,
    /// It cannot.
    Lost,
}

/// An algorithm of a family with everything fixed but the size of the segments.
#[derive(Clone, Debug)]
pub struct Member {
    /// What tells it from the other members.
    pub parameters: Parameters,
    /// How to make the algorithm.
    pub recipe: Recipe,
    /// Whether a reduction keeps the order of its operands.
    pub operand_order: OperandOrder,
    /// Some rank of this member and of every later one of the family sends every byte at least so many times. The search
    /// of the family ends when that alone takes too long.
    pub least_sends: u64,
    /// Whether the family has no member before it that is not listed.
    pub listed: Exhaustive,
    /// The segment sizes that it is for.
    pub sizes: Sizes,
    /// Its time with the whole message as one segment, where that is known without the algorithm.
    pub uncut: Option<Time>,
}

impl Member {
    /// A member for segments of every size, with one child of the root at least.
    #[must_use]
    pub const fn new(parameters: Parameters, recipe: Recipe, operand_order: OperandOrder) -> Self {
        let (least_sends, listed, sizes, uncut) = (1, Exhaustive::Yes, Sizes::ALL, None);
        Self { parameters, recipe, operand_order, least_sends, listed, sizes, uncut }
    }

    /// The algorithm for so many ranks, which is made once; `None` where it is a tree too large even when compressed.
    pub fn algorithm(&mut self, ranks: u64) -> Option<&Arc<dyn Algorithm>> {
        self.made(ranks, &Known::default())
    }

    /// The same, with what is known of earliest trees.
    pub(crate) fn made(&mut self, ranks: u64, known: &Known) -> Option<&Arc<dyn Algorithm>> {
        if !matches!(self.recipe, Recipe::Made(_)) {
            self.recipe = Recipe::Made(self.recipe.make(ranks, known)?);
        }
        if let Recipe::Made(algorithm) = &self.recipe { Some(algorithm) } else { None }
    }
}

/// How to make an [`Algorithm`].
#[derive(Clone, Debug)]
pub enum Recipe {
    /// It is there.
    Made(Arc<dyn Algorithm>),
    /// A tree whose form the machine does not change.
    Tree {
        /// The tree of so many ranks with that k.
        form: fn(ranks: u64, k: u64) -> RankShape,
        /// What tells trees of a form apart.
        k: u64,
        /// What is known of it.
        outline: Option<Outline>,
    },
    /// The earliest tree for a gap and delivery within fanout limits.
    Earliest {
        /// The gap and delivery.
        port: Port,
        /// The fanout limits.
        limits: FanoutLimits,
        /// What is known of it.
        outline: Outline,
    },
}

impl Recipe {
    pub(super) fn made(algorithm: impl Algorithm + 'static) -> Self {
        Self::Made(Arc::new(algorithm))
    }

    /// A tree of which nothing is known.
    pub(super) const fn tree(form: fn(ranks: u64, k: u64) -> RankShape, k: u64) -> Self {
        Self::Tree { form, k, outline: None }
    }

    /// The algorithm for so many ranks; `None` if it is a tree too large even when compressed.
    #[must_use]
    pub fn make(&self, ranks: u64, known: &Known) -> Option<Arc<dyn Algorithm>> {
        let shape = match *self {
            Self::Made(ref algorithm) => return Some(Arc::clone(algorithm)),
            Self::Tree { form, k, .. } => form(ranks, k),
            Self::Earliest { port, limits, .. } => match known.shape(port, limits, ranks) {
                Ok(shape) => shape,
                // Its time for an uncut message is known all the same.
                Err(_) if limits == FanoutLimits::NONE => return Some(Arc::new(UnknownTree)),
                Err(_) => return None,
            },
        };
        Some(Arc::new(RankTree(shape)))
    }

    /// How the algorithm cuts a message, if it does.
    #[must_use]
    pub fn cutting(&self) -> Cutting {
        match self {
            Self::Made(algorithm) => algorithm.cutting(),
            Self::Tree { .. } | Self::Earliest { .. } => Cutting::LastShort,
        }
    }

    /// What is known of the tree before it is made, if anything.
    #[must_use]
    pub const fn outline(&self) -> Option<Outline> {
        match *self {
            Self::Tree { outline, .. } => outline,
            Self::Earliest { outline, .. } => Some(outline),
            Self::Made(_) => None,
        }
    }
}

/// What is known of a tree before it is made, for lower bounds on its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The root has at least so many children.
    pub root_fanout: u64,
    /// A message takes some rank at least so many gaps,
    pub gaps: u64,
    /// and so many deliveries,
    pub deliveries: u64,
    /// and so many of either.
    pub either: u64,
    /// No message of the sizes asked for takes less,
    pub least: Time,
    /// and no message of any size less than that.
    pub least_of_any: Time,
}

impl Outline {
    /// A k-ary tree whose levels but the last are full: the last child of the last child ... of the root.
    pub(super) fn k_ary(ranks: u64, k: u64) -> Self {
        // The levels below the root that are full.
        let (mut full, mut level, mut left) = (0, 1u64, ranks.saturating_sub(1));
        loop {
            level = level.saturating_mul(k);
            if level > left {
                break;
            }
            (full, left) = (full + 1, left - level);
        }
        let gaps = (k - 1).saturating_mul(full);
        Self {
            root_fanout: k.min(ranks - 1),
            gaps,
            deliveries: full,
            either: 0,
            least: Time::ZERO,
            least_of_any: Time::ZERO,
        }
    }

    /// With the exact times of the earliest tree, `time_of` a port, for the two that bound the segments: full ones of at
    /// least `full`, the last of at least `any`.
    #[must_use]
    pub fn within(self, time_of: impl Fn(Port) -> Option<Time>, full: Port, any: Port) -> Self {
        let of = |port: Port| time_of(port).unwrap_or(Time::ZERO);
        Self { least: self.least.max(of(full)), least_of_any: self.least_of_any.max(of(any)), ..self }
    }

    /// The way of one segment to the last rank.
    fn way(&self, port: Port) -> Option<Time> {
        let (gaps, deliveries) = (port.send_gap.checked_mul(self.gaps)?, port.delivery.checked_mul(self.deliveries)?);
        let either = port.send_gap.min(port.delivery).checked_mul(self.either)?;
        gaps.checked_add(deliveries)?.checked_add(either)
    }
}

impl Timed for Outline {
    /// The root sends each segment to all its children before the next, and every segment has its way before it.
    fn time(&mut self, segments: &Segments) -> Option<Time> {
        let Segments { count, full, last } = *segments;
        let way = self.way(full)?.max(self.least);
        let Some(before) = count.checked_sub(2) else { return Some(way) };
        let sends = full.send_gap.checked_mul(self.root_fanout)?;
        let earlier = sends.checked_mul(before)?;
        Some(
            earlier
                .checked_add(way)?
                .max(earlier.checked_add(sends)?.checked_add(self.way(last)?.max(self.least_of_any))?),
        )
    }

    /// The last segment but one has its way after all before it. The gaps of the last two are at most as long as the mean.
    fn time_of_gaps(&mut self, count: u64, full: Port, gaps: Time) -> Option<Time> {
        let before = u128::from(gaps.ticks()) * u128::from(count.saturating_sub(2)) / u128::from(count.max(1));
        let before = Time::from_ticks(u64::try_from(before).unwrap_or(0)).checked_mul(self.root_fanout)?;
        Some(gaps.checked_mul(self.root_fanout)?.max(before.checked_add(self.way(full)?.max(self.least))?))
    }
}
