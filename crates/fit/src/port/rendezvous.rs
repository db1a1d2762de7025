//! S: the size above which a send waits for the receiver.

use super::by_size::SizeTimes;
use crate::measurements::WAITING;

/// A send that takes less than this share of a round trip did not wait: half of it, and a fifth for noise.
const EAGER: f64 = 0.6;
/// The minimum number of sizes on both sides of S.
const LEAST: usize = 2;

/// The largest size that is sent without waiting, if all longer messages wait: their sends take about a round trip. `None` if
/// the overheads of sending do not jump in this way. `times` are sorted by size.
pub(super) fn rendezvous_above(times: &[SizeTimes]) -> Option<u64> {
    let share = |row: &SizeTimes| row.overhead_send / (2.0 * row.one_way);
    let first = times.iter().position(|row| share(row) >= WAITING)?;
    let (eager, waiting) = times.split_at(first);
    let jumps = eager.iter().all(|row| share(row) <= EAGER) && waiting.iter().all(|row| share(row) >= WAITING);
    let is_enough = eager.len() >= LEAST && waiting.len() >= LEAST;
    (jumps && is_enough).then(|| eager.last().map(|row| row.bytes)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages with these shares of the round trip in the send, from 1 byte on, each size twice the previous one.
    fn found(shares: &[f64]) -> Option<u64> {
        let row = |(index, &share): (usize, &f64)| SizeTimes {
            bytes: 1 << index,
            one_way: 5.0,
            gap: 1.0,
            overhead_send: 10.0 * share,
            overhead_receive: 1.0,
            line: 1,
        };
        rendezvous_above(&shares.iter().enumerate().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn sends_that_wait_take_a_round_trip() {
        assert_eq!(found(&[0.1, 0.2, 0.5, 0.9, 1.1]), Some(4));
        assert_eq!(found(&[0.1, 0.2, 0.5, 0.5, 0.5]), None, "no jump");
        assert_eq!(found(&[0.1, 0.2, 0.7, 0.9, 1.1]), None, "a slope, not a jump");
        assert_eq!(found(&[0.1, 0.2, 0.9, 0.5, 1.1]), None, "noise");
        assert_eq!(found(&[0.1, 0.2, 0.3, 0.9]), None, "one size");
        assert_eq!(found(&[]), None);
    }
}
