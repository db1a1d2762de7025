//! Machine profiles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::machine::Machine;
use logpine_fuzz::said;

fuzz_target!(|text: &str| said(Machine::from_toml(text, "profile.toml")));
