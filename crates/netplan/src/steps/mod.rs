//! Schedules of blocks in steps, with bounds that a stranger can check.
mod bound;
mod cut_safe;
mod demand;
mod effort;
mod expanded;
pub(super) mod greedy;
mod matching;
mod one_port;
mod search;
mod seeds;
mod shortest;
#[cfg(test)]
mod tests;
mod translated;
pub use bound::{StepBound, bound};
pub use effort::Effort;
pub use expanded::one_ended;
pub(super) use greedy::finished;
pub use one_port::{OnePort, one_port};
pub use search::{Found, search};
pub(super) use shortest::shortest_paths;
pub use translated::{Translated, translated};
