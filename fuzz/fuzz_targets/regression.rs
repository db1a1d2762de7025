//! Files of expected answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::internals::request::Regression;
use logpine_fuzz::said;

fuzz_target!(|text: &str| said(Regression::from_toml(text, "regression.toml")));
