//! Measurements: the experiments of a tree aggregation network, and times of messages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::{Experiment, ReadOptions, read_experiment};
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| {
    for experiment in [Experiment::Latency, Experiment::Chain, Experiment::FanIn, Experiment::Messages] {
        said(read_experiment(bytes, "measured.csv", experiment, ReadOptions::default()));
    }
});
