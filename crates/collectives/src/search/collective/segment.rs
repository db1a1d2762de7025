//! The segment size with the least time, over all sizes from one byte to the whole message.
//!
//! The only assumption about a model is that its lower bounds hold. An interval of sizes is excluded by the time of the
//! number of segments of its largest size, each at the cost of its smallest size; sizes that are not excluded are evaluated.
//! So the answer is the same as that of trying every size.

use super::Effort;
use crate::collective::{Cut, Cutting, Exhaustive, Sizes, Timed};
use logpine_models::model::PortTiming;
use logpine_text::integer::first;
use logpine_text::units::Time;
use logpine_trees::tree::Segments;

/// The number of steps of the local search around the best size of the ladder.
const STEPS: u32 = 5;

/// The result of a search for the best segment size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best cut, unless none is better than the limit.
    pub cut: Option<Cut>,
    /// Exhaustive if every size was evaluated or excluded.
    pub exhaustive: Exhaustive,
}

/// Returns the segment size of least time for `bytes` under `timing`, among `sizes`; `timed` evaluates an algorithm. Among
/// equals, one with the fewest segments. Only cuts that take at most `limit` count.
pub fn best_cut(
    timing: &dyn PortTiming,
    bytes: u64,
    sizes: Sizes,
    limit: Time,
    effort: &mut Effort,
    timed: &mut dyn Timed,
) -> Found {
    let Some(mut search) = Search::new(timing, bytes, sizes, limit, effort, timed) else {
        return Found { cut: None, exhaustive: Exhaustive::Yes };
    };
    // With a good limit from elsewhere, few bounds are often enough.
    if limit == Time::MAX || !search.few_bounds_do() {
        search.climb();
        search.sweep();
    }
    let exhaustive = if search.effort.is_spent() { Exhaustive::No } else { Exhaustive::Yes };
    Found { cut: search.best, exhaustive }
}

/// True if few lower bounds show that none of `sizes` takes at most `limit`; `timed` only needs lower bounds.
pub fn is_excluded(
    timing: &dyn PortTiming,
    bytes: u64,
    sizes: Sizes,
    limit: Time,
    effort: &mut Effort,
    timed: &mut dyn Timed,
) -> bool {
    Search::new(timing, bytes, sizes, limit, effort, timed).is_none_or(|mut search| search.few_bounds_do())
}

/// True if the gaps of a convex model's segments bound the time: the gap per byte falls up to the whole message, so that the
/// gaps of more segments are longer, and no message is delivered before its gap is over.
fn gaps_count(timing: &dyn PortTiming, bytes: u64, timed: &dyn Timed) -> Option<bool> {
    let gap = |bytes| timed.gap(timing.port(bytes)?);
    let whole = gap(bytes)?.ticks();
    let less = gap(bytes.saturating_sub(1).max(1))?.ticks();
    let falls = u128::from(whole.saturating_sub(less)) * u128::from(bytes) <= u128::from(whole);
    let one = timing.port(1)?;
    Some(falls && one.delivery >= one.send_gap)
}

/// The number of bounds that [`is_excluded`] may use.
const FEW: u32 = 12;

struct Search<'a> {
    timing: &'a dyn PortTiming,
    bytes: u64,
    sizes: Sizes,
    /// True if the model is convex.
    convex: bool,
    /// True if [`Timed::time_of_gaps`] holds.
    gaps_count: bool,
    timed: &'a mut dyn Timed,
    /// The time above which no cut is of interest.
    limit: Time,
    best: Option<Cut>,
    effort: &'a mut Effort,
}

impl<'a> Search<'a> {
    /// Returns `None` if the message can be cut in none of the sizes.
    fn new(
        timing: &'a dyn PortTiming,
        bytes: u64,
        sizes: Sizes,
        limit: Time,
        effort: &'a mut Effort,
        timed: &'a mut dyn Timed,
    ) -> Option<Self> {
        let bytes = bytes.max(1);
        let sizes = sizes.up_to(bytes)?;
        let convex = timing.is_convex();
        let gaps_count = convex && gaps_count(timing, bytes, timed) == Some(true);
        Some(Self { timing, bytes, sizes, convex, gaps_count, timed, limit, best: None, effort })
    }

    /// The number of segments of a size.
    fn segments(&self, segment: u64) -> u64 {
        self.bytes.div_ceil(segment)
    }

    /// The smallest size that needs no more segments.
    fn smallest_alike(&self, segment: u64) -> u64 {
        self.bytes.div_ceil(self.segments(segment))
    }

    /// True if few bounds exclude every size.
    fn few_bounds_do(&mut self) -> bool {
        let mut intervals = vec![(self.sizes.least, self.sizes.most)];
        for _ in 0..FEW {
            let Some((low, high)) = intervals.pop() else { return true };
            if self.excluded(low, high) {
                continue;
            }
            if low == high {
                return false;
            }
            let middle = self.middle(low, high);
            intervals.extend([(low, middle - 1), (middle, high)]);
        }
        intervals.is_empty()
    }

    /// Evaluates one size.
    fn evaluate(&mut self, segment: u64) -> Option<Time> {
        self.effort.spend();
        let cutting = self.timed.cutting();
        let segments = cutting.segments(self.timing, self.bytes, segment)?;
        let segment = if cutting == Cutting::Even { self.smallest_alike(segment) } else { segment };
        let time = self.timed.time(&segments)?;
        let better = self.best.is_none_or(|best| (time, segments.count) < (best.time, best.segments));
        if time <= self.limit && better {
            self.best = Some(Cut { segment, segments: segments.count, time });
            self.limit = time;
        }
        Some(time)
    }

    /// A good size to begin with: the best power of two of segments, and its neighbours in ever finer steps.
    fn climb(&mut self) {
        let Sizes { least, most } = self.sizes;
        let mut at = (0, None);
        self.step_to(most, &mut at);
        for halvings in 0..=self.bytes.ilog2() {
            let segment = self.bytes.div_ceil(1 << halvings);
            if self.sizes.contains(segment) {
                self.step_to(segment, &mut at);
            }
        }
        // Single bytes are best if a message costs no more than its bytes; halving odd sizes misses them.
        self.step_to(least, &mut at);
        for step in 2..2 + STEPS {
            let (segment, change) = (at.0, at.0 >> step);
            self.step_to((segment - change).max(least), &mut at);
            self.step_to(segment.saturating_add(change).min(most), &mut at);
        }
    }

    fn step_to(&mut self, segment: u64, at: &mut (u64, Option<Time>)) {
        let segment = self.smallest_alike(segment).max(self.sizes.least);
        if segment == at.0 {
            return;
        }
        let time = self.evaluate(segment);
        if at.0 == 0 || time.is_some() && (at.1.is_none() || time < at.1) {
            *at = (segment, time);
        }
    }

    /// Excludes or evaluates every size, larger ones first.
    fn sweep(&mut self) {
        let mut intervals = vec![(self.sizes.least, self.sizes.most)];
        while let Some((low, high)) = intervals.pop() {
            if self.effort.is_spent() {
                return;
            }
            if self.excluded(low, high) {
                continue;
            }
            if low == high {
                self.evaluate(low);
            } else if self.convex && self.segments(low) == self.segments(high) {
                self.descend(low, high);
            } else {
                let middle = self.middle(low, high);
                intervals.push((low, middle - 1));
                intervals.push((middle, high));
            }
        }
    }

    /// Finds the best of sizes that need the same number of segments. In a convex model the time is then convex: all
    /// segments but the last grow with the size, and the last shrinks.
    fn descend(&mut self, low: u64, high: u64) {
        let falls = |search: &mut Self, at: u64| {
            let (here, next) = (search.evaluate(at), search.evaluate(at + 1));
            next.is_some_and(|next| here.is_none_or(|here| next < here))
        };
        // The smallest size, for which all segments are about equal, is most often the best.
        if falls(self, low) {
            first(low + 1..=high, |at| !falls(self, at));
        }
    }

    /// A size above `low`, at most `high`, at which to split: the geometric mean if they are far apart; if the interval has
    /// several numbers of segments, the smallest size of one of them.
    fn middle(&self, low: u64, high: u64) -> u64 {
        let mean = if high / 4 > low {
            u64::try_from((u128::from(low) * u128::from(high)).isqrt()).unwrap_or(high)
        } else {
            low + (high - low).div_ceil(2)
        };
        let (most, alike) = (self.segments(low), self.smallest_alike(mean));
        if most == self.segments(high) {
            mean
        } else if alike > low {
            alike
        } else {
            self.bytes.div_ceil(most - 1)
        }
    }

    /// True if no size of an interval is better than the best known.
    fn excluded(&mut self, low: u64, high: u64) -> bool {
        self.effort.spend();
        let (fewest, most) = (self.segments(high), self.segments(low));
        let as_good = self.best.is_some_and(|best| fewest >= best.segments);
        let too_long =
            |bound: Option<Time>, limit| bound.is_none_or(|bound| bound > limit || (bound == limit && as_good));
        if self.gaps_count && too_long(self.gaps_bound(fewest, low), self.limit) {
            return true;
        }
        let shortest = if fewest == most { self.bytes - (fewest - 1) * high } else { 1 };
        let bound = self.bound(fewest, low, shortest);
        too_long(bound, self.limit)
    }

    /// A lower bound on the time of `count` or more segments of at least `segment` bytes by their gaps. The sum of convex
    /// gaps is least if the segments are as equal as possible.
    fn gaps_bound(&mut self, count: u64, segment: u64) -> Option<Time> {
        let (size, longer) = (self.bytes / count, self.bytes % count);
        let gap = |bytes| self.timed.gap(self.timing.port(bytes)?);
        let short = gap(size.max(1))?.checked_mul(count - longer)?;
        let long = if longer == 0 { Time::ZERO } else { gap(size + 1)?.checked_mul(longer)? };
        self.timed.time_of_gaps(count, self.timing.port(segment)?, short.checked_add(long)?)
    }

    /// A lower bound on the time of `count` or more segments of at least `segment` bytes, the last of at least `last`.
    fn bound(&mut self, count: u64, segment: u64, last: u64) -> Option<Time> {
        let full = self.timing.port_at_least(segment)?;
        let last = if count == 1 { full } else { self.timing.port_at_least(last)? };
        self.timed.time(&Segments { count, full, last })
    }
}

#[cfg(test)]
mod tests;
