//! Schedules are read back as they were written, as text and packed, and both are equal.

use super::{binomial, check, packed, schedules, shorts, text};
use logpine_collectives::schedule::{Dependency, Operation, ScheduleBuilder};
use logpine_goal::{self as goal, GoalTick, Report, WriteError};
use logpine_text::units::Time;
use proptest::prelude::*;

/// Some random schedules wait for each other, which a check refuses.
fn is_stuck(report: &Report) -> bool {
    report.faults.iter().any(|fault| fault.code() == "deadlock")
}

proptest! {
    #[test]
    fn text_is_read_back(schedule in schedules()) {
        let report = check(&text(&schedule));
        prop_assume!(!is_stuck(&report));
        prop_assert!(report.faults.iter().all(|fault| ["wildcard", "size-mismatch", "no-operations", "zero-size", "many-ready", "cpu-order"].contains(&fault.code())),
            "{:?}", shorts(&report));
        prop_assert_eq!(report.schedule, Some(schedule));
    }

    #[test]
    fn packed_is_read_back(schedule in schedules()) {
        let bytes = packed(&schedule);
        let report = goal::packed::check(&bytes, GoalTick::default());
        prop_assume!(!is_stuck(&report));
        prop_assert_eq!(report.errors_of_meaning(), 0, "{:?}", shorts(&report));
        prop_assert_eq!(&packed(&report.schedule.expect("no error")), &bytes);
        // By way of the text, as the converter makes it.
        let by_text = goal::read(&text(&schedule), GoalTick::default()).expect("valid");
        prop_assert_eq!(goal::packed::read(&bytes, GoalTick::default()).expect("valid"), by_text);
    }

    #[test]
    fn indented_text_means_the_same(schedule in schedules()) {
        prop_assume!(!is_stuck(&check(&text(&schedule))));
        let plain = String::from_utf8(text(&schedule)).expect("ASCII");
        let indented: Vec<String> = plain.lines().map(|line| format!(" \t{line} // the end\r\n")).collect();
        prop_assert_eq!(goal::read(indented.concat().as_bytes(), GoalTick::default()).expect("plain meaning"), schedule);
    }
}

#[test]
fn a_packed_file_is_as_long_as_it_must_be() {
    // As long as the converter's: with sends chained or not, an operation is a root or has its one dependency.
    let schedule = binomial(1024);
    let bytes = packed(&schedule);
    let roots = 1024;
    assert_eq!(bytes.len(), 14 + 24 * 1024 + 4 * roots + 39 * schedule.len() + 4 * schedule.dependencies());
    assert_eq!(bytes.len(), 112_568);
    assert_eq!(goal::packed::read(&bytes, GoalTick::default()).expect("valid"), schedule);
}

#[test]
fn waits_are_left_out_and_combinations_are_calculations() {
    let mut builder = ScheduleBuilder::new();
    builder.push(Operation::Wait { until: Time::from_ticks(7) }).expect("few");
    let receive = builder.push(Operation::Receive { from: 1, bytes: 8, tag: 0 }).expect("few");
    let combine = builder.push_on(Operation::Combine { time: Time::from_ticks(3000) }, 1, 9).expect("few");
    builder.push(Operation::Wait { until: Time::from_ticks(9) }).expect("few");
    builder.require(combine, Dependency::Done(receive));
    builder.begin_rank().expect("few");
    builder.push(Operation::Send { to: 0, bytes: 8, tag: 0 }).expect("few");
    let schedule = builder.finish().expect("few");
    let written = "num_ranks 2\nrank 0 {\nl1: recv 8b from 1 tag 0\nl2: calc 3 cpu 1\nl2 requires l1\n}\n\
                   rank 1 {\nl1: send 8b to 0 tag 0\n}\n";
    assert_eq!(String::from_utf8(text(&schedule)).expect("ASCII"), written);
    let by_text = goal::read(written.as_bytes(), GoalTick::default()).expect("valid");
    assert_eq!(goal::packed::read(&packed(&schedule), GoalTick::default()).expect("valid"), by_text);
}

#[test]
fn ticks_of_any_length() {
    let of = |ticks| {
        let mut builder = ScheduleBuilder::new();
        builder.push(Operation::Calculate { time: Time::from_ticks(1500) }).expect("few");
        let (mut text, tick) = (Vec::new(), GoalTick::new(Time::from_ticks(ticks)).expect("not zero"));
        let schedule = builder.finish().expect("few");
        goal::write(&schedule, tick, &mut text)?;
        assert_eq!(goal::read(&text, tick).expect("valid"), schedule);
        Ok::<_, WriteError>(String::from_utf8(text).expect("ASCII"))
    };
    assert!(of(500).expect("whole ticks").contains("calc 3\n"));
    assert!(of(1).expect("whole ticks").contains("calc 1500\n"));
    let error = of(1000).expect_err("one tick and a half").to_string();
    assert!(
        error.starts_with("operation 0 of rank 0 lasts 1.5 GOAL ticks") && error.contains("--goal-tick"),
        "{error}"
    );
    assert_eq!(GoalTick::new(Time::ZERO), None);
}

#[test]
fn what_the_format_cannot_say_is_not_written() {
    let written = |operation| {
        let mut builder = ScheduleBuilder::new();
        builder.push(operation).expect("few");
        let schedule = builder.finish().expect("few");
        let packed = goal::packed::write(&schedule, GoalTick::default(), &mut Vec::new());
        let text = goal::write(&schedule, GoalTick::default(), &mut Vec::new()).expect_err("not GOAL").to_string();
        assert_eq!(packed.expect_err("not GOAL").to_string(), text);
        text
    };
    assert!(written(Operation::Send { to: 1, bytes: 1, tag: 0 }).contains("no rank"));
    assert!(written(Operation::Send { to: 0, bytes: 1, tag: u32::MAX }).contains("tag"));
    assert!(written(Operation::Receive { from: 1, bytes: 1, tag: 0 }).contains("no rank"));
    let nothing = ScheduleBuilder::new().finish().expect("few");
    assert!(matches!(goal::write(&nothing, GoalTick::default(), &mut Vec::new()), Err(WriteError::NoRanks)));
    assert!(matches!(goal::packed::write(&nothing, GoalTick::default(), &mut Vec::new()), Err(WriteError::NoRanks)));
}
