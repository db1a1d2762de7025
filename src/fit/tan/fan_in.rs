//! o(N) from waves of N leaves to one node.

use super::{Form, Growth};
use crate::fit::regression::{Point, Regression};
use crate::fit::{Estimate, Sample};
use std::ops::RangeInclusive;

/// The overhead as a function of the fan-in.
#[derive(Clone, Debug, PartialEq)]
pub struct FanInFit {
    /// How it grows.
    pub form: Form,
    /// o(N), whose intervals carry the errors of L and b too.
    pub terms: OverheadTerms,
    /// All forms, in the order of [`Form::ALL`], fitted with the same weights.
    pub candidates: Vec<Candidate>,
    /// L + b, which every wave takes besides.
    pub offset: Estimate,
    /// The fan-ins measured: beyond them the fit is a guess.
    pub range: RangeInclusive<u64>,
    /// The samples that count, by fan-in.
    pub points: Vec<Point>,
    /// Outliers that were left out, in the order of the file.
    pub dropped: Vec<Sample>,
    /// How many samples count less than the others.
    pub weighed_down: usize,
    /// Where the samples come from.
    pub origin: String,
}

/// o(N) = `constant` + `growth`(N).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverheadTerms {
    /// b, from the chains.
    pub constant: Estimate,
    /// What the fan-in adds.
    pub growth: Growth,
}

/// A form fitted to the waves.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The form.
    pub form: Form,
    /// Its fit; the errors are those of the waves alone. [`Regression::at`] is the time of a wave.
    pub regression: Regression,
    /// Whether it can be.
    pub physical: Physical,
}

/// Whether coefficients describe what can be: an overhead is not negative and does not fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Physical {
    /// As fitted.
    Free,
    /// A coefficient came out negative, so it is 0, and the rest is fitted without it.
    Constrained,
    /// All coefficients came out negative: not to be chosen.
    Impossible,
}

impl OverheadTerms {
    /// o(N).
    #[must_use]
    pub fn at(&self, fan_in: f64) -> f64 {
        self.constant.value + self.growth.at(fan_in)
    }
}
