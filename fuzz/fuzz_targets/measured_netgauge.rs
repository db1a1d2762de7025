//! Measurements: `read_netgauge`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::read_netgauge;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| said(read_netgauge(bytes, "measured.txt")));
