//! The numbers of ranks and the sizes at which settings are priced.
//!
//! A rule serves every number between two values of the grid that was asked for, so what is priced is denser than that grid.

/// Up to this number of ranks, all settings are priced for every rank count.
const MOST_COMPARED: u64 = 128;

/// Up to this number of ranks, a rule is priced for every rank count that it serves.
const MOST_SINGLE: u64 = 1024;

/// The rank counts between two neighbours beyond [`MOST_SINGLE`] that are priced.
const BETWEEN: u64 = 8;

/// The multiples of a segment that are tried from a size to its double.
const STEPS: u64 = 32;

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

/// The sizes between `least` and `most` at which a rule is tried: both ends and the middle, each also with a byte more, the sizes of `edges`,
/// and one size between every two of these.
pub fn tried_sizes(least: u64, most: u64, edges: &[u64]) -> Vec<u64> {
    let middle = least + (most - least).div_ceil(2);
    let mut all = vec![least, least + 1, middle, middle + 1, most];
    all.extend(&edges[edges.partition_point(|edge| *edge < least)..]);
    all.retain(|size| *size <= most);
    all.sort_unstable();
    all.dedup();
    let between: Vec<u64> = all.windows(2).map(|pair| pair[0] + (pair[1] - pair[0]) / 2).collect();
    all.extend(between);
    all.sort_unstable();
    all.dedup();
    all
}

/// Multiples of a segment from `least` to `most`, ascending: all while there are few, and then some [`STEPS`] from a size to its double.
pub fn multiples(segment: u64, least: u64, most: u64) -> impl Iterator<Item = u64> {
    let segment = segment.max(1);
    let next = move |size: &u64| size.checked_add((size / STEPS).next_multiple_of(segment).max(segment));
    std::iter::successors(least.checked_next_multiple_of(segment), next).take_while(move |size| *size <= most)
}

/// The sizes up to `most` with which another value of `of` begins, ascending, if it changes at most once between two neighbours among the
/// powers of two and the sizes halfway between them.
pub fn changes<T: PartialEq>(most: u64, of: impl Fn(u64) -> T) -> Vec<u64> {
    let probes = (0..u64::BITS).map(|k| 1u64 << k).flat_map(|power| [power, power + power / 2]);
    let mut probes: Vec<u64> = probes.take_while(|size| *size < most).chain([most]).collect();
    probes.dedup();
    let first = |pair: &[u64]| {
        let (mut least, mut end) = (pair[0], pair[1]);
        let before = of(least);
        if of(end) == before {
            return None;
        }
        while end - least > 1 {
            let middle = least + (end - least) / 2;
            if of(middle) == before { least = middle } else { end = middle }
        }
        Some(end)
    };
    probes.windows(2).filter_map(first).collect()
}

/// The sizes next to others, on both sides and themselves, ascending.
pub fn edges(at: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut all: Vec<u64> =
        at.into_iter().flat_map(|size| [size.saturating_sub(1), size, size.saturating_add(1)]).collect();
    all.retain(|size| *size > 0);
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
        assert_eq!(tried_sizes(8, 15, &[]), [8, 9, 10, 12, 13, 14, 15]);
        assert_eq!(tried_sizes(8, 31, &edges([4, 16, 31, 99])), [8, 9, 12, 15, 16, 17, 18, 20, 21, 25, 30, 31]);
        assert_eq!(tried_sizes(5, 5, &[4, 5, 6]), [5]);
    }

    #[test]
    fn changes_are_found_between_probed_sizes() {
        let at = |ends: &'static [u64]| changes(1 << 16, |size| ends.iter().filter(|end| **end <= size).count());
        for ends in [&[][..], &[2], &[7, 10, 100], &[512, 768, 12_289, 65_536]] {
            assert_eq!(at(ends), ends);
        }
    }
}
