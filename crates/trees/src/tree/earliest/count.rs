//! The number of ranks that a broadcast reaches within a time.

use logpine_text::units::Time;

/// The number of ranks that know the message after `time` if every rank that knows it keeps sending: P(t), saturating.
///
/// A rank that knows the message at t sends at t, t + G, t + 2G, ... for the gap G, and each send is usable a delivery D
/// after it started. No broadcast reaches more ranks. Karp, Sahay, Santos and Schauser (1993); Bar-Noy and Kipnis
/// (1994):
///
/// ```text
/// P(t) = 1                      t < D
/// P(t) = P(t - G) + P(t - D)    otherwise
///      = sum over j >= 0, jD <= t of C(floor((t - jD) / G) + j, j)
/// ```
///
/// With a gap of zero, all ranks know the message after one delivery; with a delivery of zero, immediately.
///
/// **Complexity** O(log P(t)) terms for any gap and delivery.
#[must_use]
pub fn informed(gap: Time, delivery: Time, time: Time) -> u64 {
    match Steps::new(gap.ticks(), delivery.ticks()) {
        Some(steps) => steps.informed(time.ticks(), u64::MAX),
        None if time < delivery => 1,
        None => u64::MAX,
    }
}

/// A gap and a delivery, neither of them zero, as the larger and the smaller step of arrival times iG + jD.
///
/// Sums over arrival times run over the number of larger steps, of which there are few: P(t) >= 2^floor(t / larger).
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    larger: u64,
    smaller: u64,
    /// floor(larger / smaller) and the remainder.
    ratio: u64,
    rest: u64,
    /// True if the gap is the larger step.
    wide_gap: bool,
}

impl Steps {
    /// Returns `None` if the gap or the delivery is zero.
    pub fn new(gap: u64, delivery: u64) -> Option<Self> {
        let (larger, smaller) = (gap.max(delivery), gap.min(delivery));
        let ratio = larger.checked_div(smaller)?;
        Some(Self { larger, smaller, ratio, rest: larger % smaller, wide_gap: gap > delivery })
    }

    pub fn larger(self) -> u64 {
        self.larger
    }

    pub fn smaller(self) -> u64 {
        self.smaller
    }

    /// P(t), or `cap` if P(t) is at least that.
    ///
    /// With i larger steps and room for m smaller ones after them, term i is C(m + i, i) if the delivery is the larger step.
    /// If the gap is the larger step, C(m + i, i + 1) ranks are reached over i gaps and 1 to m deliveries, plus the root.
    /// Either way, the lower index of the next term is one larger, and the upper index changes by one minus the decrease of
    /// m.
    pub fn informed(self, time: u64, cap: u64) -> u64 {
        let mut total = u64::from(self.wide_gap);
        let mut left = time;
        let (mut room, mut remainder) = (time / self.smaller, time % self.smaller);
        let mut term = if self.wide_gap { Binomial { n: room, k: 1, value: room } } else { Binomial::of_none(room) };
        loop {
            total = total.saturating_add(term.value);
            if total >= cap {
                return cap;
            }
            if left < self.larger || room == 0 {
                return total;
            }
            left -= self.larger;
            let lost = self.ratio + u64::from(remainder < self.rest);
            remainder =
                if remainder < self.rest { self.smaller - (self.rest - remainder) } else { remainder - self.rest };
            room -= lost;
            match term.next(lost - 1) {
                Some(next) => term = next,
                None => return cap,
            }
        }
    }

    /// The largest sum of steps that is at most `time`. P does not change from there to `time`.
    pub fn at_or_before(self, time: u64) -> u64 {
        time - self.remainders(time).min().unwrap_or(0)
    }

    /// The smallest sum of steps above `time`; `None` past 2^64 - 1.
    pub fn after(self, time: u64) -> Option<u64> {
        let beyond = self.larger - time % self.larger;
        let within = self.smaller - self.remainders(time).max().unwrap_or(0);
        time.checked_add(beyond.min(within))
    }

    /// The remainders of `time` after each number of larger steps and as many smaller ones as then fit.
    fn remainders(self, time: u64) -> impl Iterator<Item = u64> {
        let rows = time / self.larger;
        (0..rows)
            .scan(time % self.smaller, move |remainder, _| {
                *remainder = if *remainder < self.rest {
                    self.smaller - (self.rest - *remainder)
                } else {
                    *remainder - self.rest
                };
                Some(*remainder)
            })
            .chain(std::iter::once(time % self.smaller))
    }
}

/// A binomial coefficient that fits 64 bits.
#[derive(Clone, Copy, Debug)]
struct Binomial {
    n: u64,
    k: u64,
    value: u64,
}

impl Binomial {
    /// C(n, 0).
    fn of_none(n: u64) -> Self {
        Self { n, k: 0, value: 1 }
    }

    /// C(n - `fewer`, k + 1), by the way that has fewer factors; `None` past 64 bits.
    fn next(self, fewer: u64) -> Option<Self> {
        let (n, k) = (self.n - fewer, self.k + 1);
        let from_nothing = k.min(n.saturating_sub(k));
        if fewer > from_nothing {
            return Self::new(n, k);
        }
        // C(n - 1, k) = C(n, k) (n - k) / n never grows, so only the last factor can exceed 64 bits.
        let reduced =
            (0..fewer).map(|i| self.n - i).try_fold(self.value, |value, n| times_ratio(value, n - self.k, n))?;
        Some(Self { n, k, value: times_ratio(reduced, n - self.k, k)? })
    }

    /// C(n, k) computed from scratch; `None` past 64 bits.
    fn new(n: u64, k: u64) -> Option<Self> {
        if k > n {
            return Some(Self { n, k, value: 0 });
        }
        let factors = k.min(n - k);
        let value = (1..=factors).try_fold(1, |value, i| times_ratio(value, n - factors + i, i))?;
        Some(Self { n, k, value })
    }
}

/// `value` x `numerator` / `denominator`, which divides exactly; `None` past 64 bits.
fn times_ratio(value: u64, numerator: u64, denominator: u64) -> Option<u64> {
    match value.checked_mul(numerator) {
        Some(product) => Some(product / denominator),
        None => u64::try_from(u128::from(value) * u128::from(numerator) / u128::from(denominator)).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// P(t) for every t below `end` by the recurrence.
    fn by_recurrence(gap: u64, delivery: u64, end: u64) -> Vec<u64> {
        let mut reached: Vec<u64> = Vec::new();
        for time in 0..end {
            let at = |time: u64| reached[usize::try_from(time).expect("a short time")];
            let before = |step: u64| time.checked_sub(step).map_or(1, at);
            reached.push(if time < delivery { 1 } else { before(gap).saturating_add(before(delivery)) });
        }
        reached
    }

    #[test]
    fn the_sum_is_the_recurrence() {
        for gap in 1..20u64 {
            for delivery in 1..20u64 {
                let expected = by_recurrence(gap, delivery, 700);
                for (time, &expected) in (0..).zip(&expected) {
                    let [gap, delivery, time] = [gap, delivery, time].map(Time::from_ticks);
                    assert_eq!(informed(gap, delivery, time), expected, "{gap:?} {delivery:?} {time:?}");
                }
            }
        }
    }

    #[test]
    fn zero_gaps_and_deliveries_and_the_largest_times() {
        let [zero, one, long] = [0, 1, 9].map(Time::from_ticks);
        assert_eq!(informed(zero, long, Time::from_ticks(8)), 1);
        assert_eq!(informed(zero, long, long), u64::MAX);
        assert_eq!(informed(one, zero, zero), u64::MAX);
        assert_eq!(informed(one, one, Time::MAX), u64::MAX);
        assert_eq!(informed(Time::MAX, Time::MAX, Time::MAX), 2);
        assert_eq!(informed(one, Time::MAX, Time::MAX), 2);
        assert_eq!(informed(Time::MAX, one, Time::MAX), u64::MAX);
        assert_eq!(informed(Time::MAX, one, Time::from_ticks(u64::MAX - 1)), u64::MAX);
        assert_eq!(informed(one, Time::from_ticks(u64::MAX - 5), Time::MAX), 7);
    }

    proptest! {
        #[test]
        fn neighbouring_sums_of_steps(gap in 1u64..40, delivery in 1u64..40, time in 0u64..900) {
            let steps = Steps::new(gap, delivery).expect("neither is zero");
            let is_sum = |time: u64| (0..=time / gap).any(|gaps| (time - gaps * gap).is_multiple_of(delivery));
            let before = (0..=time).rev().find(|&time| is_sum(time));
            prop_assert_eq!(Some(steps.at_or_before(time)), before);
            prop_assert_eq!(steps.after(time), (time + 1..=time + gap).find(|&time| is_sum(time)));
        }
    }
}
