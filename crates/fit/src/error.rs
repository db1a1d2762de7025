//! Errors of measurements to which no parameters can be fitted.

use super::Samples;
use super::regression::RegressionError;
use super::shown;
use logpine_text::units::Clock;

/// The reason why measurements give no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// Too few samples, depths or fan-ins for a fit.
    #[error("{}: {found} {}; at least {least} are needed: {}", place(.origin, *.line), needed.words(*.found), needed.way_out())]
    TooFew {
        /// The source of the measurements.
        origin: String,
        /// The line of the last measurement, from 1; 0 if there is none.
        line: u32,
        /// The kind of item of which there are too few.
        needed: Needed,
        /// The number found.
        found: usize,
        /// The smallest number required.
        least: usize,
    },
    /// A time that is negative or not finite.
    #[error(
        "{}: the time {time} is not a finite number of at least 0; leave the line out or measure again",
        place(.origin, *.line)
    )]
    NotATime {
        /// The source of the measurements.
        origin: String,
        /// The line, from 1; 0 if there is none.
        line: u32,
        /// The time.
        time: f64,
    },
    /// A chain without levels, or a wave without leaves.
    #[error("{}: {} start at 1; found 0: remove the row", place(.origin, *.line), needed.words(2))]
    AtZero {
        /// The source of the measurements.
        origin: String,
        /// The line, from 1; 0 if there is none.
        line: u32,
        /// Depths or fan-ins.
        needed: Needed,
    },
    /// Experiments whose times cannot be compared.
    #[error("{origin} is in {clock}, but {other_origin} in {other_clock}; give all times in one of them")]
    MixedClocks {
        /// The source of one experiment.
        origin: String,
        /// The name of the unit of its times.
        clock: &'static str,
        /// The source of another experiment.
        other_origin: String,
        /// The name of the unit of its times.
        other_clock: &'static str,
    },
    /// Waves of one size where two are needed.
    #[error(
        "the waves of {origin} and of {other_origin} are both of {bytes} B, which does not tell the gap per byte; measure with another --bytes"
    )]
    SameSize {
        /// The source of the waves.
        origin: String,
        /// The source of the others.
        other_origin: String,
        /// The bytes of their messages.
        bytes: u64,
    },
    /// A chain whose times do not grow with its depth.
    #[error(
        "{}: waves do not take longer with the depth, up to {deepest} levels here ({} for each more); are depth and time \
         in the right columns, and the times those of whole waves?",
        place(.origin, *.line),
        shown(*.slope, *.clock, 4)
    )]
    FlatChain {
        /// The source of the measurements.
        origin: String,
        /// The line of the deepest chain, from 1; 0 if there is none.
        line: u32,
        /// The depth of the deepest chain.
        deepest: u64,
        /// The fitted time per level.
        slope: f64,
        /// The clock in whose unit the slope is given.
        clock: Clock,
    },
    /// Waves that take less time than L + b at every fan-in.
    #[error(
        "{}: waves take less than L + b = {}, up to {widest} leaves here, so nothing is left for the fan-in; measure \
         latencies, chains and fan-ins by the same method, one way, and larger fan-ins",
        place(.origin, *.line),
        shown(*.offset, *.clock, 4)
    )]
    FlatFanIn {
        /// The source of the measurements.
        origin: String,
        /// The line of the largest fan-in, from 1; 0 if there is none.
        line: u32,
        /// The largest fan-in.
        widest: u64,
        /// L + b from the other experiments.
        offset: f64,
        /// The clock in whose unit the offset is given.
        clock: Clock,
    },
    /// A regression that cannot be computed.
    #[error("{origin}: {cause}")]
    Regression {
        /// The source of the measurements.
        origin: String,
        /// The error of the regression.
        #[source]
        cause: RegressionError,
    },
}

/// The items of which a fit needs a minimum number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// Times, including repetitions.
    Samples,
    /// Different chain depths.
    Depths,
    /// Different numbers of leaves.
    FanIns,
}

impl Needed {
    /// The noun in singular or plural, as `count` requires.
    const fn words(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Samples, 1) => "sample",
            (Self::Samples, _) => "samples",
            (Self::Depths, 1) => "depth",
            (Self::Depths, _) => "depths",
            (Self::FanIns, 1) => "fan-in",
            (Self::FanIns, _) => "fan-ins",
        }
    }

    const fn way_out(self) -> &'static str {
        match self {
            Self::Samples => "measure more, or repeat what is there, and leave out less",
            Self::Depths => "measure chains of other depths, such as 1, 4 and 16 levels",
            Self::FanIns => "measure waves from other numbers of leaves, such as 2, 16 and 128",
        }
    }
}

/// The place of a measurement in messages; line 0 stands for no line.
pub(super) fn place(origin: &str, line: u32) -> String {
    if line == 0 { origin.to_owned() } else { format!("{origin}:{line}") }
}

impl FitError {
    /// The error for `found` items in `measured` where at least `least` are needed.
    pub(super) fn too_few(measured: &Samples, needed: Needed, found: usize, least: usize) -> Self {
        let line = measured.samples.iter().map(|sample| sample.line).max().unwrap_or(0);
        Self::TooFew { origin: measured.origin.clone(), line, needed, found, least }
    }

    /// Wraps the error of a regression over measurements from `origin`.
    pub(super) fn regression(origin: &str) -> impl Fn(RegressionError) -> Self + '_ {
        move |cause| Self::Regression { origin: origin.to_owned(), cause }
    }
}
