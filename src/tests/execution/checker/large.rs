//! Schedules that only a checker of nearly linear time gets through.

use crate::tests::execution::checker::valid::{binomial, chain};
use logpine::check::schedule::{BlockSizes, Meaning, check};
use logpine::request::Operands;
use logpine::schedule::{Added, Dependency, Operation, Schedule, ScheduleBuilder};
use logpine::units::Time;

/// The dependencies besides those on data.
#[derive(Clone, Copy)]
enum Combinations {
    Free,
    /// Each requires the one before, and a send only the last.
    Chained,
}

/// Messages of one byte per block down a tree with these parents.
fn broadcast(parents: &[usize], blocks: u32) -> Schedule {
    let (children, mut builder) = (children(parents), ScheduleBuilder::new());
    for (rank, children) in children.iter().enumerate() {
        builder.begin_rank().expect("few");
        let mut last = None;
        for tag in 0..blocks {
            let received = (rank > 0)
                .then(|| builder.push(Operation::Receive { from: number(parents[rank]), bytes: 1, tag }).expect("few"));
            for &to in children {
                let sent = builder.push(Operation::Send { to, bytes: 1, tag }).expect("few");
                require(&mut builder, sent, last.replace(sent).into_iter().chain(received));
            }
        }
    }
    builder.finish().expect("few")
}

/// The reduction along the same tree.
fn reduction(parents: &[usize], blocks: u32, combinations: Combinations) -> Schedule {
    let (children, mut builder) = (children(parents), ScheduleBuilder::new());
    for (rank, children) in children.iter().enumerate() {
        builder.begin_rank().expect("few");
        let mut last = None;
        for tag in 0..blocks {
            let mut combined: Vec<Added> = Vec::new();
            for &from in children {
                let received = builder.push(Operation::Receive { from, bytes: 1, tag }).expect("few");
                let combine = builder.push(Operation::Combine { time: Time::ZERO }).expect("few");
                require(&mut builder, combine, [received]);
                if let Combinations::Chained = combinations {
                    require(&mut builder, combine, combined.pop());
                }
                combined.push(combine);
            }
            if rank > 0 {
                let sent = builder.push(Operation::Send { to: number(parents[rank]), bytes: 1, tag }).expect("few");
                require(&mut builder, sent, last.replace(sent).into_iter().chain(combined));
            }
        }
    }
    builder.finish().expect("few")
}

fn children(parents: &[usize]) -> Vec<Vec<u32>> {
    let mut children = vec![Vec::new(); parents.len()];
    for (child, &parent) in parents.iter().enumerate().skip(1) {
        children[parent].push(number(child));
    }
    children
}

fn number(rank: usize) -> u32 {
    u32::try_from(rank).expect("few")
}

fn require(builder: &mut ScheduleBuilder, waiting: Added, before: impl IntoIterator<Item = Added>) {
    before.into_iter().for_each(|before| builder.require(waiting, Dependency::Done(before)));
}

#[test]
fn large_trees_pass() {
    // Trees of 2^17 ranks, one with all ranks below the root, and long chains of segments; a chain of two tall stars.
    let mut stars = vec![0; 1 << 15];
    stars[1 << 14..].fill(1);
    for (parents, blocks) in
        [(binomial(1 << 17), 1), (vec![0; 1 << 17], 1), (stars, 2), (chain(64), 2000), (chain(1 << 16), 1)]
    {
        let sizes = BlockSizes::new((0..blocks).map(|_| 1)).expect("few");
        let meaning = Meaning::broadcast(0, sizes.clone());
        assert_eq!(check(&broadcast(&parents, blocks), &meaning), Ok(()));
        let meaning = Meaning::reduction(0, sizes, Operands::AnyOrder);
        for combinations in [Combinations::Free, Combinations::Chained] {
            assert_eq!(check(&reduction(&parents, blocks, combinations), &meaning), Ok(()));
        }
    }
}

/// Children of consecutive ranks, combined with the nearest first.
#[test]
fn a_large_reduction_in_the_order_of_ranks_passes() {
    let sizes = BlockSizes::new([1]).expect("few");
    let meaning = Meaning::reduction(0, sizes, Operands::RankOrder);
    let flat = vec![0; 1 << 17];
    assert_eq!(check(&reduction(&flat, 1, Combinations::Chained), &meaning), Ok(()));
    assert!(check(&reduction(&flat, 1, Combinations::Free), &meaning).is_err());
}
