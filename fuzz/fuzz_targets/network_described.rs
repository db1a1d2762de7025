//! Networks: `nvidia-smi topo -m`, topology dumps of NCCL, topologies of msccl-tools.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::internals::format::network::read_described;
use logpine_fuzz::said;

fuzz_target!(|text: &str| {
    if let Some(read) = read_described(text) {
        said(read);
    }
});
