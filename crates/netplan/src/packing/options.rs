//! How much is tried.

use logpine_text::watch::Watch;

/// How much is tried.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The seed of everything random.
    pub seed: u64,
    /// The attempts of the general method for each way to grow trees and, if there are switches, to split them off.
    pub attempts: u32,
    /// The most arcs that the searches of an attempt look at; a hundred million take about a second.
    pub work: u64,
    /// The end of all searches.
    pub watch: &'a dyn Watch,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { seed: 1, attempts: 1, work: 1 << 30, watch: &() }
    }
}
