//! Flux' tables of hosts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::internals::format::settings;
use logpine_fuzz::assert_short;
use std::path::Path;

fuzz_target!(|source: &[u8]| {
    for fault in settings::flux(source).faults.iter() {
        assert_short(&fault.render(source, Path::new("bootstrap.toml")));
    }
});
