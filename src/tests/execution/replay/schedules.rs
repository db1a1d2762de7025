//! Schedules written by hand, message by message, without the crate's own builders of collectives.

use logpine_collectives::schedule::{Added, Dependency, Operation, Schedule, ScheduleBuilder};

fn send(builder: &mut ScheduleBuilder, to: u32, tag: u32, bytes: u64) -> Added {
    builder.push(Operation::Send { to, bytes, tag }).expect("few operations")
}

fn receive(builder: &mut ScheduleBuilder, from: u32, tag: u32, bytes: u64) -> Added {
    builder.push(Operation::Receive { from, bytes, tag }).expect("few operations")
}

fn after(builder: &mut ScheduleBuilder, waiting: Added, before: Option<Added>) {
    if let Some(before) = before {
        builder.require(waiting, Dependency::Done(before));
    }
}

/// The parent of every rank.
fn parents(children: &[Vec<u32>]) -> Vec<Option<u32>> {
    let mut parents = vec![None; children.len()];
    for (parent, of_rank) in (0..).zip(children) {
        for &child in of_rank {
            parents[child as usize] = Some(parent);
        }
    }
    parents
}

/// A broadcast along a tree: the children of every rank in the order in which it sends to them. Sends are chained.
pub fn broadcast(children: &[Vec<u32>], bytes: u64) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for (of_rank, parent) in children.iter().zip(parents(children)) {
        builder.begin_rank().expect("few ranks");
        let received = parent.map(|parent| receive(&mut builder, parent, 0, bytes));
        let mut last = None;
        for &child in of_rank {
            let sent = send(&mut builder, child, 0, bytes);
            after(&mut builder, sent, received);
            after(&mut builder, sent, last);
            last = Some(sent);
        }
    }
    builder.finish().expect("few dependencies")
}

/// A reduction along a tree: a rank sends to its parent when it has received from all children, of which it lists the last
/// first. Nothing is calculated.
pub fn reduction(children: &[Vec<u32>], bytes: u64) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for (of_rank, parent) in children.iter().zip(parents(children)) {
        builder.begin_rank().expect("few ranks");
        let received: Vec<Added> = of_rank.iter().rev().map(|&child| receive(&mut builder, child, 0, bytes)).collect();
        if let Some(parent) = parent {
            let sent = send(&mut builder, parent, 0, bytes);
            for received in received {
                after(&mut builder, sent, Some(received));
            }
        }
    }
    builder.finish().expect("few dependencies")
}

/// Rank i sends to i + 2^k in every round k after the one in which it receives.
pub fn binomial_tree(ranks: u32) -> Vec<Vec<u32>> {
    let children = |rank: u32| (0..32).map(move |round| 1u32 << round).filter(move |&step| step > rank);
    (0..ranks)
        .map(|rank| children(rank).map_while(|step| rank.checked_add(step)).filter(|&child| child < ranks).collect())
        .collect()
}

/// Rank i sends to 2i + 1 and 2i + 2.
pub fn binary_tree(ranks: u32) -> Vec<Vec<u32>> {
    (0..ranks).map(|rank| [2 * rank + 1, 2 * rank + 2].into_iter().filter(|&child| child < ranks).collect()).collect()
}

/// Rank 0 sends to all others.
pub fn linear_tree(ranks: u32) -> Vec<Vec<u32>> {
    (0..ranks).map(|rank| if rank == 0 { (1..ranks).collect() } else { Vec::new() }).collect()
}
