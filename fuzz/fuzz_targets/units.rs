//! Times, rates, sizes, factors and counts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_text::units::Bytes;
use logpine_text::units::{count::count, factor::Factor};
use logpine::units::{Clock, Rate, Time};
use logpine_fuzz::said;

fuzz_target!(|text: &str| {
    for clock in [Clock::Second, Clock::Cycle] {
        said(Time::parse(text, clock));
        said(Rate::parse(text, clock));
        said(Rate::parse_per_byte(text, clock));
    }
    said(count(text));
    said(text.parse::<Bytes>());
    said(text.parse::<Factor>());
});
