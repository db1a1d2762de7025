//! Scatter: each of P ranks gets one of P blocks, along a tree in which every subtree is an interval of ranks.
//!
//! A rank that holds m blocks sends parts of them on, each in one message, and keeps the rest, until every rank holds its
//! own.
//!
//! *K-nomial:* the holder sends k - 1 parts of floor(m / k) or ceil(m / k) blocks, largest first. It keeps a part of the
//! larger size that parts can have, so that it sends less. No exchange of two of its sends is better: the larger part
//! takes longer to spread, and its delivery exceeds its gap by no less.
//!
//! The q levels of such a tree, the fewest with k^q >= P, cost q deliveries, and a level k - 2 gaps more. With k = 2
//! parts are halves: the binomial tree, with the fewest messages one after the other. With k = P the root sends every
//! rank its block. A rank that is free long before its message is delivered should send wide: under `LogGP` with P = k^q
//! and gaps that bind,
//!
//! ```text
//! q (L + 2o - G + (k - 2) (g - G)) + G s (P - 1) / P
//! ```
//!
//! For k = P this is the scatter of Alexandrov, Ionescu, Schauser and Scheiman (1995), and for k = 2 that of Barnett et
//! al. (1994). If gap and delivery are equal, k = 2 is the best.
//!
//! *Optimal:* a rank that is free before its message is delivered scatters alone for part of the time, so it should keep
//! more than it sends. With c(f) bytes counted for f blocks, no tree in which every rank gets its part in one message
//! takes less than
//!
//! ```text
//! T(1) = 0,  T(m) = min over 1 <= f < m of max(delivery(c(f)) + T(f), gap(c(f)) + T(m - f))
//! ```
//!
//! Every m has a part f(m) of its own, so there is neither a parameter nor a closed form.

mod k_nomial;
mod optimal;

pub use optimal::OPTIMAL_RANKS;

use k_nomial::KNomial;
use logpine_models::model::{Port, PortTiming};
use logpine_text::integer::{ceil_log2, ceil_root};
use logpine_text::units::Time;
use optimal::OptimalTree;
use std::ops::Range;

/// The bound up to which every radix is tried: with so few children, one more or fewer matters.
const NARROW: u64 = 8;

/// A scatter, or, run backwards, a gather: along a k-nomial tree, or the optimal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scatter(Parts);

/// The division of blocks by their holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Parts {
    KNomial(KNomial),
    Optimal,
}

impl Scatter {
    /// Along the binomial tree, k = 2.
    pub const BINOMIAL: Self = Self(Parts::KNomial(KNomial(2)));

    /// Along the fastest tree, for at most [`OPTIMAL_RANKS`] ranks.
    pub const OPTIMAL: Self = Self(Parts::Optimal);

    /// Along the k-nomial tree of radix `radix`, at least 2.
    #[must_use]
    pub fn with_radix(radix: u64) -> Self {
        Self(Parts::KNomial(KNomial(radix.max(2))))
    }

    /// Scatters along k-nomial trees of the radices 2 to 8 and, beyond, of the least radix for each number of levels:
    /// from the binomial tree to the linear one.
    pub fn k_nomial(ranks: u64) -> impl Iterator<Item = Self> {
        let narrow = 2..=NARROW.min(ranks.max(2));
        // Radices do not fall as levels become fewer.
        let mut widest = NARROW;
        let is_wider = move |radix: &u64| {
            let is_wider = *radix > widest;
            widest = widest.max(*radix);
            is_wider
        };
        let by_levels = (1..=ceil_log2(ranks)).rev().map(move |levels| ceil_root(ranks, levels));
        narrow.chain(by_levels.filter(is_wider)).map(Self::with_radix)
    }

    /// The radix k: a holder of blocks sends at most k - 1 parts of them on, and keeps one. `None` for the optimal
    /// scatter.
    #[must_use]
    pub const fn radix(self) -> Option<u64> {
        match self.0 {
            Parts::KNomial(KNomial(radix)) => Some(radix),
            Parts::Optimal => None,
        }
    }

    /// The recurrence for its time, in words; `None` along the binomial tree, which has a closed form.
    pub(super) const fn recurrence(self) -> Option<&'static str> {
        match self.radix() {
            Some(2) => None,
            Some(_) => Some(
                "no closed form for every P: who holds blocks sends k - 1 of k parts, T(m) = max(gaps of all + T(kept), gaps before \
                 a part + its delivery + T(part)); under LogGP with P = k^d and gaps that bind the scatter takes \
                 d (L + 2o - G + (k - 2) (g - G)) + (P - 1)/P G s",
            ),
            None => Some(
                "no closed form: T(1) = 0, T(m) = min over f < m of max(delivery of f blocks + T(f), gap of f blocks + T(m - f)), \
                 found for every m up to P",
            ),
        }
    }

    /// The time until every rank has its block and may send again: T(P) with T(1) = 0 and, for a part i of f(i) blocks that
    /// is sent after others,
    ///
    /// ```text
    /// T(m) = max(gaps of all parts + T(kept), gaps of the parts before i + delivery(c(f(i))) + T(f(i)) for every i)
    /// ```
    ///
    /// Exact if P divides s, and for k >= P. Otherwise parts of equally many blocks differ by a byte. In a k-nomial tree
    /// as many parts as possible count as the longer ones: all of a rank's messages to parts of one size have at most a
    /// byte more than its real ones. In the optimal tree all parts do. Under alpha-beta and for k = 2 the time is
    /// q alpha + beta s (P - 1) / P for every P. `None` for no rank or byte and past [`Time::MAX`]; for the optimal
    /// scatter also for more than [`OPTIMAL_RANKS`] ranks, and if P messages might take 2^61 ticks.
    ///
    /// **Complexity** O(q) for k-nomial trees. The optimal one takes some ten steps a rank, and at most O(P^2) if gaps
    /// are far from affine.
    #[must_use]
    pub fn time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        self.along(&|bytes| timing.port_up_to(bytes), ranks, bytes)
    }

    /// The time of the gather that is the scatter run backwards, without combining.
    #[must_use]
    pub fn gather_time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        self.along(&|bytes| timing.port_up_to(bytes)?.reversed(Time::ZERO), ranks, bytes)
    }

    fn along(self, port: PortOf, ranks: u64, bytes: u64) -> Option<Time> {
        match self.0 {
            Parts::KNomial(tree) => tree.time(port, ranks, bytes),
            Parts::Optimal => Some(OptimalTree::new(port, ranks, bytes)?.time()),
        }
    }

    /// The tree of the scatter; `None` if it has no time.
    pub(super) fn tree(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<ScatterTree> {
        self.tree_of(&|bytes| timing.port_up_to(bytes), ranks, bytes)
    }

    /// The tree of the gather.
    pub(super) fn gather_tree(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<ScatterTree> {
        self.tree_of(&|bytes| timing.port_up_to(bytes)?.reversed(Time::ZERO), ranks, bytes)
    }

    fn tree_of(self, port: PortOf, ranks: u64, bytes: u64) -> Option<ScatterTree> {
        Some(match self.0 {
            Parts::KNomial(tree) => ScatterTree::KNomial(tree),
            Parts::Optimal => ScatterTree::Optimal(OptimalTree::new(port, ranks, bytes)?),
        })
    }
}

/// The blocks that each rank sends, and their receivers.
#[derive(Clone, Debug)]
pub(super) enum ScatterTree {
    KNomial(KNomial),
    Optimal(OptimalTree),
}

impl ScatterTree {
    /// Calls `send` with the next parts that the holder of blocks sends, in order. Returns the part, sent or kept, that
    /// contains `block`. The first rank of a part gets it.
    ///
    /// *Requires* at least two blocks held.
    pub(super) fn divide(&self, held: &Range<u64>, block: u64, send: impl FnMut(Range<u64>)) -> Range<u64> {
        match self {
            Self::KNomial(tree) => {
                let split = tree.split(held.end - held.start);
                split.sent(held.start).for_each(send);
                split.part_of(held.start, block)
            }
            Self::Optimal(tree) => {
                let sent = tree.sent(held);
                std::iter::once(sent.clone()).for_each(send);
                if sent.contains(&block) { sent } else { held.start..sent.start }
            }
        }
    }
}

/// The cost of a message of a given number of bytes.
type PortOf<'a> = &'a dyn Fn(u64) -> Option<Port>;
