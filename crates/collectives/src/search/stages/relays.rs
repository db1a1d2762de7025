//! The bound of an alltoall between few messages and few bytes.

use logpine_models::model::Port;
use logpine_text::integer::first;
use logpine_text::units::Time;

/// The least time T with T >= F(T), where F(T) is a lower bound on the time of every alltoall whose blocks make so many hops together, from
/// each rank, as they make at least if all arrive by T. No alltoall takes less: one that takes T has T >= F(T).
///
/// `port` has the least gap G and the least delivery D of all messages. `None` if F of P - 1 hops is not representable.
pub(super) fn least_time(port: Port, ranks: u64, bound: impl Fn(u64) -> Option<Time>) -> Option<Time> {
    let direct = bound(ranks - 1)?;
    // F falls as T grows, so T >= F(T) holds from some T on.
    let is_enough = |time| {
        let time = Time::from_ticks(time);
        hops(port, ranks, time).and_then(&bound).is_some_and(|bound| time >= bound)
    };
    let mut most = direct.ticks();
    while !is_enough(most) {
        if most == Time::MAX.ticks() {
            return None;
        }
        most = most.saturating_mul(2).clamp(1, Time::MAX.ticks());
    }
    Some(Time::from_ticks(first(direct.ticks()..=most, is_enough)))
}

/// The least number of hops that the blocks of one rank make together, one block for each other rank, if all arrive by `time`; `None` if they
/// cannot.
///
/// A block that makes h hops is sent by h ranks, each of which sent i other messages since the block arrived there. By these h numbers it is
/// known where the block is. It arrives no earlier than at the sum of all `i G + D`. So at most C(n + h, h) blocks make h hops, with
/// n = floor((time - h D) / G), and as many as possible make few.
fn hops(port: Port, ranks: u64, time: Time) -> Option<u64> {
    let (gap, delivery) = (port.send_gap.ticks(), port.delivery.ticks());
    let (mut left, mut sum) = (ranks - 1, 0_u64);
    for hops in 1..ranks {
        let rest = delivery.checked_mul(hops).and_then(|arrival| time.ticks().checked_sub(arrival))?;
        let ends = rest.checked_div(gap).map_or(left, |sends| choose(sends, hops, left)).min(left);
        left -= ends;
        sum = sum.checked_add(ends.checked_mul(hops)?)?;
        if left == 0 {
            break;
        }
    }
    Some(sum)
}

/// C(n + k, k), or a number that is no less than `most`.
fn choose(n: u64, k: u64, most: u64) -> u64 {
    let (few, many) = (n.min(k), n.max(k));
    let mut value = 1_u128;
    for factor in 1..=few {
        // C(many + factor, factor), a whole number at each step, no more than 2^64 (2^64 + 1).
        value = value * (u128::from(many) + u128::from(factor)) / u128::from(factor);
        if value >= u128::from(most) {
            return most;
        }
    }
    u64::try_from(value).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn port(gap: u64, delivery: u64) -> Port {
        let [send_gap, delivery] = [gap, delivery].map(Time::from_ticks);
        Port { send_busy: Time::ZERO, send_gap, recv_busy: Time::ZERO, recv_gap: Time::ZERO, delivery }
    }

    /// The depths of all ranks that a rank reaches by `time`, if every rank sends to new ones all the time.
    fn depths(gap: u64, delivery: u64, time: u64) -> Vec<u64> {
        let (mut ranks, mut next) = (vec![(0, 0)], 0);
        while let Some(&(arrival, depth)) = ranks.get(next) {
            ranks.extend(
                (0..)
                    .map(|sent| arrival + sent * gap + delivery)
                    .take_while(|&at| at <= time)
                    .map(|at| (at, depth + 1)),
            );
            next += 1;
        }
        let mut depths: Vec<u64> = ranks[1..].iter().map(|&(_, depth)| depth).collect();
        depths.sort_unstable();
        depths
    }

    proptest! {
        #[test]
        fn hops_are_those_of_ranks_that_send_all_the_time(gap in 1..6_u64, more in 0..9_u64, time in 0..28_u64, ranks in 2..70_u64) {
            let depths = depths(gap, gap + more, time);
            let count = usize::try_from(ranks - 1).expect("small");
            let expected = depths.get(..count).map(|depths| depths.iter().sum());
            prop_assert_eq!(hops(port(gap, gap + more), ranks, Time::from_ticks(time)), expected);
        }

        #[test]
        fn no_time_below_the_bound_is_enough(gap in 0..6_u64, delivery in 0..15_u64, ranks in 2..200_u64, byte in 0..9_u64) {
            let bound = |hops: u64| Some(Time::from_ticks(delivery + hops * byte));
            let time = least_time(port(gap, delivery), ranks, bound).expect("small").ticks();
            let is_enough = |time| hops(port(gap, delivery), ranks, Time::from_ticks(time)).is_some_and(|hops| time >= delivery + hops * byte);
            prop_assert!(is_enough(time) && (0..time).all(|time| !is_enough(time)));
        }
    }
}
