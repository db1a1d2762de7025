//! Lists of hosts, and whatever says by its beginning that it is a table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::internals::format::read_hosts;
use logpine_fuzz::said;
use std::path::Path;

fuzz_target!(|text: &str| {
    let path = Path::new("hosts");
    said(read_hosts(text, path).map_err(|error| error.render(text, path)));
});
