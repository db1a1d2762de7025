//! Uncertain parameters: robust choices against brute force, break points by solving just before and just after them, and
//! times that never fall as a parameter grows, on which the worst case rests.

mod algorithms;
mod break_points;
mod monotone;
mod ranks;
mod robust_trees;
mod stages;

use logpine_models::machine::Machine;

/// The machine of a profile.
fn machine(text: &str) -> Machine {
    Machine::from_toml(text, "m.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}
