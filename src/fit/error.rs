//! Measurements that no parameters can be fitted to.

use super::regression::RegressionError;
use crate::units::Clock;

/// Why measurements give no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// There is too little of something to say anything.
    #[error("{origin}: {found} {needed}; at least {least} are needed: measure more")]
    TooFew {
        /// Where the measurements come from.
        origin: String,
        /// What there is too little of.
        needed: Needed,
        /// How much of it there is.
        found: usize,
        /// How much it takes.
        least: usize,
    },
    /// A time that is no time.
    #[error(
        "{origin}:{line}: the time {time} is not a finite number of at least 0; leave the line out or measure again"
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
    #[error("{origin}:{line}: {needed} start at 1; found 0")]
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
        "{origin}: times do not grow with the depth (by {slope:e} a level); are depth and time in the right columns?"
    )]
    FlatChain {
        /// Where the measurements come from.
        origin: String,
        /// What a level costs.
        slope: f64,
    },
    /// No form of o(N) with coefficients of at least 0 describes the waves.
    #[error(
        "{origin}: waves do not take longer than L + b = {offset:e}, so nothing is left that grows with the fan-in; \
         measure larger fan-ins, and latencies and chains by the same method"
    )]
    FlatFanIn {
        /// Where the measurements come from.
        origin: String,
        /// L + b from the other experiments.
        offset: f64,
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

impl std::fmt::Display for Needed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Samples => "samples",
            Self::Depths => "depths",
            Self::FanIns => "fan-ins",
        })
    }
}

impl FitError {
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
