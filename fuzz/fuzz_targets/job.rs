//! Job files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::request::Request;
use logpine_fuzz::said;

fuzz_target!(|text: &str| said(Request::from_toml(text, "job.toml")));
