//! Broadcasts in rounds: a send takes as long as the gap.

use super::arms;
use super::limits::FanoutLimits;

/// The least number of rounds in which a message reaches `ranks` ranks if in each round every rank that knows it sends it
/// to one other, and none sends more often than `limits` allow; `None` if it never does.
///
/// The most ranks reached in t rounds are N(t) = 1 + N(t - 1) + ... + N(t - d), N(t) = 0 for t < 0: chains for a fanout
/// limit d of 1, pipelined Fibonacci trees for 2, binomial trees from ceil(log2 ranks) on.
///
/// **Complexity** O(log ranks), without allocation.
#[must_use]
pub fn capped_rounds(limits: FanoutLimits, ranks: u64) -> Option<u64> {
    let others = ranks.saturating_sub(1);
    if others == 0 {
        return Some(0);
    }
    match limits {
        FanoutLimits { root, others: below } if root.min(below) == 0 => (root >= others).then_some(others),
        FanoutLimits { root, others: 1 } => arms::least_time(1, 1, root, ranks),
        FanoutLimits { root, others: below } => Some(by_growth(root, below, ranks)),
    }
}

/// With a fanout of two, the slowest growth here, 92 rounds reach 2^64 ranks; a root with one child needs one more.
const MOST_ROUNDS: usize = 96;

fn by_growth(root_fanout: u64, fanout: u64, ranks: u64) -> u64 {
    let mut reached = [0u64; MOST_ROUNDS];
    reached[0] = 1;
    let mut root = 1u64;
    let mut round = 0;
    while root < ranks && round + 1 < MOST_ROUNDS {
        // N(t) - N(t - 1) = N(t - 1) - N(t - 1 - d).
        let ended = |fanout: u64| usize::try_from(fanout).ok().and_then(|fanout| round.checked_sub(fanout));
        let newest = reached[round];
        let grown =
            |from: u64, fanout: u64| from.saturating_add(newest - ended(fanout).map_or(0, |ended| reached[ended]));
        root = grown(root, root_fanout);
        reached[round + 1] = grown(newest, fanout);
        round += 1;
    }
    round as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_numbers_of_ranks() {
        assert_eq!(capped_rounds(FanoutLimits::NONE, u64::MAX), Some(64));
        assert_eq!(capped_rounds(FanoutLimits::all(1), u64::MAX), Some(u64::MAX - 1));
        // 2^64 lies between the 93rd and the 94th Fibonacci number; N(t) is one less than the (t + 3)rd.
        assert_eq!(capped_rounds(FanoutLimits::all(2), u64::MAX), Some(91));
        assert_eq!(capped_rounds(FanoutLimits { root: 1, others: 2 }, u64::MAX), Some(92));
        assert_eq!(capped_rounds(FanoutLimits { root: 2, others: 1 }, u64::MAX), Some((u64::MAX - 1) / 2 + 1));
        assert_eq!(capped_rounds(FanoutLimits { root: 3, others: 0 }, 4), Some(3));
        assert_eq!([3, 0].map(|root| capped_rounds(FanoutLimits { root, others: 0 }, 5)), [None, None]);
    }
}
