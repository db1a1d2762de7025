//! Measurements: times of whole trees.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::{ReadOptions, read_trees};
use logpine::tree::Spec;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| {
    let spec = |text: &str| text.parse::<Spec>().map_err(|error| error.to_string());
    said(read_trees(bytes, "trees.csv", ReadOptions::default(), spec));
});
