//! `ClusterShell`'s topologies.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use logpine_overlays::settings;
use logpine_fuzz::assert_short;

fuzz_target!(|source: &[u8]| {
    for fault in settings::clustershell(source).faults.iter() {
        assert_short(&fault.render(source, Path::new("topology.conf")));
    }
});
