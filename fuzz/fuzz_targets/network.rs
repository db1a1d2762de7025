//! Networks, in every format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fuzz::said;
use logpine_netfiles::network::{DIALECTS, NetworkFormat};
use std::path::Path;

fuzz_target!(|text: &str| {
    let own = [NetworkFormat::Edges, NetworkFormat::GraphMl, NetworkFormat::Dot, NetworkFormat::Toml];
    for format in own.into_iter().chain(DIALECTS.map(NetworkFormat::Dialect)) {
        let network = format.read(text, "network");
        said(network.map_err(|error| error.render(text, Path::new("network.txt"))));
    }
});
