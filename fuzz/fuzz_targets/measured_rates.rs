//! Measurements: `read_rates`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::read_rates;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| said(read_rates(bytes, "measured.csv")));
