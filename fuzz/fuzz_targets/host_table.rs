//! Tables of hosts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use logpine_overlays::csv_hosts::parse_host_table;
use logpine_fuzz::said;

fuzz_target!(|text: &str| {
    said(parse_host_table(text).map_err(|error| error.render(text, Path::new("hosts.csv"))));
});
