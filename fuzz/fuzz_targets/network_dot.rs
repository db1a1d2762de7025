//! Networks: DOT.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_netfiles::network::NetworkFormat;
use logpine_fuzz::said;
use std::path::Path;

fuzz_target!(|text: &str| {
    let network = NetworkFormat::Dot.read(text, "network");
    said(network.map_err(|error| error.render(text, Path::new("network.gv"))));
});
