//! GOAL schedules as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_goal::{self as goal, GoalTick};
use logpine_fuzz::assert_short;
use std::path::Path;

fuzz_target!(|source: &[u8]| {
    let report = goal::check(source, GoalTick::default());
    for fault in report.faults.iter() {
        assert_short(&fault.render(source, Path::new("a.goal")));
    }
    if let Some(schedule) = report.schedule {
        let mut text = Vec::new();
        if goal::write(&schedule, GoalTick::default(), &mut text).is_ok() {
            assert!(goal::read(&text, GoalTick::default()).is_ok(), "what is written is read back");
        }
    }
});
