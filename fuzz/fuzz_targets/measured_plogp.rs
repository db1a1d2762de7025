//! Measurements: `read_plogp`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::read_plogp;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| said(read_plogp(bytes, "measured.txt")));
