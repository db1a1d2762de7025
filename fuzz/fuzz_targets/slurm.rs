//! Slurm's lists of nodes, in the first line, and of tasks, in the second.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_overlays::allocation_environment::parse_slurm;
use logpine_fuzz::said;

fuzz_target!(|text: &str| {
    let (nodes, tasks) = match text.split_once('\n') {
        Some((nodes, tasks)) => (nodes, Some(tasks)),
        None => (text, None),
    };
    said(parse_slurm(nodes, tasks));
});
