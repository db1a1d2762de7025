//! Networks as pictures and files: SVG on its own, and CSV.

mod figures;
mod study;

pub use figures::{real_by_predicted, time_by_distance};
pub use study::{study_header, study_lines};
