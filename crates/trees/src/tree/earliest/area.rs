//! The time that ranks have together after they learned a message.

use super::broadcast_time;
use super::count::Steps;
use logpine_text::units::Time;

/// The number of pieces in which the growth of P(t) is followed.
const PIECES: u64 = 256;

/// A lower bound on the least T with sum over k of max(T - r(k), 0) >= `ticks`, where r(k) is the earliest time at which `ranks`
/// ranks number k knows the message: the integral of min(P(t), P) from 0 to T. `None` past [`Time::MAX`].
///
/// P(t) never falls, so its value at the end of a piece of time counts for the whole piece.
///
/// **Complexity** 256 evaluations of P(t); exact if all ranks are reached within 256 ticks.
#[must_use]
pub fn time_together(gap: Time, delivery: Time, ranks: u64, ticks: u128) -> Option<Time> {
    let all = broadcast_time(gap, delivery, ranks)?.ticks();
    let piece = all.div_ceil(PIECES).max(1);
    // Without a gap all ranks know the message after one delivery; without a delivery, at once.
    let steps = Steps::new(gap.ticks(), delivery.ticks());
    let (mut time, mut left) = (0u64, ticks);
    loop {
        let until = time.saturating_add(piece).min(all);
        let knowing = if time == all { ranks } else { steps.map_or(1, |steps| steps.informed(until - 1, ranks)) };
        let together = u128::from(knowing) * u128::from(until - time);
        if time == all || together >= left {
            let rest = u64::try_from(left.div_ceil(knowing.into())).ok()?;
            return time.checked_add(rest).map(Time::from_ticks);
        }
        left -= together;
        time = until;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::earliest::informed;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_the_integral_or_less(
            gap in 0u64..12, delivery in 0u64..12, ranks in 1u64..40, ticks in 0u64..3_000, scale in 1u64..100,
        ) {
            let times = |scale: u64| [gap, delivery].map(|time| Time::from_ticks(time * scale));
            let [g, d] = times(1);
            let mut left = ticks;
            let expected = (0u64..10_000).find(|&time| {
                let done = left == 0;
                left = left.saturating_sub(informed(g, d, Time::from_ticks(time)).min(ranks));
                done
            });
            let found = |[gap, delivery]: [Time; 2], ticks: u64| {
                time_together(gap, delivery, ranks, ticks.into()).map(Time::ticks)
            };
            if broadcast_time(g, d, ranks).expect("short").ticks() <= PIECES {
                prop_assert_eq!(found(times(1), ticks), expected);
            } else {
                prop_assert!(found(times(1), ticks) <= expected);
            }
            // The same in smaller ticks, which need more pieces.
            let finer = found(times(scale), ticks * scale).expect("short");
            prop_assert!(finer <= expected.expect("some time") * scale);
        }
    }

    #[test]
    fn the_largest_numbers() {
        let together = |gap, delivery, ranks, ticks| {
            time_together(Time::from_ticks(gap), Time::from_ticks(delivery), ranks, ticks).map(Time::ticks)
        };
        assert_eq!(together(1, 1, u64::MAX, u128::MAX), None);
        assert_eq!(together(u64::MAX, u64::MAX, 2, u64::MAX.into()), Some(u64::MAX));
        assert_eq!(together(u64::MAX, u64::MAX, 3, 1), None, "three ranks are never reached");
        assert_eq!(together(5, 5, 1, 7), Some(7));
    }
}
