//! One-port limits: the earliest times pass, and no operation may come earlier.

use crate::tests::execution::checker::valid::{Valid, every_valid_schedule};
use logpine::units::Time;
use logpine_check::schedule::{ScheduleFault, Wrong, check_times};
use logpine_collectives::schedule::replay::{Cause, Reason, Span};
use logpine_collectives::schedule::{Operation, Record, Schedule, ScheduleBuilder};
use logpine_models::model::{HostClass, MessageSize, Port, PortTiming};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Five numbers, to each of which the bytes are added.
#[derive(Clone, Copy, Debug)]
struct Ticks {
    send_busy: u64,
    send_gap: u64,
    recv_busy: u64,
    recv_gap: u64,
    delivery: u64,
}

impl PortTiming for Ticks {
    fn name(&self) -> &'static str {
        "ticks"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let [send_busy, send_gap, recv_busy, recv_gap, delivery] =
            [self.send_busy, self.send_gap, self.recv_busy, self.recv_gap, self.delivery]
                .map(|ticks| Time::from_ticks(ticks + bytes));
        Some(Port { send_busy, send_gap, recv_busy, recv_gap, delivery })
    }

    fn combine(&self, _: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}

/// The earliest start and end of each operation in program order, found by going over all lists until every possible message
/// is there.
fn earliest(schedule: &Schedule, ticks: Ticks) -> Vec<Span> {
    let mut sent = BTreeMap::new();
    loop {
        let known = sent.len();
        let mut spans = Vec::new();
        for rank in 0..schedule.ranks() {
            let (mut free, mut next_send, mut received) = (0, 0, None);
            let list: Vec<Operation> = schedule.rank(rank).iter().map(Record::operation).collect();
            for (index, &operation) in list.iter().enumerate() {
                let start = match operation {
                    Operation::Send { to, bytes, tag } => {
                        let start = next_send.max(free);
                        sent.insert((rank, to, tag), start);
                        next_send = start + ticks.send_gap + bytes;
                        free = start + ticks.send_busy + bytes;
                        start
                    }
                    Operation::Receive { from, bytes, tag } => {
                        let Some(start) = sent.get(&(from, rank, tag)) else { break };
                        let combine = match list.get(index + 1) {
                            Some(Operation::Combine { time }) => time.ticks(),
                            _ => 0,
                        };
                        let busy = ticks.recv_busy + bytes + combine;
                        let gap = if combine > 0 { busy } else { 0 }.max(ticks.recv_gap + bytes);
                        let after = received.map_or(0, |end: u64| end + gap);
                        let end = (start + ticks.delivery + bytes + combine).max(after).max(free + busy);
                        received = Some(end);
                        free = end - combine;
                        end - busy
                    }
                    Operation::Calculate { time } | Operation::Combine { time } => {
                        let start = free;
                        free += time.ticks();
                        start
                    }
                    Operation::Wait { until } => {
                        let start = free;
                        free = free.max(until.ticks());
                        start
                    }
                };
                let operation = u32::try_from(index).expect("few");
                let [start, end] = [start, free].map(Time::from_ticks);
                spans.push(Span {
                    rank,
                    operation,
                    processor: 0,
                    start,
                    end,
                    free: end,
                    cause: Cause { reason: Reason::Start, rank, operation },
                });
            }
        }
        if sent.len() == known {
            assert_eq!(spans.len(), schedule.len(), "every operation is done");
            return spans;
        }
    }
}

fn machine() -> impl Strategy<Value = Ticks> {
    let numbers = [0u64..6, 0..9, 0..6, 0..9, 6..20];
    numbers.prop_map(|[send_busy, send_gap, recv_busy, recv_gap, delivery]| Ticks {
        send_busy,
        send_gap,
        recv_busy,
        recv_gap,
        delivery,
    })
}

fn earlier(span: &mut Span) -> bool {
    let one = |time: Time| time.checked_sub(Time::from_ticks(1));
    let (Some(start), Some(end)) = (one(span.start), one(span.end)) else { return false };
    (span.start, span.end) = (start, end);
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_earliest_times_pass_and_none_can_be_earlier(which: prop::sample::Index, ticks in machine()) {
        let valid = every_valid_schedule();
        let Valid { schedule, name, .. } = which.get(&valid);
        let spans = earliest(schedule, ticks);
        prop_assert_eq!(check_times(schedule, &spans, &ticks), Ok(()), "{}", name);
        let operation = |span: &Span| schedule.rank(span.rank)[span.operation as usize].operation();
        let is = |index: usize, of: fn(Operation) -> bool| spans.get(index).is_some_and(|span| of(operation(span)));
        let is_wait = |index| is(index, |operation| matches!(operation, Operation::Wait { .. }));
        let is_combine = |index| is(index, |operation| matches!(operation, Operation::Combine { .. }));
        for index in (0..spans.len()).filter(|&index| !is_wait(index) && !is_combine(index)) {
            let mut moved = spans.clone();
            // A reception comes with its combination.
            if earlier(&mut moved[index]) && (!is_combine(index + 1) || earlier(&mut moved[index + 1])) {
                prop_assert!(check_times(schedule, &moved, &ticks).is_err(), "{}: {:?} may be earlier", name, spans[index]);
            }
            let mut longer = spans.clone();
            longer[index].end = longer[index].end.checked_add(Time::from_ticks(1)).expect("small");
            prop_assert!(check_times(schedule, &longer, &ticks).is_err(), "{name}");
            let mut missing = spans.clone();
            missing.remove(index);
            prop_assert!(check_times(schedule, &missing, &ticks).is_err(), "{name}");
        }
        // All later by as much is no fault.
        let mut later = spans.clone();
        for span in &mut later {
            (span.start, span.end) =
                (Time::from_ticks(span.start.ticks() + 7), Time::from_ticks(span.end.ticks() + 7));
        }
        prop_assert_eq!(check_times(schedule, &later, &ticks), Ok(()));
    }
}

/// Rank 0 sends ranks 1 and 2 a byte, and waits; rank 1 combines it.
#[test]
fn faults_of_times_are_named() {
    let mut builder = ScheduleBuilder::new();
    builder.begin_rank().expect("few");
    for to in [1, 2] {
        builder.push(Operation::Send { to, bytes: 1, tag: 0 }).expect("few");
    }
    builder.push(Operation::Wait { until: Time::from_ticks(50) }).expect("few");
    builder.push(Operation::Calculate { time: Time::from_ticks(5) }).expect("few");
    for _ in [1, 2] {
        builder.begin_rank().expect("few");
        builder.push(Operation::Receive { from: 0, bytes: 1, tag: 0 }).expect("few");
    }
    let schedule = builder.finish().expect("few");
    let ticks = Ticks { send_busy: 1, send_gap: 4, recv_busy: 1, recv_gap: 4, delivery: 9 };
    let spans = earliest(&schedule, ticks);
    let times: Vec<_> = spans.iter().map(|span| (span.start.ticks(), span.end.ticks())).collect();
    assert_eq!(times, [(0, 2), (5, 7), (7, 50), (50, 55), (8, 10), (13, 15)]);
    let of = |index: usize, start: u64, end: u64| {
        let mut spans = spans.clone();
        (spans[index].start, spans[index].end) = (Time::from_ticks(start), Time::from_ticks(end));
        check_times(&schedule, &spans, &ticks).map_err(|fault| (fault.rank, fault.operation, fault.wrong))
    };
    assert_eq!(of(1, 1, 3), Err((0, Some(1), Wrong::Overlap { start: 1, free: 2 })));
    assert_eq!(of(1, 4, 6), Err((0, Some(1), Wrong::SendGap { start: 4, earliest: 5 })));
    assert_eq!(of(3, 49, 54), Err((0, Some(3), Wrong::Overlap { start: 49, free: 50 })));
    assert_eq!(of(4, 7, 9), Err((1, Some(0), Wrong::TooEarly { end: 9, earliest: 10 })));
    assert_eq!(of(0, 0, 1), Err((0, Some(0), Wrong::Busy { start: 0, end: 1, expected: 2 })));
    let twice: Vec<Span> = spans.iter().chain(&spans[4..5]).copied().collect();
    let fault = ScheduleFault { rank: 1, operation: Some(0), wrong: Wrong::Timed { times: 2 } };
    assert_eq!(check_times(&schedule, &twice, &ticks), Err(fault));
    let unknown = Span { operation: 9, ..spans[4] };
    let fault = ScheduleFault { rank: 1, operation: Some(9), wrong: Wrong::NoSuchOperation };
    assert_eq!(check_times(&schedule, &[unknown], &ticks), Err(fault));
}
