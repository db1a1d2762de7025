//! The least time of a broadcast.

use super::count::Steps;
use logpine_text::integer::ceil_log2;
use logpine_text::units::Time;

/// The least time in which a message reaches `ranks` ranks, min{t : P(t) >= ranks}, with P(t) as in
/// `informed`; `None` past [`Time::MAX`].
///
/// The reversed schedule is the best reduction, with gap and delivery of
/// [`Port::reversed`](logpine_models::model::Port::reversed).
///
/// **Complexity** O(log ranks) evaluations of P, each of O(log ranks) terms; microseconds.
#[must_use]
pub fn broadcast_time(gap: Time, delivery: Time, ranks: u64) -> Option<Time> {
    if ranks <= 1 {
        return Some(Time::ZERO);
    }
    match Steps::new(gap.ticks(), delivery.ticks()) {
        Some(steps) => least_time(steps, &Growth::new(gap, delivery), ranks).map(Time::from_ticks),
        None => Some(delivery),
    }
}

/// min{t : P(t) >= ranks} for at least two ranks.
fn least_time(steps: Steps, growth: &Growth, ranks: u64) -> Option<u64> {
    // 2^floor(t / larger) <= P(t) <= 2^floor(t / smaller).
    let rounds = u64::from(ceil_log2(ranks));
    let mut late = match steps.larger().checked_mul(rounds) {
        Some(late) => late,
        None if steps.informed(u64::MAX, ranks) < ranks => return None,
        None => steps.at_or_before(u64::MAX),
    };
    let mut earliest = steps.smaller().checked_mul(rounds)?;
    let mut guess = growth.time_of(ranks);
    for probe in 0u32.. {
        // `late` reaches the ranks and is a sum of steps; no sum of steps below `earliest` reaches them.
        if earliest >= late {
            break;
        }
        let halfway = earliest + (late - earliest) / 2;
        let time = if probe < 4 || probe % 2 == 0 { guess.clamp(earliest, late - 1) } else { halfway };
        let reached = steps.informed(time, u64::MAX);
        if reached >= ranks {
            late = steps.at_or_before(time);
        } else {
            earliest = steps.after(time)?;
        }
        guess = growth.corrected(time, reached, ranks);
    }
    Some(late)
}

/// The growth of P over the reals, P(t) ~ C e^(st) with e^(-sG) + e^(-sD) = 1. It only tells where to search first.
struct Growth {
    /// s, per tick.
    rate: f64,
    /// ln C.
    offset: f64,
}

impl Growth {
    fn new(gap: Time, delivery: Time) -> Self {
        let (gap, delivery) = (gap.ticks() as f64, delivery.ticks() as f64);
        // Newton's method from the left of the root: the function is convex and falls, so no step overshoots.
        let mut rate = std::f64::consts::LN_2 / gap.max(delivery);
        for _ in 0..80 {
            let (gaps, deliveries) = (libm::exp(-rate * gap), libm::exp(-rate * delivery));
            let step = (gaps + deliveries - 1.0) / (gap * gaps + delivery * deliveries);
            rate += step;
            if step < 1e-9 * rate {
                break;
            }
        }
        let (gaps, deliveries) = (libm::exp(-rate * gap), libm::exp(-rate * delivery));
        // By the renewal theorem, C is the integral of e^(-st) over one gap, divided by the mean step.
        let offset = libm::log((1.0 - gaps) / (rate * (gap * gaps + delivery * deliveries)));
        Self { rate, offset }
    }

    fn time_of(&self, ranks: u64) -> u64 {
        ticks((libm::log(ranks as f64) - self.offset) / self.rate)
    }

    /// The next guess after P(`time`) turned out to be `reached`.
    fn corrected(&self, time: u64, reached: u64, ranks: u64) -> u64 {
        ticks(time as f64 + libm::log(ranks as f64 / reached as f64) / self.rate)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a guess, clamped by the cast")]
fn ticks(time: f64) -> u64 {
    time as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::earliest::informed;
    use proptest::prelude::*;

    fn time(gap: u64, delivery: u64, ranks: u64) -> Option<u64> {
        broadcast_time(Time::from_ticks(gap), Time::from_ticks(delivery), ranks).map(Time::ticks)
    }

    #[test]
    fn few_ranks_and_zero_steps() {
        assert_eq!([0, 1, 2].map(|ranks| time(3, 7, ranks)), [Some(0), Some(0), Some(7)]);
        assert_eq!([time(0, 7, u64::MAX), time(7, 0, u64::MAX), time(0, 0, 2)], [Some(7), Some(0), Some(0)]);
    }

    #[test]
    fn the_largest_times() {
        assert_eq!(time(u64::MAX, u64::MAX, 2), Some(u64::MAX));
        assert_eq!(time(u64::MAX, u64::MAX, 3), None);
        assert_eq!(time(1 << 63, 1 << 62, 3), Some(1 << 63));
        assert_eq!(time(1, u64::MAX - 5, 7), Some(u64::MAX));
        assert_eq!(time(1, u64::MAX - 5, 8), None);
        assert_eq!(time(1, 1, u64::MAX), Some(64));
        assert_eq!(time(1 << 58, 1 << 58, 1 << 63), Some(63 << 58));
        assert_eq!(time(1 << 58, 1 << 58, (1 << 63) + 1), None);
    }

    proptest! {
        #[test]
        fn no_earlier_time_reaches_the_ranks(
            gap in 1u64..1 << 40, delivery in 1u64..1 << 40, ranks in 2u64.., fewer in 0u32..62,
            small in any::<bool>(),
        ) {
            let ranks = (ranks >> fewer).max(2);
            let gap = if small { gap >> 32 | 1 } else { gap };
            let least = time(gap, delivery, ranks).expect("far below 2^64");
            let [gap, delivery] = [gap, delivery].map(Time::from_ticks);
            prop_assert!(informed(gap, delivery, Time::from_ticks(least)) >= ranks);
            prop_assert!(informed(gap, delivery, Time::from_ticks(least - 1)) < ranks);
        }
    }
}
