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

use super::{detail, table, warned, with_unit};
