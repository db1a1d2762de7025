//! Operations of a critical path that come again, in groups.

use super::*;
use crate::schedule::replay::{Cause, Observer};
use crate::schedule::{Schedule, ScheduleBuilder};
use proptest::prelude::*;

fn calculations(count: usize) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..count.div_ceil(7) {
        builder.begin_rank().expect("few");
        for _ in 0..7.min(count - 7 * rank) {
            builder.push(Operation::Calculate { time: Time::ZERO }).expect("few");
        }
    }
    builder.finish().expect("few")
}

const REASONS: [Reason; 6] =
    [Reason::Start, Reason::Order, Reason::Message, Reason::Processor, Reason::Gap, Reason::Clock];

proptest! {
    /// Holds for any spans reported, even for causes that form cycles.
    #[test]
    fn what_steps_add_is_the_finish_time(
        told in prop::collection::vec((0..40u32, 0..50u64, 0..9u64, 0..40u32, 0..6usize), 0..60)
    ) {
        let schedule = calculations(40);
        let mut timeline = Timeline::new(&schedule);
        for (at, start, length, cause, reason) in told {
            let (start, end) = (Time::from_ticks(start), Time::from_ticks(start + length));
            let cause = Cause { reason: REASONS[reason], rank: cause / 7, operation: cause % 7 };
            timeline.span(Span { rank: at / 7, operation: at % 7, processor: 0, start, end, free: end, cause });
        }
        let path = CriticalPath::new(&timeline);
        prop_assert_eq!(path.finish(), timeline.finish());
        let added: u64 = path.steps().iter().map(|step| step.adds().ticks()).sum();
        prop_assert_eq!(added, timeline.finish().ticks());
        let parts: u64 = Part::ALL.iter().map(|&part| path.total(part).ticks()).sum();
        prop_assert_eq!(parts, added);
        prop_assert!(path.steps().windows(2).all(|pair| pair[0].until == pair[1].from));
        let groups = path.groups();
        prop_assert_eq!(groups.last().map_or(0, |group| group.steps.end), path.steps().len());
        prop_assert!(groups.windows(2).all(|pair| pair[0].steps.end == pair[1].steps.start));
        prop_assert!(groups.iter().all(|group| group.steps.len() == group.times() * group.period));
    }
}

#[test]
fn what_comes_again_is_one_group() {
    let schedule = calculations(12);
    let mut timeline = Timeline::new(&schedule);
    // Lengths 5, then three times 1 and 2, then 3, 3, 3, 4, 9.
    let mut start = 0;
    for (at, length) in (0u32..).zip([5, 1, 2, 1, 2, 1, 2, 3, 3, 3, 4, 9]) {
        let before = at.saturating_sub(1);
        let reason = if at == 0 { Reason::Start } else { Reason::Order };
        let cause = Cause { reason, rank: before / 7, operation: before % 7 };
        let (from, end) = (Time::from_ticks(start), Time::from_ticks(start + length));
        timeline.span(Span { rank: at / 7, operation: at % 7, processor: 0, start: from, end, free: from, cause });
        start += length;
    }
    let path = CriticalPath::new(&timeline);
    let groups: Vec<_> = path.groups().iter().map(|group| (group.steps.clone(), group.period)).collect();
    assert_eq!(groups, [(0..1, 1), (1..7, 2), (7..10, 1), (10..11, 1), (11..12, 1)]);
    assert_eq!(path.total(Part::Calculate), Time::from_ticks(start));
}
