//! Job files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::request::JobFile;
use logpine_fuzz::said;

fuzz_target!(|text: &str| said(JobFile::from_toml(text, "job.toml")));
