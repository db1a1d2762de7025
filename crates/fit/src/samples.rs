//! Measurements of one quantity at several points.

use logpine_text::units::Clock;

/// One measurement of one wave or message, one way.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Sample {
    /// The position: the depth of a chain, the number of leaves, or the bytes of a message; 0 for a plain latency.
    pub at: u64,
    /// The time in the unit of the clock: finite, at least 0.
    pub time: f64,
    /// The line in the file, from 1; 0 if the sample does not come from a file.
    pub line: u32,
}

/// Measurements in the order of their file.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Samples {
    /// The source: a path, or a description.
    #[serde(skip)]
    pub origin: String,
    /// The clock in whose unit the times are given.
    #[serde(skip)]
    pub clock: Clock,
    /// The samples in use.
    #[serde(serialize_with = "counted")]
    pub samples: Vec<Sample>,
    /// The number of samples left out, such as the first waves.
    pub discarded: usize,
    /// The warnings of whoever measured, which the file has.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// The number of samples, for JSON.
fn counted<S: serde::Serializer>(samples: &[Sample], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(samples.len() as u64)
}

impl Samples {
    /// The largest point and the last line with it.
    pub(super) fn farthest(&self) -> (u64, u32) {
        self.samples.iter().map(|sample| (sample.at, sample.line)).max().unwrap_or_default()
    }
}

/// The warnings of several samples, each once.
pub(super) fn warnings_of<'a>(files: impl IntoIterator<Item = &'a Samples>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for warning in files.into_iter().flat_map(|file| &file.warnings) {
        if !distinct.contains(warning) {
            distinct.push(warning.clone());
        }
    }
    distinct
}

/// The sources of several samples in one text, each once.
pub(super) fn joined(origins: &[&str]) -> String {
    let mut distinct: Vec<&str> = Vec::new();
    for origin in origins {
        if !distinct.contains(origin) {
            distinct.push(origin);
        }
    }
    distinct.join("; ")
}
