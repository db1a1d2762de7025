//! MRNet's topology files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::format::mrnet;
use logpine_fuzz::{assert_short, said};
use std::path::Path;

fuzz_target!(|source: &[u8]| {
    let report = mrnet::check(source);
    for fault in report.faults.iter() {
        assert_short(&fault.render(source, Path::new("tree.top")));
    }
    said(mrnet::read(source).map_err(|faults| faults[0].render(source, Path::new("fuzz.top"))));
});
