//! Lists of hosts, and whatever says by its beginning that it is a table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use logpine_overlays::host_list::read_hosts;
use logpine_fuzz::said;

fuzz_target!(|text: &str| {
    let path = Path::new("hosts");
    said(read_hosts(text, path).map_err(|error| error.render(text, path)));
});
