//! The numbers of ranks and the sizes at which settings are priced.
//!
//! A rule serves every number between two values of the grid that was asked for, so what is priced is denser than that grid.

/// Up to this number of ranks, all settings are priced for every rank count.
const MOST_COMPARED: u64 = 128;

/// Up to this number of ranks, a rule is priced for every rank count that it serves.
const MOST_SINGLE: u64 = 1024;

/// The rank counts between two neighbours beyond [`MOST_SINGLE`] that are priced.
const BETWEEN: u64 = 8;

/// A priced number of ranks. It stands for those up to the next priced one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of ranks.
    pub ranks: u64,
    /// The last number of ranks that it stands for.
    pub last: u64,
    /// True if all settings are priced; else those that serve its neighbours.
    pub is_compared: bool,
}

impl Count {
    /// The rank counts that are tried for all those that this one stands for.
    pub fn tried(self) -> impl Iterator<Item = u64> {
        let middle = self.ranks + (self.last - self.ranks) / 2;
        let mut all = vec![self.ranks, middle, self.last];
        all.dedup();
        all.into_iter()
    }
}

/// The priced rank counts from the least to the largest of `named`, ascending: every one up to 128, and beyond that 2^k, 2^k + 1,
/// 3 * 2^(k-1), 2^(k+1) - 1 and those of `named` with all settings; every other one up to 1,024, and beyond that eight between two
/// neighbours, with the settings that serve these.
pub fn counts(named: &[u64]) -> Vec<Count> {
    let (Some(&least), Some(&most)) = (named.first(), named.last()) else { return Vec::new() };
    let mut compared: Vec<u64> = (least..=most.min(MOST_COMPARED)).collect();
    for power in (0..63).map(|k| 1u64 << k).filter(|power| *power >= MOST_COMPARED) {
        compared.extend([power, power + 1, power / 2 * 3, power * 2 - 1].iter().filter(|n| (least..=most).contains(n)));
    }
    compared.extend(named);
    compared.sort_unstable();
    compared.dedup();
    let mut all: Vec<(u64, bool)> = compared.iter().map(|&ranks| (ranks, true)).collect();
    for pair in compared.windows(2) {
        let step = if pair[1] <= MOST_SINGLE { 1 } else { ((pair[1] - pair[0]) / BETWEEN).max(1) };
        let between = (1..).map(|i| pair[0] + i * step).take_while(|ranks| *ranks < pair[1]);
        all.extend(between.map(|ranks| (ranks, false)));
    }
    all.sort_unstable();
    let next = |place: usize| all.get(place + 1).map(|&(ranks, _)| ranks - 1);
    let count = |(place, &(ranks, is_compared)): (usize, &(u64, bool))| Count {
        ranks,
        last: next(place).unwrap_or(ranks),
        is_compared,
    };
    all.iter().enumerate().map(count).collect()
}

/// The priced sizes: those of `named`, and the powers of two between the least and the largest of them.
pub fn sizes(named: &[u64]) -> Vec<u64> {
    let (Some(&least), Some(&most)) = (named.first(), named.last()) else { return Vec::new() };
    let powers = (0..u64::BITS).map(|k| 1u64 << k).filter(|power| (least..=most).contains(power));
    let mut all: Vec<u64> = named.iter().copied().chain(powers).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Sizes from `least` to `most` that are tried for all of them: both ends and the middle, each also with a byte more.
pub fn tried_sizes(least: u64, most: u64) -> Vec<u64> {
    let middle = least + (most - least).div_ceil(2);
    let mut all = vec![least, least + 1, middle, middle + 1, most];
    all.retain(|size| *size <= most);
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_count_between_the_ends_is_stood_for_once() {
        for named in [vec![5], vec![2, 64], vec![2, 1024], vec![100, 1000, 5000], vec![3000, 70_000]] {
            let all = counts(&named);
            assert!(named.iter().all(|n| all.iter().any(|count| count.ranks == *n && count.is_compared)), "{named:?}");
            let mut next = named[0];
            for count in &all {
                assert_eq!(count.ranks, next, "{named:?}");
                assert!(count.last == count.ranks || count.ranks >= MOST_SINGLE, "{count:?}");
                next = count.last + 1;
            }
            assert_eq!(next - 1, *named.last().expect("one"), "{named:?}");
        }
        let compared =
            |named: &[u64]| counts(named).iter().filter(|of| of.is_compared).map(|of| of.ranks).collect::<Vec<_>>();
        assert_eq!(
            compared(&[120, 400]),
            [120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 192, 255, 256, 257, 384, 400]
        );
        let tried = |ranks, last| Count { ranks, last, is_compared: true }.tried().collect::<Vec<_>>();
        assert_eq!((tried(4, 4), tried(10, 20)), (vec![4], vec![10, 15, 20]));
    }

    #[test]
    fn sizes_are_at_most_a_factor_of_two_apart() {
        assert_eq!(sizes(&[8, 100]), [8, 16, 32, 64, 100]);
        assert_eq!((sizes(&[7]), sizes(&[])), (vec![7], vec![]));
        assert_eq!(tried_sizes(8, 15), [8, 9, 12, 13, 15]);
        assert_eq!((tried_sizes(5, 5), tried_sizes(1, 1 << 20).len()), (vec![5], 5));
    }
}
