//! Dividing hosts into those that run internal processes and those that run leaves.

use logpine_text::integer::gcd;

/// Hosts that run internal processes and no leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// For each host, true if it is one of them.
    pub internal: Vec<bool>,
    /// The number of their slots.
    pub slots: u64,
}

/// The largest number of sums of slots, in units of the greatest common divisor, for which the best division is searched.
const MOST_SUMS: u64 = 1 << 20;
/// The largest number of sums times the number of different slot counts.
const MOST_STEPS: u64 = 1 << 27;

impl Division {
    /// Takes each host of `order` that keeps the number of slots within `limit`; the remaining hosts hold the leaves.
    #[must_use]
    pub fn in_order(order: &[usize], slots: &[u64], limit: u64) -> Self {
        let mut division = Self { internal: vec![false; slots.len()], slots: 0 };
        for &host in order {
            if slots[host] <= limit - division.slots {
                division.internal[host] = true;
                division.slots += slots[host];
            }
        }
        division
    }

    /// The hosts with the most slots within `limit`: exact if the limit is at most `MOST_SUMS` times the greatest common
    /// divisor of the slots (and `MOST_STEPS` suffice), otherwise the better of taking the hosts in `order` and by
    /// increasing slots.
    ///
    /// Bounded subset sums: with d different numbers of slots, time O(d limit / gcd), memory O(limit / gcd).
    #[must_use]
    pub fn largest(order: &[usize], slots: &[u64], limit: u64) -> Self {
        let first = Self::in_order(order, slots, limit);
        let unit = slots.iter().fold(0, |a, &b| gcd(a, b)).max(1);
        if first.slots / unit == limit / unit {
            return first;
        }
        let sizes = sizes(slots, unit, limit / unit);
        if limit / unit > MOST_SUMS || (limit / unit).saturating_mul(sizes.len() as u64) > MOST_STEPS {
            let mut by_slots = order.to_vec();
            by_slots.sort_by_key(|&host| slots[host]);
            let second = Self::in_order(&by_slots, slots, limit);
            return if second.slots > first.slots { second } else { first };
        }
        let mut counts = largest_sum(&sizes, unit, limit / unit);
        let mut best = Self { internal: vec![false; slots.len()], slots: 0 };
        for &host in order {
            if let Some(left) = counts.iter_mut().find(|(size, left)| *size == slots[host] && *left > 0) {
                left.1 -= 1;
                best.internal[host] = true;
                best.slots += slots[host];
            }
        }
        if best.slots > first.slots { best } else { first }
    }
}

/// The different numbers of slots within `limit`, in units, each with its number of hosts.
fn sizes(slots: &[u64], unit: u64, limit: u64) -> Vec<(u64, u64)> {
    let within = |size: &u64| (1..=limit).contains(size);
    let mut sorted: Vec<u64> = slots.iter().map(|slots| slots / unit).filter(within).collect();
    sorted.sort_unstable();
    let mut sizes: Vec<(u64, u64)> = Vec::new();
    for size in sorted {
        match sizes.last_mut() {
            Some(last) if last.0 == size => last.1 += 1,
            _ => sizes.push((size, 1)),
        }
    }
    sizes
}

/// The number of hosts of each size that make the largest sum within `limit` units.
fn largest_sum(sizes: &[(u64, u64)], unit: u64, limit: u64) -> Vec<(u64, u64)> {
    let Ok(end) = usize::try_from(limit) else { return Vec::new() };
    // The size that first makes a sum; the empty sum needs none.
    let mut made_by: Vec<Option<usize>> = vec![None; end + 1];
    let mut copies = vec![0u64; end + 1];
    for (index, &(size, most)) in sizes.iter().enumerate() {
        copies.fill(0);
        let Ok(step) = usize::try_from(size) else { continue };
        for sum in step..=end {
            let before = sum - step;
            let reachable = before == 0 || made_by[before].is_some();
            if made_by[sum].is_none() && reachable && copies[before] < most {
                made_by[sum] = Some(index);
                copies[sum] = copies[before] + 1;
            }
        }
    }
    let mut counts: Vec<(u64, u64)> = sizes.iter().map(|&(size, _)| (size * unit, 0)).collect();
    let mut sum = (1..=end).rev().find(|&sum| made_by[sum].is_some()).unwrap_or(0);
    while let Some(index) = made_by[sum] {
        counts[index].1 += 1;
        sum = sum.saturating_sub(usize::try_from(sizes[index].0).unwrap_or(usize::MAX));
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_the_order_misses_is_found() {
        let division = Division::largest(&[0, 1, 2], &[3, 2, 2], 4);
        assert_eq!(division, Division { internal: vec![false, true, true], slots: 4 });
        assert_eq!(Division::in_order(&[0, 1, 2], &[3, 2, 2], 4).slots, 3);
        let huge = Division::largest(&[0, 1], &[u64::MAX - 1, u64::MAX - 2], u64::MAX - 2);
        assert_eq!((huge.internal, huge.slots), (vec![false, true], u64::MAX - 2));
    }

    proptest! {
        #[test]
        fn no_subset_has_more(slots in prop::collection::vec(1u64..9, 0..10), unit in 1u64..4, limit in 0u64..150) {
            let slots: Vec<u64> = slots.into_iter().map(|slots| slots * unit).collect();
            let order: Vec<usize> = (0..slots.len()).collect();
            let sum = |subset: u32| (0..slots.len()).filter(|&host| subset >> host & 1 == 1).map(|host| slots[host]).sum();
            let best = (0..1u32 << slots.len()).map(sum).filter(|&sum: &u64| sum <= limit).max();
            let division = Division::largest(&order, &slots, limit);
            let chosen: u64 = (0..slots.len()).filter(|&host| division.internal[host]).map(|host| slots[host]).sum();
            prop_assert_eq!((Some(division.slots), chosen), (best, division.slots));
        }
    }
}
