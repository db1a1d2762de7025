//! The times of processors, by what they are spent on.

use super::*;
use crate::schedule::ScheduleBuilder;
use crate::schedule::replay::{Cause, Reason};

#[test]
fn time_is_added_up_by_what_it_is_spent_on() {
    let ticks = Time::from_ticks;
    let mut builder = ScheduleBuilder::new();
    builder.begin_rank().expect("few");
    let operations = [
        Operation::Send { to: 1, bytes: 100, tag: 0 },
        Operation::Wait { until: ticks(8) },
        Operation::Combine { time: ticks(1) },
    ];
    for operation in operations {
        builder.push(operation).expect("few");
    }
    builder.begin_rank().expect("few");
    builder.push(Operation::Receive { from: 0, bytes: 100, tag: 0 }).expect("few");
    let schedule = builder.finish().expect("few");
    let mut timeline = Timeline::new(&schedule);
    for (rank, operation, start, end, free) in [(0, 0, 0, 2, 13), (0, 1, 2, 8, 2), (0, 2, 8, 9, 8), (1, 0, 5, 10, 20)] {
        let cause = Cause { reason: Reason::Order, rank, operation };
        timeline.span(Span {
            rank,
            operation,
            processor: 0,
            start: ticks(start),
            end: ticks(end),
            free: ticks(free),
            cause,
        });
    }
    let usage = Usage::of(&timeline);
    assert_eq!((usage.messages(), usage.bytes()), (1, 100));
    let finish = ticks(10);
    let of = |activity: Activity| [0, 1].map(|rank| activity.of(&usage.ranks()[rank], finish).ticks());
    // The send keeps the interface beyond the end.
    assert_eq!(Activity::ALL.map(of), [[2, 0], [0, 5], [1, 0], [3, 5], [10, 0]]);
    let share = usage.share(Activity::Busy, finish);
    assert_eq!(share, Share { mean: 0.4, least: 0.3, most: 0.5, most_rank: 1 });
    assert_eq!(usage.share(Activity::Busy, Time::ZERO), Share::default());
}
