//! Networks and the results of simulations on them: text, JSON, drawings as SVG, and CSV.

mod combinations;
mod drawing;
mod figures;
mod json;
mod painted;
mod planned;
mod simulation;
mod study;
mod svg;
#[cfg(feature = "cli")]
mod text;

pub use combinations::combination_lines;
pub use figures::{real_by_predicted, time_by_distance};
pub use json::json;
pub(super) use planned::{Use, planned};
pub(super) use simulation::BUSIEST;
pub use simulation::{NetworkSimulation, Simulated};
pub use study::{study_header, study_lines};
pub use svg::{MOST_DRAWN, svg};
#[cfg(feature = "cli")]
pub use text::text;

use logpine_network::{Network, Properties, Topology};

/// A network with its properties.
#[derive(Clone, Copy, Debug)]
pub struct NetworkSubject<'a> {
    /// The network.
    pub network: &'a Network,
    /// The class and its parameters, if it was generated.
    pub topology: Option<&'a Topology>,
    /// The properties.
    pub properties: &'a Properties,
}
