//! Schedules with a plain meaning that `LogGOPSim` gets wrong, or leaves open: warnings, and the file is read.

use super::{check, packed, shorts};
use logpine_goal::{self as goal, GoalTick};
use std::fmt::Write;

/// The faults of a text of two ranks with the given blocks; that of rank 0 begins in line 3.
fn found(first: &str, second: &str) -> Vec<String> {
    let report = check(format!("num_ranks 2\nrank 0 {{\n{first}}}\nrank 1 {{\n{second}}}\n").as_bytes());
    assert_eq!(report.faults.errors(), 0, "{:?}", report.faults);
    shorts(&report)
}

/// `count` calculations, labelled from a number on.
fn calculations(from: usize, count: usize) -> String {
    (from..from + count).fold(String::new(), |mut text, label| {
        writeln!(text, "l{label}: calc 5").expect("a string");
        text
    })
}

/// A line for each of these labels that makes it wait for another.
fn lines(labels: std::ops::RangeInclusive<usize>, word: &str, before: impl Fn(usize) -> usize) -> String {
    labels.fold(String::new(), |mut text, label| {
        writeln!(text, "l{label} {word} l{}", before(label)).expect("a string");
        text
    })
}

#[test]
fn more_than_16_operations_ready_at_once() {
    assert_eq!(found(&calculations(1, 16), ""), [""; 0]);
    assert_eq!(found("", &calculations(1, 17)), ["many-ready 5:1"]);
    let after_first = |count: usize, word: &str| calculations(0, count + 1) + &lines(1..=count, word, |_| 0);
    assert_eq!(found(&after_first(16, "requires"), ""), [""; 0]);
    assert_eq!(found(&after_first(17, "requires"), ""), ["many-ready 3:1"]);
    // Operations that wait for the start of an operation are ready together with those that wait for its end.
    let mixed = after_first(9, "requires") + &calculations(20, 8) + &lines(20..=27, "irequires", |_| 0);
    assert_eq!(found(&mixed, ""), ["many-ready 3:1"]);
    // A line that stands twice counts once, and what also waits for another of them is ready later.
    let twice = after_first(16, "requires") + &lines(1..=16, "irequires", |_| 0);
    assert_eq!(found(&twice, ""), [""; 0]);
    let chained = after_first(17, "requires") + "l17 requires l16\n";
    assert_eq!(found(&chained, ""), [""; 0]);
    let chained = after_first(40, "requires") + &lines(2..=40, "irequires", |label| label - 1);
    assert_eq!(found(&chained, ""), [""; 0]);
}

#[test]
fn messages_of_0_bytes_are_read_and_written() {
    let text = "num_ranks 2\nrank 0 {\nl1: send 0b to 1 tag 0\n}\nrank 1 {\nl1: recv 0b from 0 tag 0\n}\n";
    let report = check(text.as_bytes());
    assert_eq!(shorts(&report), ["zero-size 3:10", "zero-size 6:10"]);
    assert_eq!((report.faults.errors(), report.faults.warnings()), (0, 2));
    let schedule = report.schedule.expect("no error");
    let mut written = Vec::new();
    goal::write(&schedule, GoalTick::default(), &mut written).expect("whole ticks");
    assert_eq!(String::from_utf8(written).expect("ASCII"), text);
    assert_eq!(goal::packed::read(&packed(&schedule), GoalTick::default()).expect("valid"), schedule);
}
