//! Generated networks, of the few nodes that are made in a moment.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_network::Spec;
use logpine_fuzz::said;

fuzz_target!(|text: &str| {
    let spec = text.parse::<Spec>();
    if let Ok(spec) = &spec {
        assert_eq!(spec.to_string().parse().as_ref(), Ok(spec), "what is printed is read back");
    }
    said(spec);
});
