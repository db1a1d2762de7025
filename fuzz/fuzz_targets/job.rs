//! Job files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::job::JobFile;
use logpine_fuzz::said;

fuzz_target!(|text: &str| said(JobFile::from_toml(text, "job.toml")));
