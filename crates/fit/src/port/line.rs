//! A straight line through times by size.

use super::quantity::{LineQuantity, LineStart};
use super::range::SizeRange;
use super::straight;
use crate::error::no_table;
use crate::estimate::Variance;
use crate::regression::{Noise, Point, Regression, Term};
use crate::{Estimate, Sample, Samples};
use logpine_text::reason::{Reason, reason};

/// A line through times by size, with intercept and slope of at least 0.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LineFit {
    /// The quantity that the line describes.
    #[serde(serialize_with = "in_words")]
    pub quantity: LineQuantity,
    /// The size at which the line starts.
    pub start: LineStart,
    /// The time at the start, at least 0.
    pub intercept: Estimate,
    /// The time per byte, at least 0.
    pub slope: Estimate,
    /// The smallest and the largest size fitted.
    #[serde(flatten)]
    pub bytes: SizeRange,
    /// The samples that were fitted; those of other sizes are counted as discarded.
    #[serde(flatten)]
    pub samples: Samples,
    /// The regression over the bytes beyond the start, with coefficients of any sign.
    #[serde(flatten)]
    pub regression: Regression,
}

/// A quantity in words, for JSON.
fn in_words<S: serde::Serializer>(quantity: &LineQuantity, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(quantity)
}

impl LineFit {
    /// The time of a message according to the line.
    #[must_use]
    pub fn at(&self, bytes: u64) -> f64 {
        self.intercept.value + self.slope.value * self.start.beyond(bytes) as f64
    }

    /// Fits a line to the samples with sizes in the range.
    pub(super) fn new(
        quantity: LineQuantity,
        start: LineStart,
        measured: &Samples,
        range: SizeRange,
        noise: Option<Noise>,
    ) -> Result<Self, Reason> {
        let origin = || measured.origin.clone();
        let kept: Vec<Sample> = measured.samples.iter().copied().filter(|sample| range.holds(sample.at)).collect();
        let Some(bytes) = SizeRange::of(kept.iter().map(|sample| sample.at)) else {
            let Some(found) = SizeRange::of(measured.samples.iter().map(|sample| sample.at)) else {
                return Err(no_table());
            };
            return Err(reason!("{origin}: no {quantity} for {range} bytes; the file has {found}", origin = origin()));
        };
        let points = by_size(&kept, start);
        let failed =
            |cause: Reason| reason!("{origin}: {quantity}: {cause}{}", left_out(measured.discarded), origin = origin());
        let regression = Regression::new(&points, &[Term::CONSTANT, Term::LINEAR], noise).map_err(failed)?;
        let (intercept, slope) = physical(&regression, &points).map_err(failed)?;
        let discarded = measured.discarded + measured.samples.len() - kept.len();
        let samples =
            Samples { origin: origin(), clock: measured.clock, samples: kept, discarded, warnings: Vec::new() };
        Ok(Self { quantity, start, intercept, slope, bytes, samples, regression })
    }

    /// A warning if the time of the shortest messages came out negative.
    pub(super) fn of_intercept(&self) -> Option<String> {
        let estimate = self.regression.coefficients.first()?.value;
        let quantity = self.quantity;
        (estimate < 0.0).then(|| {
            format!(
                "the {quantity} of the shortest messages came out negative ({estimate:.3e}); 0 is taken and the slope fitted without: \
                 measure short messages too"
            )
        })
    }

    /// All doubts about the line: a negative coefficient, and times that do not lie on it.
    pub(super) fn doubts(&self) -> Vec<String> {
        let slope = self.regression.coefficients.last().map_or(0.0, |slope| slope.value);
        let of_slope = (slope < 0.0).then(|| {
            let quantity = self.quantity;
            format!(
                "the {quantity} fall with the size ({slope:.3e} a byte); 0 is taken instead: measure longer messages too"
            )
        });
        self.of_intercept().or(of_slope).into_iter().chain(straight::doubt(self)).collect()
    }

    /// The samples by the bytes beyond the start.
    pub(super) fn points(&self) -> Vec<Point> {
        by_size(&self.samples.samples, self.start)
    }

    /// The variance of the intercept.
    pub(super) fn intercept_variance(&self) -> Variance {
        self.variance(self.intercept)
    }

    /// The variance of the slope.
    pub(super) fn slope_variance(&self) -> Variance {
        self.variance(self.slope)
    }

    fn variance(&self, of: Estimate) -> Variance {
        let error = of.standard_error;
        Variance { value: error * error, freedom: self.regression.degrees_of_freedom as f64 }
    }
}

/// The samples by the bytes beyond the start of a line.
fn by_size(samples: &[Sample], start: LineStart) -> Vec<Point> {
    Point::group(samples.iter().map(|sample| Sample { at: start.beyond(sample.at), ..*sample }))
}

/// Intercept and slope, both at least 0. If one of them is negative, it is set to 0 and the other is fitted without it.
pub(super) fn physical(regression: &Regression, points: &[Point]) -> Result<(Estimate, Estimate), Reason> {
    let [intercept, slope] = [regression.coefficients[0], regression.coefficients[1]];
    let alone = |term| {
        let refit = Regression::new(points, &[term], Some(regression.noise))?;
        Ok(refit.coefficients.first().map_or(0.0, |coefficient| coefficient.value))
    };
    if intercept.value < 0.0 {
        return Ok((intercept.physical(0.0), slope.physical(alone(Term::LINEAR)?)));
    }
    if slope.value < 0.0 {
        return Ok((intercept.physical(alone(Term::CONSTANT)?), slope.physical(0.0)));
    }
    Ok((intercept.physical(intercept.value), slope.physical(slope.value)))
}

fn left_out(rows: usize) -> String {
    match rows {
        0 => String::new(),
        1 => "; 1 row was left out, which failed its validation or has no time".to_owned(),
        _ => format!("; {rows} rows were left out, which failed their validation or have no time"),
    }
}
