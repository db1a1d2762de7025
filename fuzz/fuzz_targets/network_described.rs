//! Networks: `nvidia-smi topo -m`, topology dumps of NCCL, topologies of msccl-tools.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fuzz::said;
use logpine_netfiles::network::Described;

fuzz_target!(|text: &str| {
    if let Some(described) = Described::of(text) {
        said(described.read_any(text, "network"));
    }
});
