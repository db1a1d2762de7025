//! Reports of experiments: fits, measurements, studies, and messages on networks, as JSON. The command line alone has them.

mod causal;
mod combinations;
mod factors;
mod files;
mod fit;
mod network_simulation;
mod study;

pub use causal::causal;
pub use combinations::combinations;
pub use factors::factors;
pub use files::{measured_overlay, synth};
pub use fit::{fit, overlay_fit, port_fit, validation};
pub use network_simulation::network_simulation;
pub use study::study;

use super::{SCHEMA, document, object};
