//! Schedules written by hand, message by message, without the crate's own builders of collectives.

use logpine::schedule::{Added, Dependency, Operation, Schedule, ScheduleBuilder};

/// The size of a message, by its sender and its index among all of them.
pub type Sizes<'a> = &'a dyn Fn(u32, u32) -> u64;

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

/// A binomial broadcast whose messages may differ in size, made without a tree in between.
pub fn binomial(ranks: u32, sizes: Sizes) -> Schedule {
    let count = ranks as usize;
    let mut builder = ScheduleBuilder::with_capacity(count, 2 * count, 2 * count).expect("memory");
    for rank in 0..ranks {
        builder.begin_rank().expect("few ranks");
        let received = rank.checked_ilog2().map(|round| {
            let parent = rank - (1 << round);
            receive(&mut builder, parent, 0, sizes(parent, rank))
        });
        let first = rank.checked_ilog2().map_or(0, |round| round + 1);
        let mut last = None;
        for child in (first..31).map(|round| rank + (1 << round)).take_while(|&child| child < ranks) {
            let sent = send(&mut builder, child, 0, sizes(rank, child));
            // The first send waits for the message, every other for the one before.
            after(&mut builder, sent, last.or(received));
            last = Some(sent);
        }
    }
    builder.finish().expect("few dependencies")
}

/// In round k every rank sends to the one 2^k after it and receives from the one 2^k before; a send waits for the receive and
/// the send of the round before.
pub fn dissemination(ranks: u32, sizes: Sizes) -> Schedule {
    let rounds = ranks.next_power_of_two().trailing_zeros();
    let messages = ranks as usize * rounds as usize;
    let mut builder = ScheduleBuilder::with_capacity(ranks as usize, 2 * messages, 2 * messages).expect("memory");
    let modulo = |rank: u64| u32::try_from(rank % u64::from(ranks)).expect("below the ranks");
    for rank in 0..ranks {
        builder.begin_rank().expect("few ranks");
        let (mut sent, mut received) = (None, None);
        for round in 0..rounds {
            let to = modulo(u64::from(rank) + (1 << round));
            let from = modulo(u64::from(rank) + u64::from(ranks) - (1 << round));
            let sending = send(&mut builder, to, round, sizes(rank, round));
            after(&mut builder, sending, sent);
            after(&mut builder, sending, received);
            sent = Some(sending);
            received = Some(receive(&mut builder, from, round, sizes(from, round)));
        }
    }
    builder.finish().expect("few dependencies")
}

/// Rank 0 sends to all others; no send waits for another.
pub fn scatter_unchained(ranks: u32, bytes: u64) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..ranks {
        builder.begin_rank().expect("few ranks");
        if rank == 0 {
            for to in 1..ranks {
                send(&mut builder, to, 0, bytes);
            }
        } else {
            receive(&mut builder, 0, 0, bytes);
        }
    }
    builder.finish().expect("few dependencies")
}

/// A chain of ranks along which messages are passed on, each when it has come and the one before is sent.
pub fn chain(ranks: u32, segments: u32, bytes: u64) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..ranks {
        builder.begin_rank().expect("few ranks");
        let mut sent = None;
        for segment in 0..segments {
            let received = rank.checked_sub(1).map(|before| receive(&mut builder, before, segment, bytes));
            if rank + 1 < ranks {
                let sending = send(&mut builder, rank + 1, segment, bytes);
                after(&mut builder, sending, received);
                after(&mut builder, sending, sent);
                sent = Some(sending);
            }
        }
    }
    builder.finish().expect("few dependencies")
}
