//! Short words of the command line: schemes, routing rules, mappings of networks, shards, ranges, noise, tolerances.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::answer::{Grid, Shard};
use logpine_fit::port::SizeRange;
use logpine_fit::synth::RelativeNoise;
use logpine_network::{MappingRule, RoutingRule, Scheme};
use logpine_text::units::Bytes;
use logpine::request::Tolerance;
use logpine_fuzz::said;

fuzz_target!(|text: &str| {
    said(text.parse::<Scheme>());
    said(text.parse::<RoutingRule>());
    said(text.parse::<MappingRule>());
    said(text.parse::<Shard>());
    said(text.parse::<SizeRange>());
    said(text.parse::<RelativeNoise>());
    said(text.parse::<Tolerance>());
    said(Grid::parse(text, |value| value.parse::<Bytes>().map(|bytes| bytes.0)));
});
