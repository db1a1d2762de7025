//! The exact single-message engine against brute force that shares no code with it, and against published numbers.

mod broadcast;
mod leaves;
mod summation;
mod walk;

use logpine::units::Time;

fn ticks(ticks: u64) -> Time {
    Time::from_ticks(ticks)
}
