//! Measurements of one quantity at several points.

use crate::units::Clock;

/// One measurement: one wave, one message, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Where: the depth of a chain, the number of leaves, the bytes of a message; 0 of a plain latency.
    pub at: u64,
    /// How long, in the unit of the clock: finite, at least 0.
    pub time: f64,
    /// The line of the file it was read from, counted from 1; 0 where it comes from none.
    pub line: u32,
}

/// Measurements in the order of their file.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// Where they come from: a path, or words.
    pub origin: String,
    /// What the times are counted in.
    pub clock: Clock,
    /// All that count.
    pub samples: Vec<Sample>,
    /// How many were read and left out, as the first waves are.
    pub discarded: usize,
}

impl Samples {
    /// The farthest point, and the last line it is on.
    pub(super) fn farthest(&self) -> (u64, u32) {
        self.samples.iter().map(|sample| (sample.at, sample.line)).max().unwrap_or_default()
    }
}
