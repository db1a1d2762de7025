//! Measurements: `read_osu`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_fit::measurements::read_osu;
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| said(read_osu(bytes, "measured.txt")));
