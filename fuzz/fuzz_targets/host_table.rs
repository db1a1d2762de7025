//! Tables of hosts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::internals::format::parse_host_table;
use logpine_fuzz::said;
use std::path::Path;

fuzz_target!(|text: &str| {
    said(parse_host_table(text).map_err(|error| error.render(text, Path::new("hosts.csv"))));
});
