//! Mappings of ranks to hosts. The first byte says how many ranks there are.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_overlays::mapping::mapping;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| {
    if let Some((&ranks, source)) = bytes.split_first() {
        said(mapping(source, "m", u64::from(ranks)));
    }
});
