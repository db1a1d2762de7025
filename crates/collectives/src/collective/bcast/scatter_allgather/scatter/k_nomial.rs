//! The scatter along a k-nomial tree.

use super::PortOf;
use crate::collective::bcast::scatter_allgather::{Share, part_bytes};
use logpine_models::model::Port;
use logpine_text::integer::ceil_log;
use logpine_text::units::Time;
use std::ops::Range;

/// The k-nomial tree of a radix, at least 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KNomial(pub(super) u64);

impl KNomial {
    /// The parts into which the holder of `blocks` blocks divides them.
    pub(super) const fn split(self, blocks: u64) -> Split {
        let (part, more) = (blocks / self.0, blocks % self.0);
        match more {
            0 => Split { kept: part, larger: 0, smaller: self.0 - 1, part },
            _ if part == 0 => Split { kept: 1, larger: more - 1, smaller: 0, part },
            _ => Split { kept: part + 1, larger: more - 1, smaller: self.0 - more, part },
        }
    }

    /// The time until every rank has its block and may send again.
    ///
    /// **Complexity** O(q): after i levels, parts have one of two sizes.
    pub(super) fn time(self, port: PortOf, ranks: u64, bytes: u64) -> Option<Time> {
        part_bytes(ranks, bytes, 0)?;
        let messages = Messages { port, ranks, bytes };
        // k^i for the last level i with a part of more than one block.
        let mut power = self.0.pow(ceil_log(self.0, ranks).saturating_sub(1));
        // T of the two sizes of parts after a level, f and f + 1, at first 0 and 1. The larger need not occur.
        let mut times = [Some(Time::ZERO); 2];
        loop {
            let (blocks, part) = (ranks / power, ranks / power / self.0);
            let time_of = |blocks: u64| times[usize::from(blocks > part)];
            let of = |blocks| messages.time(self.split(blocks), time_of);
            times = [of(blocks), if ranks.is_multiple_of(power) { None } else { of(blocks + 1) }];
            if power == 1 {
                return times[0];
            }
            power /= self.0;
        }
    }
}

/// The parts into which the holder of m blocks divides them, in order: the one that it keeps, then those that it sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The number of blocks kept.
    pub(super) kept: u64,
    /// The number of parts sent of one block more.
    pub(super) larger: u64,
    /// The number of smaller parts sent, after the larger.
    pub(super) smaller: u64,
    /// The number of blocks of a smaller part, floor(m / k).
    pub(super) part: u64,
}

impl Split {
    /// The parts sent by the holder of the blocks from `first` on, in order.
    pub(super) fn sent(self, first: u64) -> impl Iterator<Item = Range<u64>> {
        let parts = |start: u64, count: u64, size: u64| {
            (0..count).map(move |index| start + index * size..start + (index + 1) * size)
        };
        let larger = first + self.kept;
        let smaller = larger + self.larger * (self.part + 1);
        parts(larger, self.larger, self.part + 1).chain(parts(smaller, self.smaller, self.part))
    }

    /// The part, kept or sent, that contains a block.
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

/// Messages of whole blocks.
struct Messages<'a> {
    port: PortOf<'a>,
    /// P
    ranks: u64,
    /// s
    bytes: u64,
}

/// Messages that one rank sends in sequence.
#[derive(Default)]
struct Sent {
    /// The time until the rank may send again.
    gaps: Time,
    /// The time until all are delivered.
    delivered: Time,
}

impl Messages<'_> {
    /// T(m), computed from the times of the parts.
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

    /// `count` consecutive messages of `blocks` blocks each. Each message has at most the ceiling of its share in bytes.
    fn sent(&self, count: u64, blocks: u64) -> Option<Sent> {
        if count == 0 {
            return Some(Sent::default());
        }
        let Share { whole: shorter, rest } = Share::of(self.ranks, self.bytes, blocks);
        let longer = match (rest, count) {
            (0, _) => 0,
            (_, 1) => 1,
            // As many bytes as there are longer messages.
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
