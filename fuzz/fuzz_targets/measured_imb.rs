//! Measurements: `read_imb`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::read_imb;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| said(read_imb(bytes, "measured.txt")));
