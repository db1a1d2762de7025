//! Scatter: each of P ranks gets one of P blocks, along a k-nomial tree.
//!
//! Who holds m blocks sends k - 1 parts of floor(m / k) or ceil(m / k) of them on, largest first, and keeps the rest, until
//! every rank holds its own. Of the sizes that parts can have the holder keeps the larger, so that it sends less. No two of
//! its sends are better the other way round: the larger part takes longer to spread, and its delivery exceeds its gap by no
//! less.
//!
//! The q levels of such a tree, the fewest with k^q >= P, cost q deliveries, and a level k - 2 gaps more. With k = 2 parts are
//! halves: the binomial tree, with the fewest messages one after the other. With k = P the root sends every rank its block.
//! Whoever is free long before its message is delivered had better send wide: under `LogGP` with P = k^q and gaps that bind,
//!
//! ```text
//! q (L + 2o - G + (k - 2) (g - G)) + G s (P - 1) / P
//! ```
//!
//! For k = P this is the scatter of Alexandrov, Ionescu, Schauser and Scheiman (1995), and for k = 2 that of Barnett et al.
//! (1994). Where gap and delivery are equal, k = 2 is the best.

use super::log_ranks;
use super::scatter_allgather::{Share, part_bytes};
use crate::model::{Port, PortTiming};
use crate::tree::ceil_root;
use crate::units::Time;
use std::ops::Range;

/// The largest radix of which every one up to it is tried: among so many children one more or fewer matters.
const NARROW: u64 = 8;

/// A scatter, or backwards a gather, along a k-nomial tree of [`radix`](Self::radix) k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scatter {
    radix: u64,
}

impl Scatter {
    /// Along the binomial tree, k = 2.
    pub const BINOMIAL: Self = Self { radix: 2 };

    /// Along the k-nomial tree of that radix, at least 2.
    #[must_use]
    pub fn with_radix(radix: u64) -> Self {
        Self { radix: radix.max(2) }
    }

    /// The least radix k, at least 2, for a tree of at most `levels`, at least 1: k^levels >= P.
    #[must_use]
    pub fn with_levels(ranks: u64, levels: u32) -> Self {
        Self { radix: ceil_root(ranks, levels.max(1)).max(2) }
    }

    /// The radices 2 to 8 and, beyond, the least for each number of levels: from the binomial tree to the linear one.
    ///
    /// ```
    /// use logpine::schedule::scatter::Scatter;
    /// // With up to 8 levels, with 2, and with 1.
    /// assert_eq!(Scatter::all(256).map(Scatter::radix).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 16, 256]);
    /// ```
    pub fn all(ranks: u64) -> impl Iterator<Item = Self> {
        let narrow = (2..=NARROW.min(ranks.max(2))).map(Self::with_radix);
        // They do not fall as levels become fewer.
        let mut widest = NARROW;
        let is_wider = move |scatter: &Self| {
            let is_wider = scatter.radix > widest;
            widest = widest.max(scatter.radix);
            is_wider
        };
        let by_levels = (1..=log_ranks(ranks)).rev().map(move |levels| Self::with_levels(ranks, levels));
        narrow.chain(by_levels.filter(is_wider))
    }

    /// k: who holds blocks sends at most k - 1 parts of them on, and keeps one.
    #[must_use]
    pub const fn radix(self) -> u64 {
        self.radix
    }

    /// The time until every rank has its block and may send again: T(P) with T(1) = 0 and, for a part i of f(i) blocks that
    /// is sent after others,
    ///
    /// ```text
    /// T(m) = max(gaps of all parts + T(kept), gaps of the parts before i + delivery(c(f(i))) + T(f(i)) for every i)
    /// ```
    ///
    /// Exact where P divides s, and for k >= P. Else parts of as many blocks differ by a byte, and so many count as the longer
    /// as may be: all of a rank's messages to parts of one size have at most a byte more than its real ones. Under alpha-beta
    /// and for k = 2 it is q alpha + beta s (P - 1) / P for every P. `None` for no rank or byte and past [`Time::MAX`].
    ///
    /// ```
    /// use logpine::{machine::Machine, model::port_timing, schedule::scatter::Scatter, units::Time};
    /// let machine = "name = 'm'\n[loggp]\nlatency = '50ps'\noverhead = '1ps'\ngap = '2ps'\ngap_per_byte = '1ps/B'";
    /// let timing = port_timing(&Machine::from_toml(machine, "m")?, None)?;
    /// let time = |levels| Scatter::with_levels(16, levels).time(timing.as_ref(), 16, 160).map(Time::ticks);
    /// // As many times L + 2o - G + (k - 2) (g - G), and 150 bytes.
    /// assert_eq!([4, 2, 1].map(time), [4 * 51 + 150, 2 * 53 + 150, 65 + 150].map(Some));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **Complexity** O(q): after i levels, parts have one of two sizes.
    #[must_use]
    pub fn time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        self.along(&|bytes| timing.port_up_to(bytes), ranks, bytes)
    }

    /// The time of the gather that is the scatter run backwards, which combines nothing.
    #[must_use]
    pub fn gather_time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        self.along(&|bytes| timing.port_up_to(bytes)?.reversed(Time::ZERO), ranks, bytes)
    }

    /// What the holder of that many blocks does with them.
    pub(super) const fn split(self, blocks: u64) -> Split {
        let (part, more) = (blocks / self.radix, blocks % self.radix);
        match more {
            0 => Split { kept: part, larger: 0, smaller: self.radix - 1, part },
            _ if part == 0 => Split { kept: 1, larger: more - 1, smaller: 0, part },
            _ => Split { kept: part + 1, larger: more - 1, smaller: self.radix - more, part },
        }
    }

    fn along(self, port: PortOf, ranks: u64, bytes: u64) -> Option<Time> {
        part_bytes(ranks, bytes, 0)?;
        let messages = Messages { port, ranks, bytes };
        // k^i for the last level i with a part of more than one block.
        let mut power = 1u64;
        while let Some(next) = power.checked_mul(self.radix).filter(|&next| next < ranks) {
            power = next;
        }
        // T of the two sizes of parts after a level, of which the larger need not occur: f and f + 1, at first 0 and 1.
        let mut times = [Some(Time::ZERO); 2];
        loop {
            let (blocks, part) = (ranks / power, ranks / power / self.radix);
            let time_of = |blocks: u64| times[usize::from(blocks > part)];
            let of = |blocks| messages.time(self.split(blocks), time_of);
            times = [of(blocks), if ranks.is_multiple_of(power) { None } else { of(blocks + 1) }];
            if power == 1 {
                return times[0];
            }
            power /= self.radix;
        }
    }
}

/// The parts that the holder of m blocks makes of them, in their order: the one that it keeps, then those that it sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// Blocks kept.
    pub(super) kept: u64,
    /// Parts sent of one block more.
    pub(super) larger: u64,
    /// Parts sent, after those.
    pub(super) smaller: u64,
    /// Blocks of a smaller part, floor(m / k).
    pub(super) part: u64,
}

impl Split {
    /// The parts sent by the holder of the blocks from `first` on, in their order.
    pub(super) fn sent(self, first: u64) -> impl Iterator<Item = Range<u64>> {
        let parts = |start: u64, count: u64, size: u64| {
            (0..count).map(move |index| start + index * size..start + (index + 1) * size)
        };
        let larger = first + self.kept;
        let smaller = larger + self.larger * (self.part + 1);
        parts(larger, self.larger, self.part + 1).chain(parts(smaller, self.smaller, self.part))
    }

    /// The part, kept or sent, that a block is in.
    pub(super) const fn part_of(self, first: u64, block: u64) -> Range<u64> {
        let larger = first + self.kept;
        let smaller = larger + self.larger * (self.part + 1);
        let (start, size) = match block {
            _ if block < larger => return first..larger,
            _ if block < smaller => (larger, self.part + 1),
            _ => (smaller, self.part),
        };
        let start = start + (block - start) / size * size;
        start..start + size
    }
}

/// What a message of so many bytes costs.
type PortOf<'a> = &'a dyn Fn(u64) -> Option<Port>;

/// Messages of whole blocks.
struct Messages<'a> {
    port: PortOf<'a>,
    /// P
    ranks: u64,
    /// s
    bytes: u64,
}

/// Messages that one rank sends one after the other.
#[derive(Default)]
struct Sent {
    /// Until it may send again.
    gaps: Time,
    /// Until all are delivered.
    delivered: Time,
}

impl Messages<'_> {
    /// T(m), from those of the parts.
    fn time(&self, split: Split, time_of: impl Fn(u64) -> Option<Time>) -> Option<Time> {
        let Split { kept, larger, smaller, part } = split;
        let [first, then] = [self.sent(larger, part + 1)?, self.sent(smaller, part)?];
        let mut time = first.gaps.checked_add(then.gaps)?.checked_add(time_of(kept)?)?;
        if larger > 0 {
            time = time.max(first.delivered.checked_add(time_of(part + 1)?)?);
        }
        if smaller > 0 {
            time = time.max(first.gaps.checked_add(then.delivered)?.checked_add(time_of(part)?)?);
        }
        Some(time)
    }

    /// Messages of as many blocks each. The blocks of all of them follow one another, and have at most ceil of their share.
    fn sent(&self, count: u64, blocks: u64) -> Option<Sent> {
        if count == 0 {
            return Some(Sent::default());
        }
        let Share { whole: shorter, rest } = Share::of(self.ranks, self.bytes, blocks);
        let longer = match (rest, count) {
            (0, _) => 0,
            (_, 1) => 1,
            // As many bytes as there are longer ones.
            _ => part_bytes(self.ranks, rest, count)?,
        };
        // An empty message is not sent.
        let port = |count, bytes| {
            if count == 0 || bytes == 0 { Some((0, Port::default())) } else { Some((count, (self.port)(bytes)?)) }
        };
        let both = [port(longer, shorter + 1)?, port(count - longer, shorter)?];
        let gaps = both
            .iter()
            .try_fold(Time::ZERO, |gaps, (count, port)| gaps.checked_add(port.send_gap.checked_mul(*count)?))?;
        let mut delivered = Time::ZERO;
        for (_, port) in both.iter().filter(|(count, _)| *count > 0) {
            let start = Time::from_ticks(gaps.ticks() - port.send_gap.ticks());
            delivered = delivered.max(start.checked_add(port.delivery)?);
        }
        Some(Sent { gaps, delivered })
    }
}
