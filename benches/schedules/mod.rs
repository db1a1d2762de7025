//! Schedules of many ranks.

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
