//! Trees as `mrnet_topgen` names them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::tree::Spec;
use logpine_fuzz::said;

fuzz_target!(|text: &str| said(text.parse::<Spec>()));
