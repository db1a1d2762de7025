//! Schedules of blocks in steps, with bounds that a stranger can check.
mod bound;
mod cut_safe;
mod demand;
mod effort;
mod error;
mod expanded;
mod found;
mod greedy;
mod matching;
mod one_port;
mod search;
mod seeds;
mod shortest;
mod shuffle;
mod step_bound;
#[cfg(test)]
mod tests;
mod translated;
pub use bound::bound;
pub use effort::Effort;
pub use error::StepError;
pub use expanded::one_ended;
pub use found::Found;
pub(super) use greedy::finished;
#[cfg(test)]
pub use greedy::greedy;
pub use one_port::{OnePort, one_port};
pub use search::search;
pub(super) use shortest::shortest_paths;
pub use step_bound::StepBound;
pub use translated::{Translated, translated};
