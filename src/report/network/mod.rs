//! What is known of networks, and of what runs on them: text, pictures as SVG on its own, and CSV.

mod figures;
mod simulation;
mod study;

pub use figures::{real_by_predicted, time_by_distance};
pub(super) use simulation::BUSIEST;
pub use simulation::{NetworkSimulation, Simulated, simulation};
pub use study::{study_header, study_lines};
