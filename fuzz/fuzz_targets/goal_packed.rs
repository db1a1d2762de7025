//! Packed GOAL schedules.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_goal::GoalTick;
use logpine_goal::packed;
use logpine_fuzz::assert_short;
use std::path::Path;

fuzz_target!(|source: &[u8]| {
    let report = packed::check(source, GoalTick::default());
    for fault in report.faults.iter() {
        assert_short(&fault.render(source, Path::new("a.bin")));
    }
});
