//! Uncertain parameters: robust choices against brute force, break points by solving just before and just after them,
//! and that no time falls as a parameter grows, on which the worst case rests.

mod algorithms;
#[path = "../collectives/machines.rs"]
#[expect(dead_code, reason = "shared with other tests")]
mod machines;
mod monotone;
mod ranks;
mod stages;
mod trees;

use logpine::machine::Machine;
use logpine::model::{PortTiming, port_timing};

/// The machine of a profile.
fn machine(text: &str) -> Machine {
    Machine::from_toml(text, "m.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The message costs of a profile.
fn timing(text: &str) -> Box<dyn PortTiming> {
    port_timing(&machine(text), None).unwrap_or_else(|error| panic!("{error}"))
}
