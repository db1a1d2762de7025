//! Reports of experiments: fits, studies, and messages on networks. The command line alone has them.

mod causal;
mod combinations;
mod factors;
mod fit;
mod network_simulation;
mod overlay_fit;
mod port_fit;
mod study;
mod validation;

pub use causal::causal;
pub use combinations::combinations;
pub use factors::factors;
pub use fit::fit;
pub use network_simulation::network_simulation;
pub use overlay_fit::overlay_fit;
pub use port_fit::port_fit;
pub use study::study;
pub use validation::validation;

use super::{detail, page, table};
use crate::report::times::spaced;
use logpine_fit::shown;
use logpine_text::units::Clock;

/// A time with so many digits, in the unit that fits; the time is in the clock's unit.
fn amount(time: f64, clock: Clock, digits: u8) -> String {
    spaced(&shown(time, clock, digits))
}

/// A percentage with its sign, unless it rounds to zero.
fn signed(percent: f64) -> String {
    if percent.abs() < 0.05 { "0.0%".to_owned() } else { format!("{percent:+.1}%") }
}
