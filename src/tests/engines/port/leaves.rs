//! Trees in which only the leaves hold data.

use crate::tests::engines::port::ticks;
use logpine_trees::tree::Shape;
use logpine_trees::tree::earliest::{PortError, leaf_shape, leaf_time};
use proptest::prelude::*;

fn time(gap: u64, delivery: u64, leaves: u64) -> u64 {
    leaf_time(ticks(gap), ticks(delivery), leaves).expect("a representable time").ticks()
}

/// The time at which the last leaf has the message, computed once per distinct subtree.
fn finish(shape: &Shape, gap: u64, delivery: u64) -> u64 {
    let mut finish: Vec<u64> = Vec::new();
    for node in shape.nodes() {
        let mut sends = 0;
        let mut last = 0;
        for group in shape.children(node) {
            sends += group.count;
            last = last.max((sends - 1) * gap + delivery + finish[group.node.index()]);
        }
        finish.push(last);
    }
    finish.pop().expect("a shape has a root")
}

/// Least times by splitting: the root sends first to a child with some of the leaves, and the others are below later children.
/// A complete list of children has at least two.
fn by_splits(gap: u64, delivery: u64, most: usize) -> Vec<u64> {
    // The times of a process with n leaves, and of a list of children with n leaves whose first send starts at 0.
    let (mut process, mut list) = (vec![0, 0], vec![0, delivery]);
    for leaves in 2..=most {
        let several = (1..leaves).map(|first| (delivery + process[first]).max(gap + list[leaves - first])).min();
        let several = several.expect("at least two leaves");
        process.push(several);
        list.push(several.min(delivery + several));
    }
    process
}

proptest! {
    #[test]
    fn no_split_is_faster(gap in 0u64..50, delivery in 0u64..50) {
        for (leaves, best) in (0..).zip(by_splits(gap, delivery, 60)) {
            prop_assert_eq!(time(gap, delivery, leaves), best, "{} leaves", leaves);
        }
    }

    #[test]
    fn shapes_have_the_leaves_and_the_time(
        gap in 1u64..5_000_000, delivery in 1u64..5_000_000, leaves in 1u64.., fewer in 0u32..64,
    ) {
        prop_assume!(gap < 20 * delivery && delivery < 20 * gap);
        let leaves = (leaves >> fewer).max(1);
        let shape = leaf_shape(ticks(gap), ticks(delivery), leaves).expect("few distinct subtrees");
        prop_assert_eq!((shape.leaves(), finish(&shape, gap, delivery)), (leaves, time(gap, delivery, leaves)));
        prop_assert!(shape.nodes().all(|node| shape.fanout(node) != 1));
    }
}

#[test]
fn large_numbers_and_limits() {
    assert_eq!(time(7, 7, 1 << 63), 64 * 7);
    assert_eq!(leaf_time(ticks(u64::MAX), ticks(1), 2), None);
    assert_eq!([0, 1].map(|leaves| time(5, 6, leaves)), [0, 0]);
    let found = leaf_shape(ticks(1), ticks(100_000_007), 1 << 60);
    assert!(matches!(found, Err(PortError::TooManySubtrees { .. })), "{found:?}");
}
