//! Measurements: `read_microbench`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::read_microbench;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| said(read_microbench(bytes, "measured.txt")));
