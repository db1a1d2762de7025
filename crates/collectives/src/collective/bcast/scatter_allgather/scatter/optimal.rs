//! The fastest scatter in which every rank gets its part in one message, with c(f) = ceil(f s / P) bytes counted for f
//! blocks.
//!
//! Certain f blocks may have one byte fewer. Since c(f) is counted all the same, this is the least of times that do not
//! fall as s grows. As P grows times may fall, and not only by rounding. If a message of b bytes may have any real number
//! of bytes, and gap and delivery have the same slope, gap(b) = a + beta b and delivery(b) = l + beta b, fewer ranks
//! never take longer: from the tree for P + 1 remove a leaf that is among the ranks of the root's first message. Every
//! rank has its own block after that message, so it has it after at least a block less, and (B - 1) / P <= B / (P + 1) of
//! the message.
//!
//! If the overhead is a floor to the gap, times may fall: under `LogGP` with L = 2.5 us, o = 1.5 us, g = 1 us and G = 6
//! ns, 252 bytes among 6 ranks take 11.744 us, among 7 ranks 11.710 us. A message of up to 84 bytes holds its sender for
//! o, and with 7 ranks that is two blocks and 12 bytes.

use super::PortOf;
use crate::collective::scatter_allgather::part_bytes;
use logpine_text::units::Time;
use std::ops::Range;

/// The largest number of ranks for which the optimal scatter is found. It takes O(P) instead of the O(log P) of others.
pub const OPTIMAL_RANKS: u64 = 1024;

/// The bound on sums of times, to keep them far from the limit of an `i64`.
const LONGEST: i64 = 1 << 61;

/// For the holder of m blocks, for every m: the number of blocks that it sends first.
#[derive(Clone, Debug)]
pub(crate) struct OptimalTree {
    /// T(P)
    time: Time,
    /// f(m), 0 if there is nothing to send.
    part: Vec<u32>,
}

/// The values for up to m blocks.
struct Table {
    /// The gap after a message of f blocks.
    gaps: Vec<i64>,
    /// D(f), and as soon as T(f) is known D(f) + T(f): the time at which the receiver of f blocks has scattered them. It
    /// does not fall.
    finished: Vec<i64>,
    /// T(m), which does not fall.
    times: Vec<i64>,
    /// f(m)
    part: Vec<u32>,
    /// The average increase of the gap per block.
    slope: i64,
    /// The least of gap(i) - i slope for 1 <= i <= f.
    least_gap: Vec<i64>,
    /// Indices i with the least T(j) - j slope of all j >= i, and those values: both grow.
    least_times: Vec<(usize, i64)>,
}

impl OptimalTree {
    /// With T(1) = 0, T(m) = min over 1 <= f < m of max(D(f) + T(f), gap(f) + T(m - f)).
    ///
    /// A part f is tried only if that may be less than the least found. D(f) + T(f) does not fall, so no part beyond the
    /// first that is too slow is tried. For the smaller parts there is a bound on gap(f) + T(m - f) that covers all of
    /// them at once: subtract the slope from both terms, then add the least of the first and the least of the second. On
    /// machines whose gaps are nearly affine few parts a rank remain.
    ///
    /// `None` for no rank or byte, for more than [`OPTIMAL_RANKS`] ranks, and if P messages might take 2^61 ticks.
    pub(super) fn new(port: PortOf, ranks: u64, bytes: u64) -> Option<Self> {
        part_bytes(ranks, bytes, 0)?;
        if ranks > OPTIMAL_RANKS {
            return None;
        }
        let mut table = Table::new(port, ranks, bytes)?;
        // The part up to which all may be of use; it does not fall, since T(m) does not.
        let mut widest = 1;
        for blocks in 2..=usize::try_from(ranks).ok()? {
            widest = table.append(blocks, widest);
        }
        let ticks = table.times.last().and_then(|&ticks| u64::try_from(ticks).ok())?;
        Some(Self { time: Time::from_ticks(ticks), part: table.part })
    }

    /// T(P).
    pub(super) const fn time(&self) -> Time {
        self.time
    }

    /// The blocks that the holder of `held` sends first: the last of them.
    pub(super) fn sent(&self, held: &Range<u64>) -> Range<u64> {
        let blocks = usize::try_from(held.end - held.start).unwrap_or(usize::MAX);
        let part = self.part.get(blocks).map_or(1, |&part| part.into());
        held.end - part..held.end
    }
}

impl Table {
    /// The table for no block and one.
    fn new(port: PortOf, ranks: u64, bytes: u64) -> Option<Self> {
        let limit = LONGEST / i64::try_from(ranks).ok()?;
        let ticks = |time: Time| i64::try_from(time.ticks()).ok().filter(|&ticks| ticks <= limit);
        let (mut gaps, mut finished) = (vec![0], vec![0]);
        for blocks in 1..ranks {
            let port = port(part_bytes(ranks, bytes, blocks)?)?;
            gaps.push(ticks(port.send_gap)?);
            finished.push(ticks(port.delivery)?);
        }
        let slope = match gaps[..] {
            [_, first, .., last] => (last - first) / i64::try_from(ranks - 2).ok()?,
            _ => 0,
        };
        let above = gaps.iter().zip(0..).skip(1).map(|(gap, blocks)| gap - blocks * slope);
        let running = above.scan(i64::MAX, |least, gap| {
            *least = gap.min(*least);
            Some(*least)
        });
        let least_gap = std::iter::once(i64::MAX).chain(running).collect();
        let (times, part, least_times) = (vec![0, 0], vec![0, 0], vec![(1, -slope)]);
        Some(Self { gaps, finished, times, part, slope, least_gap, least_times })
    }

    /// Appends T(m) for the next m. Returns the part up to which all were of use.
    fn append(&mut self, blocks: usize, mut widest: usize) -> usize {
        let Self { gaps, finished, times, least_gap, least_times, .. } = &*self;
        let time = |part: usize| finished[part].max(gaps[part] + times[blocks - part]);
        let (mut part, mut best) = (widest, time(widest));
        while widest + 1 < blocks && finished[widest + 1] < best {
            widest += 1;
            if time(widest) < best {
                (part, best) = (widest, time(widest));
            }
        }
        // Few blocks.
        let all = self.slope * i64::try_from(blocks).unwrap_or(i64::MAX);
        let mut least = least_times.partition_point(|&(index, _)| index < blocks - widest);
        for smaller in (1..=widest).rev() {
            if least_times[least].0 < blocks - smaller {
                least += 1;
            }
            if least_gap[smaller] + least_times[least].1 + all >= best {
                break;
            }
            if time(smaller) < best {
                (part, best) = (smaller, time(smaller));
            }
        }
        self.times.push(best);
        // Fewer than `OPTIMAL_RANKS`.
        self.part.push(u32::try_from(part).unwrap_or(u32::MAX));
        if let Some(finished) = self.finished.get_mut(blocks) {
            *finished += best;
        }
        let above = best - all;
        while self.least_times.last().is_some_and(|&(_, least)| least >= above) {
            self.least_times.pop();
        }
        self.least_times.push((blocks, above));
        widest
    }
}
