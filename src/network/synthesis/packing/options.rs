//! How much is tried.

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seed of everything random.
    pub seed: u64,
    /// The attempts of the general method for each way to grow trees and, if there are switches, to split them off.
    pub attempts: u32,
    /// The most arcs that the searches of an attempt look at; a hundred million take about a second.
    pub work: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, attempts: 1, work: 1 << 30 }
    }
}
