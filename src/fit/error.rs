//! Measurements that no parameters can be fitted to.

use super::Samples;
use super::regression::RegressionError;
use super::shown;
use crate::units::Clock;

/// Why measurements give no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// There is too little of something to say anything.
    #[error("{}: {found} {}; at least {least} are needed: {}", place(.origin, *.line), needed.words(*.found), needed.way_out())]
    TooFew {
        /// Where the measurements come from.
        origin: String,
        /// The line of the last of them, from 1; 0 where there is none.
        line: u32,
        /// What there is too little of.
        needed: Needed,
        /// How much of it there is.
        found: usize,
        /// How much it takes.
        least: usize,
    },
    /// A time that is no time.
    #[error(
        "{}: the time {time} is not a finite number of at least 0; leave the line out or measure again",
        place(.origin, *.line)
    )]
    NotATime {
        /// Where the measurements come from.
        origin: String,
        /// The line, from 1; 0 where there is none.
        line: u32,
        /// The time.
        time: f64,
    },
    /// A chain of no level, or a wave from no leaf.
    #[error("{}: {} start at 1; found 0: remove the row", place(.origin, *.line), needed.words(2))]
    AtZero {
        /// Where the measurements come from.
        origin: String,
        /// The line, from 1; 0 where there is none.
        line: u32,
        /// Depths or fan-ins.
        needed: Needed,
    },
    /// Experiments whose times cannot be compared.
    #[error("{origin} is in {clock}, but {other_origin} in {other_clock}; give all times in one of them")]
    MixedClocks {
        /// An experiment.
        origin: String,
        /// The name of its unit.
        clock: &'static str,
        /// Another.
        other_origin: String,
        /// The name of its unit.
        other_clock: &'static str,
    },
    /// A chain whose times do not grow with its depth.
    #[error(
        "{}: waves do not take longer with the depth, up to {deepest} levels here ({} for each more); are depth and time \
         in the right columns, and the times those of whole waves?",
        place(.origin, *.line),
        shown(*.slope, *.clock, 4)
    )]
    FlatChain {
        /// Where the measurements come from.
        origin: String,
        /// The line of the deepest chain, from 1; 0 where there is none.
        line: u32,
        /// Its depth.
        deepest: u64,
        /// What a level costs.
        slope: f64,
        /// What that is counted in.
        clock: Clock,
    },
    /// Waves that take less than L + b, whatever the fan-in.
    #[error(
        "{}: waves take less than L + b = {}, up to {widest} leaves here, so nothing is left for the fan-in; measure \
         latencies, chains and fan-ins by the same method, one way, and larger fan-ins",
        place(.origin, *.line),
        shown(*.offset, *.clock, 4)
    )]
    FlatFanIn {
        /// Where the measurements come from.
        origin: String,
        /// The line of the largest fan-in, from 1; 0 where there is none.
        line: u32,
        /// That fan-in.
        widest: u64,
        /// L + b from the other experiments.
        offset: f64,
        /// What that is counted in.
        clock: Clock,
    },
    /// A regression that cannot be computed.
    #[error("{origin}: {cause}")]
    Regression {
        /// Where the measurements come from.
        origin: String,
        /// Why not.
        #[source]
        cause: RegressionError,
    },
}

/// What a fit needs a number of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// Times, repetitions among them.
    Samples,
    /// Different depths of a chain.
    Depths,
    /// Different numbers of leaves.
    FanIns,
}

impl Needed {
    /// Its name, for so many of it.
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

/// A line of what is measured, as messages name it; a line 0 is none.
pub(super) fn place(origin: &str, line: u32) -> String {
    if line == 0 { origin.to_owned() } else { format!("{origin}:{line}") }
}

impl FitError {
    /// There are only `found` of what is needed in `measured`.
    pub(super) fn too_few(measured: &Samples, needed: Needed, found: usize, least: usize) -> Self {
        let line = measured.samples.iter().map(|sample| sample.line).max().unwrap_or(0);
        Self::TooFew { origin: measured.origin.clone(), line, needed, found, least }
    }

    /// The error of a regression over measurements from `origin`.
    pub(super) fn regression(origin: &str) -> impl Fn(RegressionError) -> Self + '_ {
        move |cause| Self::Regression { origin: origin.to_owned(), cause }
    }
}

/// The name of a clock's unit, in the plural.
pub(super) const fn clock_name(clock: Clock) -> &'static str {
    match clock {
        Clock::Second => "seconds",
        Clock::Cycle => "cycles",
    }
}
