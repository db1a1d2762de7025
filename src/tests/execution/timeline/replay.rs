//! A small replay in program order, by the rules of one port for messages of any size, that reports every operation to an
//! observer.

use logpine::units::Time;
use logpine_collectives::schedule::replay::{Cause, Observer, Reason, Replayed, Span};
use logpine_collectives::schedule::{Operation, Schedule};
use std::collections::HashMap;

/// `LogGP` in ticks: latency, overhead, gap, and gap per byte.
#[derive(Clone, Copy)]
pub struct Costs {
    pub latency: u64,
    pub overhead: u64,
    pub gap: u64,
    pub per_byte: u64,
}

/// The earliest time at which a rank may act, and the reason.
type Bound = (u64, Reason, (u32, u32));

struct Rank {
    next: usize,
    /// The end of the operation before, and the times until which sends and receptions keep the interface.
    done: Bound,
    sent: Bound,
    received: Bound,
}

pub fn replay(schedule: &Schedule, costs: Costs, observer: &mut impl Observer) -> Replayed {
    let mut ranks: Vec<Rank> = (0..schedule.ranks())
        .map(|rank| {
            let start = (0, Reason::Start, (rank, 0));
            Rank { next: 0, done: start, sent: start, received: start }
        })
        .collect();
    // When messages arrive, oldest last, by receiver, sender and tag.
    let mut arrivals: HashMap<(u32, u32, u32), Vec<Bound>> = HashMap::new();
    let (mut messages, mut progress) = (0, true);
    while std::mem::take(&mut progress) {
        for (me, rank) in (0u32..).zip(&mut ranks) {
            while let Some(record) = schedule.rank(me).get(rank.next) {
                let at = (me, u32::try_from(rank.next).expect("few"));
                let latest = |bounds: &[Bound]| {
                    bounds.iter().copied().reduce(|a, b| if b.0 > a.0 { b } else { a }).expect("some")
                };
                let (bound, busy, kept) = match record.operation() {
                    Operation::Send { bytes, to, tag } => {
                        let bound = latest(&[rank.done, rank.sent]);
                        let bytes = (bytes - 1) * costs.per_byte;
                        let arrival = bound.0 + costs.overhead + bytes + costs.latency;
                        arrivals.entry((to, me, tag)).or_default().insert(0, (arrival, Reason::Message, at));
                        let kept = bound.0 + (costs.gap + bytes).max(costs.overhead);
                        rank.sent = (kept, Reason::Gap, at);
                        (bound, costs.overhead, kept)
                    }
                    Operation::Receive { from, bytes, tag } => {
                        let Some(arrival) = arrivals.get_mut(&(me, from, tag)).and_then(Vec::pop) else { break };
                        let bound = latest(&[arrival, rank.done, rank.received]);
                        let kept = bound.0 + (costs.gap + (bytes - 1) * costs.per_byte).max(costs.overhead);
                        rank.received = (kept, Reason::Gap, at);
                        messages += 1;
                        (bound, costs.overhead, kept)
                    }
                    Operation::Calculate { time } | Operation::Combine { time } => {
                        (rank.done, time.ticks(), rank.done.0)
                    }
                    Operation::Wait { until } => (rank.done, until.ticks().saturating_sub(rank.done.0), rank.done.0),
                };
                let end = bound.0 + busy;
                rank.done = (end, Reason::Order, at);
                let (mut reason, cause) = (bound.1, bound.2);
                if let Operation::Wait { .. } = record.operation() {
                    reason = if busy > 0 { Reason::Clock } else { reason };
                }
                let cause = Cause { reason, rank: cause.0, operation: cause.1 };
                let [start, end, free] = [bound.0, end, kept].map(Time::from_ticks);
                observer.span(Span { rank: at.0, operation: at.1, processor: 0, start, end, free, cause });
                rank.next += 1;
                progress = true;
            }
        }
    }
    assert!((0u32..).zip(&ranks).all(|(me, rank)| rank.next == schedule.rank(me).len()), "a rank is stuck");
    let ranks: Vec<Time> = ranks.iter().map(|rank| Time::from_ticks(rank.done.0)).collect();
    Replayed { finish: ranks.iter().copied().max().unwrap_or_default(), ranks, messages }
}
