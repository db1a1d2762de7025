//! Broadcast and reduction of one message, with and without limits on the fanout.

use crate::tests::engines::closed_forms::simulation::last_arrival;
use crate::tests::engines::collectives::ordered_trees::{self, Children};
use crate::tests::engines::port::ticks;
use crate::tests::engines::port::walk::{fanouts, walk_shape, walk_tree};
use logpine::units::Time;
use logpine_trees::tree::Tree;
use logpine_trees::tree::earliest::{
    FanoutLimits, PortError, broadcast_shape, broadcast_time, broadcast_tree, capped_rounds, capped_time, informed,
};
use proptest::prelude::*;

fn time(gap: u64, delivery: u64, ranks: u64) -> u64 {
    broadcast_time(ticks(gap), ticks(delivery), ranks).expect("a representable time").ticks()
}

/// Gap and delivery of LogP (Culler et al. 1993).
fn logp(latency: u64, overhead: u64, gap: u64) -> (u64, u64) {
    (gap.max(overhead), latency + 2 * overhead)
}

#[test]
fn optimal_logp_times() {
    let ranks = [2, 4, 8, 16, 32, 64, 128, 1024];
    let table = [
        ((6, 2, 4), [10, 18, 24, 32, 38, 46, 52, 72]),
        ((5, 2, 4), [9, 17, 22, 30, 35, 43, 48, 67]),
        ((1, 1, 1), [3, 5, 7, 9, 11, 13, 14, 20]),
        ((10, 1, 2), [12, 16, 24, 28, 34, 40, 46, 62]),
        ((2, 1, 5), [4, 9, 14, 19, 24, 28, 33, 46]),
    ];
    for ((latency, overhead, gap), expected) in table {
        let (gap, delivery) = logp(latency, overhead, gap);
        assert_eq!(ranks.map(|ranks| time(gap, delivery, ranks)), expected, "L = {latency}");
    }
    let (gap, delivery) = logp(10, 2, 2);
    assert_eq!(time(gap, delivery, 4096), 82);
}

/// Least finish by dynamic programming: the root's first send goes to a rank that starts a tree of s ranks, and the root
/// goes on a gap later with the others.
fn by_halving(gap: u64, delivery: u64, most: usize) -> Vec<u64> {
    let mut best = vec![0, 0];
    for ranks in 2..=most {
        let split =
            |first: usize| (delivery + best[first]).max(if first + 1 == ranks { 0 } else { gap + best[ranks - first] });
        let least = (1..ranks).map(split).min().expect("two ranks or more");
        best.push(least);
    }
    best
}

#[test]
fn no_ordered_tree_is_faster() {
    let trees: Vec<Vec<Children>> = (1..=7).map(ordered_trees::all).collect();
    let fanout = |tree: &Children| tree.iter().skip(1).map(Vec::len).max().unwrap_or(0) as u64;
    let limits: Vec<FanoutLimits> = (0..=4)
        .flat_map(|root| (0..=4).map(move |others| FanoutLimits { root, others }))
        .chain([FanoutLimits::NONE])
        .collect();
    for gap in 0..6 {
        for delivery in 0..7 {
            for (ranks, trees) in (1..).zip(&trees) {
                let by_all_trees = |limits: FanoutLimits| {
                    let is_within =
                        |tree: &&Children| tree[0].len() as u64 <= limits.root && fanout(tree) <= limits.others;
                    trees.iter().filter(is_within).map(|tree| last_arrival(tree, 1, gap, delivery)).min()
                };
                assert_eq!(Some(time(gap, delivery, ranks)), by_all_trees(FanoutLimits::NONE));
                for &limits in &limits {
                    let expected = by_all_trees(limits).ok_or(PortError::NoChildren);
                    let found = capped_time(ticks(gap), ticks(delivery), limits, ranks).map(Time::ticks);
                    assert_eq!(found, expected, "{gap} {delivery} {ranks} {limits:?}");
                    let shape = broadcast_shape(ticks(gap), ticks(delivery), limits, ranks);
                    let walked = shape.map(|shape| walk_shape(&shape, gap, delivery));
                    assert_eq!(walked.as_ref().map(|walked| walked.finish).map_err(Clone::clone), expected);
                    if let Ok(walked) = walked {
                        assert_eq!(walked.ranks, ranks);
                        assert!(walked.root_fanout <= limits.root && walked.fanout_below <= limits.others);
                    }
                }
            }
        }
    }
}

#[test]
fn rounds_are_equal_gap_and_delivery() {
    for root in 1..6 {
        for others in 1..6 {
            let limits = FanoutLimits { root, others };
            for ranks in 1..300 {
                let rounds = capped_rounds(limits, ranks);
                let shape = broadcast_shape(ticks(7), ticks(7), limits, ranks).expect("a small tree");
                let walked = walk_shape(&shape, 7, 7);
                assert_eq!((Some(walked.finish / 7), walked.ranks), (rounds, ranks), "{limits:?}");
                assert!(walked.root_fanout <= root && walked.fanout_below <= others);
            }
        }
    }
}

proptest! {
    #[test]
    fn no_split_is_faster(gap in 0u64..50, delivery in 0u64..50) {
        let best = by_halving(gap, delivery, 60);
        for (ranks, &best) in (0..).zip(&best) {
            prop_assert_eq!(time(gap, delivery, ranks), best, "{} ranks", ranks);
        }
    }

    #[test]
    fn tree_and_shape_agree(gap in 0u64..50, delivery in 0u64..50, ranks in 1u64..500) {
        let tree = broadcast_tree(ticks(gap), ticks(delivery), ranks).expect("a small tree");
        let shape = broadcast_shape(ticks(gap), ticks(delivery), FanoutLimits::NONE, ranks).expect("a small tree");
        let walked = walk_tree(&tree, gap, delivery);
        prop_assert_eq!((walked.ranks, walked.finish), (ranks, time(gap, delivery, ranks)));
        let compressed = walk_shape(&shape, gap, delivery);
        prop_assert_eq!((compressed.ranks, compressed.finish, shape.ranks()), (ranks, walked.finish, ranks));
        let expanded = Tree::from_fanouts(fanouts(&shape)).expect("all ranks are listed");
        prop_assert_eq!(walk_tree(&expanded, gap, delivery), compressed);
    }

    #[test]
    fn large_shapes_have_the_ranks_and_the_time(
        gap in 1u64..5_000_000, delivery in 1u64..5_000_000, ranks in 1u64.., fewer in 0u32..63,
        root in 1u64..9, others in 2u64..9,
    ) {
        let ranks = (ranks >> fewer).max(1);
        prop_assume!(gap < 20 * delivery && delivery < 20 * gap);
        for limits in [FanoutLimits::NONE, FanoutLimits { root, others }, FanoutLimits::all(others)] {
            let best = capped_time(ticks(gap), ticks(delivery), limits, ranks).expect("a representable time").ticks();
            let shape = broadcast_shape(ticks(gap), ticks(delivery), limits, ranks).expect("few distinct subtrees");
            let walked = walk_shape(&shape, gap, delivery);
            prop_assert_eq!((walked.ranks, walked.finish), (ranks, best));
            prop_assert!(walked.root_fanout <= limits.root && walked.fanout_below <= limits.others);
        }
    }

    #[test]
    fn more_ranks_and_tighter_limits_never_take_less(
        gap in 1u64..30, delivery in 1u64..30, ranks in 2u64..2000, fanout in 2u64..6,
    ) {
        let capped = |fanout, ranks| capped_time(ticks(gap), ticks(delivery), FanoutLimits::all(fanout), ranks).expect("small times");
        prop_assert!(capped(fanout, ranks) <= capped(fanout, ranks + 1));
        prop_assert!(capped(fanout + 1, ranks) <= capped(fanout, ranks));
        prop_assert!(time(gap, delivery, ranks) <= time(gap, delivery, ranks + 1));
        prop_assert!(capped(u64::MAX, ranks) <= capped(fanout, ranks));
        prop_assert_eq!(capped(u64::MAX, ranks).ticks(), time(gap, delivery, ranks));
        let at = ticks(time(gap, delivery, ranks));
        prop_assert!(informed(ticks(gap), ticks(delivery), at) >= ranks);
    }
}

/// The children of a rank with more time left than the root uses exceed 64 bits.
#[test]
fn a_root_with_one_child_and_nearly_all_ranks() {
    let limits = FanoutLimits { root: 1, others: 2 };
    let (gap, delivery, ranks) = (218_185, 315_157, 17_453_931_638_828_606_640);
    let shape = broadcast_shape(ticks(gap), ticks(delivery), limits, ranks).expect("few distinct subtrees");
    let below = capped_time(ticks(gap), ticks(delivery), FanoutLimits::all(2), ranks - 1).expect("few arrivals");
    let walked = walk_shape(&shape, gap, delivery);
    assert_eq!((walked.ranks, walked.finish), (ranks, below.ticks() + delivery));
}

#[test]
fn too_fine_a_lattice_is_an_error() {
    let found = broadcast_shape(ticks(1), ticks(100_000_007), FanoutLimits::NONE, 1 << 60);
    assert!(matches!(found, Err(PortError::TooManySubtrees { .. })), "{found:?}");
    assert_eq!(
        capped_time(ticks(u64::MAX / 2), ticks(u64::MAX / 3), FanoutLimits::all(2), 1 << 20),
        Err(PortError::NotRepresentable)
    );
}
