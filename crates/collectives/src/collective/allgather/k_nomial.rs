//! K-nomial: [recursive multiplying](super::recursive_multiplying) with groups of k in every stage, and of the ranks that are
//! left in the last.
//!
//! UCC's `knomial` allgather with a single radix k does so if no ranks are left over: with P = k^q m, m < k, groups of m are
//! last. For other P UCC folds the ranks beyond into the others, which has no member here.

use super::recursive_multiplying::rotations;
use super::{AlgorithmFamily, MpiCollective, Setting};
use crate::schedule::stages::Steps;
use logpine_trees::tree::families::Parameters;

/// The largest k that is offered.
const MOST: u64 = 1024;

pub(super) const ALLGATHER: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Allgather,
    "k-nomial",
    "groups of k exchange all that they have, in the last stage of what is left (P = k^q m, m < k; UCC's single radix)",
)
.in_stages(steps, members);

fn steps(setting: &Setting) -> Option<Steps> {
    rotations(setting.ranks, &radices(setting.ranks, setting.number("k")?)?, setting.blocks()?)
}

/// k as often as it divides P, and what is left.
fn radices(ranks: u64, k: u64) -> Option<Vec<u64>> {
    let mut radices = Vec::new();
    let mut left = ranks;
    while k > 1 && left.is_multiple_of(k) {
        radices.push(k);
        left /= k;
    }
    if left > 1 {
        radices.push(left);
    }
    (left < k && k <= ranks).then_some(radices)
}

/// Every k.
fn members(ranks: u64, _bytes: u64) -> Vec<Parameters> {
    let all = (2..=ranks.min(MOST)).filter(|&k| radices(ranks, k).is_some());
    all.map(|k| Parameters::new().number("k", k)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_group_has_what_is_left() {
        let of_96: Vec<u64> = (0..100).filter(|&k| radices(96, k).is_some()).collect();
        assert_eq!(of_96, [12, 16, 24, 32, 48, 96]);
        assert_eq!((radices(96, 12), radices(48, 4)), (Some(vec![12, 8]), Some(vec![4, 4, 3])));
        assert_eq!([radices(96, 4), radices(96, 8), radices(1, 2)], [None, None, None]);
        assert_eq!(radices(1 << 62, 2), Some(vec![2; 62]));
    }
}
