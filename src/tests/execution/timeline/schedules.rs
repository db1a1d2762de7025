//! Schedules by hand.

use logpine::units::Time;
use logpine_collectives::schedule::{Operation, Schedule, ScheduleBuilder};

pub fn schedule(ranks: u32, operations: impl Fn(u32) -> Vec<Operation>) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..ranks {
        builder.begin_rank().expect("few");
        for operation in operations(rank) {
            builder.push(operation).expect("few");
        }
    }
    builder.finish().expect("few")
}

pub fn send(to: u32, bytes: u64, tag: u32) -> Operation {
    Operation::Send { to, bytes, tag }
}

pub fn receive(from: u32, bytes: u64, tag: u32) -> Operation {
    Operation::Receive { from, bytes, tag }
}

pub fn wait(until: u64) -> Operation {
    Operation::Wait { until: Time::from_ticks(until) }
}

/// The binomial broadcast: rank r has the message from rank r without its highest bit, and sends to r + 2^i for larger i.
pub fn binomial(ranks: u32, segments: u32, bytes: u64) -> Schedule {
    schedule(ranks, |rank| {
        let own_bits = u32::BITS - rank.leading_zeros();
        let children = (own_bits..31).map(|bit| rank + (1 << bit)).filter(|&child| child < ranks);
        let of_segment = |tag| {
            let from = (rank > 0).then(|| receive(rank - (1 << (own_bits - 1)), bytes, tag));
            from.into_iter().chain(children.clone().map(move |child| send(child, bytes, tag)))
        };
        (0..segments).flat_map(of_segment).collect()
    })
}

/// Rank r passes every segment on to rank r + 1.
pub fn chain(ranks: u32, segments: u32, bytes: u64) -> Schedule {
    schedule(ranks, |rank| {
        let from = (rank > 0).then(|| rank - 1);
        let to = (rank + 1 < ranks).then_some(rank + 1);
        let of_segment = |tag| {
            let receive = from.map(|from| receive(from, bytes, tag));
            receive.into_iter().chain(to.map(|to| send(to, bytes, tag)))
        };
        (0..segments).flat_map(of_segment).collect()
    })
}

/// Rank 0 receives from every other and combines.
pub fn gather(ranks: u32, bytes: u64, combine: u64) -> Schedule {
    let combine = Operation::Combine { time: Time::from_ticks(combine) };
    schedule(ranks, |rank| match rank {
        0 => (1..ranks).flat_map(|from| [receive(from, bytes, 0), combine]).collect(),
        _ => vec![send(0, bytes, 0)],
    })
}

/// In every round of `round` ticks, rank r sends to rank r + 1 and receives from rank r - 1 modulo P.
pub fn ring(ranks: u32, bytes: u64, round: u64) -> Schedule {
    schedule(ranks, |rank| {
        let wait = |rounds: u32| wait(u64::from(rounds) * round);
        let of_round =
            |tag| [wait(tag), send((rank + 1) % ranks, bytes, tag), receive((rank + ranks - 1) % ranks, bytes, tag)];
        (0..ranks - 1).flat_map(of_round).chain([wait(ranks - 1)]).collect()
    })
}
