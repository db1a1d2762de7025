//! Members of families among ranks: recipes for algorithms, and bounds that are known before they are made.

use super::unknown_tree::UnknownTree;
use super::{Algorithm, Cutting, Exhaustive, Known, RankTree, Sizes, Timed};
use logpine_models::model::Port;
use logpine_text::units::Time;
use logpine_trees::tree::earliest::FanoutLimits;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{RankShape, Segments};
use std::sync::Arc;

/// The order of operands in a reduction along a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandOrder {
    /// The order of the ranks can be kept: every subtree is an interval of ranks.
    Kept,
    /// The order of the ranks is lost.
    Lost,
}

/// An algorithm of a family with everything fixed but the size of the segments.
#[derive(Clone, Debug)]
pub struct Member {
    /// The parameters that distinguish it from the other members.
    pub parameters: Parameters,
    /// The recipe for the algorithm.
    pub recipe: Recipe,
    /// The order of operands in a reduction.
    pub operand_order: OperandOrder,
    /// A lower bound for this member and every later one of the family: the number of times that some rank sends every
    /// byte. The search of the family ends when that alone takes too long.
    pub least_sends: u64,
    /// Exhaustive if the family has no unlisted member before it.
    pub listed: Exhaustive,
    /// The segment sizes of the member.
    pub sizes: Sizes,
    /// The time with the whole message as one segment, if it is known without the algorithm.
    pub uncut: Option<Time>,
}

impl Member {
    /// A member for segments of every size, whose root has at least one child.
    #[must_use]
    pub const fn new(parameters: Parameters, recipe: Recipe, operand_order: OperandOrder) -> Self {
        let (least_sends, listed, sizes, uncut) = (1, Exhaustive::Yes, Sizes::ALL, None);
        Self { parameters, recipe, operand_order, least_sends, listed, sizes, uncut }
    }

    /// The algorithm for `ranks` ranks, which is made once; `None` if it is a tree that is too large even in compressed
    /// form.
    pub fn algorithm(&mut self, ranks: u64) -> Option<&Arc<dyn Algorithm>> {
        self.made(ranks, &Known::default())
    }

    /// The same, with a cache of earliest trees.
    pub fn made(&mut self, ranks: u64, known: &Known) -> Option<&Arc<dyn Algorithm>> {
        if !matches!(self.recipe, Recipe::Made(_)) {
            self.recipe = Recipe::Made(self.recipe.make(ranks, known)?);
        }
        if let Recipe::Made(algorithm) = &self.recipe { Some(algorithm) } else { None }
    }
}

/// A recipe for an [`Algorithm`].
#[derive(Clone, Debug)]
pub enum Recipe {
    /// An existing algorithm.
    Made(Arc<dyn Algorithm>),
    /// A tree whose form does not depend on the machine.
    Tree {
        /// The tree of `ranks` ranks with parameter k.
        form: fn(ranks: u64, k: u64) -> RankShape,
        /// The parameter k that distinguishes trees of a form.
        k: u64,
        /// The bounds known for the tree, if any.
        outline: Option<Outline>,
    },
    /// The earliest tree for a gap and delivery within fanout limits.
    Earliest {
        /// The gap and delivery.
        port: Port,
        /// The fanout limits.
        limits: FanoutLimits,
        /// The bounds known for the tree.
        outline: Outline,
    },
}

impl Recipe {
    pub(super) fn made(algorithm: impl Algorithm + 'static) -> Self {
        Self::Made(Arc::new(algorithm))
    }

    /// A tree without known bounds.
    pub(super) const fn tree(form: fn(ranks: u64, k: u64) -> RankShape, k: u64) -> Self {
        Self::Tree { form, k, outline: None }
    }

    /// The algorithm for `ranks` ranks; `None` if it is a tree that is too large even in compressed form.
    #[must_use]
    pub fn make(&self, ranks: u64, known: &Known) -> Option<Arc<dyn Algorithm>> {
        let shape = match *self {
            Self::Made(ref algorithm) => return Some(Arc::clone(algorithm)),
            Self::Tree { form, k, .. } => form(ranks, k),
            Self::Earliest { port, limits, .. } => match known.shape(port, limits, ranks) {
                Ok(shape) => shape,
                // The time for an uncut message is known all the same.
                Err(_) if limits == FanoutLimits::NONE => return Some(Arc::new(UnknownTree)),
                Err(_) => return None,
            },
        };
        Some(Arc::new(RankTree(shape)))
    }

    /// The way in which the algorithm cuts a message.
    #[must_use]
    pub fn cutting(&self) -> Cutting {
        match self {
            Self::Made(algorithm) => algorithm.cutting(),
            Self::Tree { .. } | Self::Earliest { .. } => Cutting::LastShort,
        }
    }

    /// The bounds known for the tree before it is made, if any.
    #[must_use]
    pub const fn outline(&self) -> Option<Outline> {
        match *self {
            Self::Tree { outline, .. } => outline,
            Self::Earliest { outline, .. } => Some(outline),
            Self::Made(_) => None,
        }
    }
}

/// Properties of a tree that are known before it is made, for lower bounds on its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The smallest number of children of the root.
    pub root_fanout: u64,
    /// The smallest number of gaps that a message takes to some rank.
    pub gaps: u64,
    /// The smallest number of deliveries on the same path.
    pub deliveries: u64,
    /// The smallest number of steps on the same path that are gaps or deliveries.
    pub either: u64,
    /// A lower bound on the time of a message of the sizes in question.
    pub least: Time,
    /// A lower bound on the time of a message of any size.
    pub least_of_any: Time,
}

impl Outline {
    /// A k-ary tree whose levels but the last are full. The path is the last child of the last child ... of the root.
    pub(super) fn k_ary(ranks: u64, k: u64) -> Self {
        // The number of full levels below the root.
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

    /// The outline with the exact times of the earliest tree (`time_of` a port) for the two ports that bound the
    /// segments: full segments cost at least `full`, the last at least `any`.
    #[must_use]
    pub fn within(self, time_of: impl Fn(Port) -> Option<Time>, full: Port, any: Port) -> Self {
        let of = |port: Port| time_of(port).unwrap_or(Time::ZERO);
        Self { least: self.least.max(of(full)), least_of_any: self.least_of_any.max(of(any)), ..self }
    }

    /// A lower bound on the time of one segment to the last rank.
    fn way(&self, port: Port) -> Option<Time> {
        let (gaps, deliveries) = (port.send_gap.checked_mul(self.gaps)?, port.delivery.checked_mul(self.deliveries)?);
        let either = port.send_gap.min(port.delivery).checked_mul(self.either)?;
        gaps.checked_add(deliveries)?.checked_add(either)
    }
}

impl Timed for Outline {
    /// The root sends each segment to all its children before the next, and each segment then takes its way to the last
    /// rank.
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

    /// The last segment but one takes its way after all before it. The gaps of the last two are at most as long as the
    /// mean.
    fn time_of_gaps(&mut self, count: u64, full: Port, gaps: Time) -> Option<Time> {
        let before = u128::from(gaps.ticks()) * u128::from(count.saturating_sub(2)) / u128::from(count.max(1));
        let before = Time::from_ticks(u64::try_from(before).unwrap_or(0)).checked_mul(self.root_fanout)?;
        Some(gaps.checked_mul(self.root_fanout)?.max(before.checked_add(self.way(full)?.max(self.least))?))
    }
}
