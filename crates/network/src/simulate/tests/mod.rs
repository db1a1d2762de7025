//! Messages and plans on networks: published numbers, times that can be computed by hand, and a second opinion.

mod anchors;
mod errors;
mod plans;
mod reference;
mod second_opinion;
