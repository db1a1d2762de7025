//! The subtrees against those that the systems themselves make.

use super::*;
use crate::launches::prrte;
use proptest::prelude::*;

fn subtrees(splitting: Splitting, members: u64, width: u64) -> Vec<u64> {
    let mut sizes = Vec::new();
    splitting.subtrees(members, width, |size, count| sizes.extend((0..count).map(|_| size)));
    sizes
}

/// The sizes of the subtrees of a tree given by the parents of ranks 1, 2, …, by the rank of their roots.
fn of_parents(parents: &[usize]) -> Vec<u64> {
    let mut sizes = vec![1u64; parents.len() + 1];
    for (index, &parent) in parents.iter().enumerate().rev() {
        sizes[parent] += sizes[index + 1];
    }
    (1..sizes.len()).filter(|&rank| parents[rank - 1] == 0).map(|rank| sizes[rank]).collect()
}

/// A plain transcription of the loop of Slurm 22.05's `set_span`, with the hosts that it leaves to each branch.
fn slurm_22_05(total: u64, width: u64) -> Vec<u64> {
    if total <= width {
        return vec![1; usize::try_from(total).expect("small")];
    }
    let [total, width] = [total, width].map(|count| i64::try_from(count).expect("small"));
    let mut span = vec![0i64; usize::try_from(width).expect("small")];
    let mut left = total;
    while left > 0 {
        for (branch, span) in (0..).zip(span.iter_mut()) {
            if width - branch >= left {
                if *span != 0 {
                    *span += left;
                }
                left = 0;
                break;
            }
            if *span == 0 {
                left -= 1;
            }
            if left + i64::from(*span == 0) <= width {
                *span += left;
                left = 0;
                break;
            }
            *span += width;
            left -= width;
        }
    }
    let mut hosts = total;
    let sizes = span.iter().map(|&more| {
        let size = (1 + more).min(hosts);
        hosts -= size;
        u64::try_from(size).expect("not negative")
    });
    sizes.filter(|&size| size > 0).collect()
}

#[test]
fn greedy_splits_follow_slurm() {
    for width in 1..40 {
        for total in 1..3_000 {
            assert_eq!(subtrees(Splitting::Greedy, total + 1, width), slurm_22_05(total, width), "{total} {width}");
        }
    }
}

#[test]
fn complete_trees_have_the_parents_of_flux() {
    for k in 1..9usize {
        for members in 2..400 {
            let parents: Vec<usize> = (1..members).map(|rank| (rank - 1) / k).collect();
            assert_eq!(subtrees(Splitting::Complete, members as u64, k as u64), of_parents(&parents));
        }
    }
}

#[test]
fn routers_and_binomial_trees_have_the_parents_of_flux() {
    fn binomial(parents: &mut [usize], root: usize, order: u32) {
        for at in 0..order {
            let child = root + (1 << at);
            if child <= parents.len() {
                parents[child - 1] = root;
                binomial(parents, child, at);
            }
        }
    }
    for members in 2..300usize {
        for k in 1..12 {
            let mut parents = vec![0; members - 1];
            for rank in k + 1..members {
                parents[rank - 1] = (rank - k - 1) % k + 1;
            }
            assert_eq!(subtrees(Splitting::Routers, members as u64, k as u64), of_parents(&parents), "{members} {k}");
        }
        let mut parents = vec![0; members - 1];
        binomial(&mut parents, 0, 9);
        assert_eq!(subtrees(Splitting::Binomial, members as u64, 0), of_parents(&parents), "{members}");
    }
}

/// Children of rank i on a level of w ranks: i + w, i + 2w, …, radix of them.
#[test]
fn prrte_splits_evenly_but_for_the_order() {
    for radix in 1..9 {
        for members in 2..300usize {
            let mut sizes = of_parents(&prrte(members, radix));
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(sizes, subtrees(Splitting::Even, members as u64, radix as u64), "{members} {radix}");
        }
    }
}

proptest! {
    #[test]
    fn shapes_have_the_members_and_the_time(members in 2u64..5_000, width in 1u64..80) {
        let cost = |x: u64| Some(Time::from_ticks(100 + 7 * x));
        for splitting in
            [Splitting::Even, Splitting::Greedy, Splitting::Complete, Splitting::Routers, Splitting::Binomial]
        {
            let Some(shape) = splitting.shape(members, width) else { continue };
            prop_assert_eq!(shape.members(), members);
            let mut times = vec![0; shape.distinct()];
            for node in shape.nodes().skip(1) {
                let slowest = shape.children(node).iter().map(|group| times[group.node.index()]).max();
                times[node.index()] = slowest.unwrap_or(0) + 100 + 7 * shape.fanout(node);
            }
            let time = splitting.time(members, width, &cost).map(Time::ticks);
            prop_assert_eq!(time, Some(times[shape.root().index()]));
            prop_assert_eq!(splitting.height(members, width), u64::from(shape.height()));
        }
    }
}
