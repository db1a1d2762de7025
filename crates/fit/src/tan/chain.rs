//! b and C from waves through chains.

use super::TanOptions;
use super::latency::Latency;
use super::outliers::{Cleaned, clean};
use crate::error::{DEPTHS, SAMPLES, at_zero, place, regression, too_few};
use crate::estimate::Variance;
use crate::regression::{Point, Regression, Term};
use crate::shown;
use crate::{Estimate, Sample, Samples};
use logpine_text::reason::{Reason, reason};

/// The overhead per level and the one-time cost.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ChainFit {
    /// C, at least 0.
    pub startup: Estimate,
    /// b, at least 0.
    pub overhead: Estimate,
    /// The time per level, L + 2b.
    pub level: Estimate,
    /// The source of the samples.
    pub origin: String,
    /// The samples in use, by depth.
    #[serde(rename = "samples", serialize_with = "counted")]
    pub points: Vec<Point>,
    /// Outliers that were left out, in the order of the file.
    pub dropped: Vec<Sample>,
    /// The number of samples with reduced weight.
    pub weighed_down: usize,
    /// The underlying fit of time to depth: C + depth (L + 2b), or without C if C came out negative.
    #[serde(flatten)]
    pub regression: Regression,
}

/// The number of samples of points, for JSON.
pub(super) fn counted<S: serde::Serializer>(points: &[Point], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(points.iter().map(|point| point.count as u64).sum())
}

/// The time of a wave in the fan-in experiment apart from the growth of o: L + b.
#[derive(Clone, Copy, Debug)]
pub struct Offset {
    pub estimate: Estimate,
    pub variance: Variance,
    /// L alone.
    pub latency: f64,
    pub latency_variance: Variance,
}

/// The share of the longest time below which a negative intercept is a rounding error.
const ROUNDING: f64 = 1e-12;

/// Fits b and C, and with them L + b; adds doubts to `warnings`.
///
/// A wave takes `y_d = C + d (L + 2b)`. The slope s gives b = (s - L) / 2 and L + b = (s + L) / 2. Both have the variance
/// (Var s + Var L) / 4, as s and L come from different experiments.
pub fn chain(
    measured: &Samples,
    latency: &Latency,
    options: TanOptions,
    warnings: &mut Vec<String>,
) -> Result<(ChainFit, Offset), Reason> {
    check(measured)?;
    let origin = &measured.origin;
    let fit =
        |points: &[Point], terms: &[Term], noise| Regression::new(points, terms, noise).map_err(regression(origin));
    let with_startup = |points: &[Point], noise| fit(points, &[Term::CONSTANT, Term::LINEAR], noise);
    // Outliers are found with the more likely noise, so that a poor choice of noise does not create outliers.
    let smooth = |points: &[Point]| with_startup(points, None);
    let Cleaned { points, dropped, weighed_down, warning } = clean(measured, "chain", options.outliers, smooth)?;
    warnings.extend(warning);
    enough_depths(&points, measured)?;
    let free = with_startup(&points, options.noise)?;
    let [startup, level] = [free.coefficients[0], free.coefficients[1]];
    let regression = if startup.value < 0.0 { fit(&points, &[Term::LINEAR], options.noise)? } else { free.clone() };
    let slope = regression.coefficients[regression.coefficients.len() - 1].value;
    if slope <= 0.0 {
        let (deepest, line) = measured.farthest();
        return Err(reason!(
            "{}: waves do not take longer with the depth, up to {deepest} levels here ({} for each more); are depth and time \
         in the right columns, and the times those of whole waves?",
            place(origin, line),
            shown(slope, measured.clock, 4)
        ));
    }
    let longest = points.iter().map(|point| point.mean).fold(0.0, f64::max);
    if startup.value < -ROUNDING * longest {
        warnings.push(format!(
            "the startup C came out negative (-{}); it is taken as 0, and the chain fitted without it",
            shown(-startup.value, measured.clock, 4)
        ));
    }
    // The errors are those of the fit with C, which are valid whether C was kept or not.
    let of_slope = Variance { value: free.covariance[1][1], freedom: free.degrees_of_freedom as f64 };
    let half = of_slope.plus(latency.variance).scaled(0.5);
    let l = latency.fit.latency.value;
    let b = (slope - l) / 2.0;
    if b < -ROUNDING * slope {
        warnings.push(format!(
            "the overhead b came out negative (-{}): a level of the chain takes less than the latency; it is taken as 0: \
             measure both by the same method",
            shown(-b, measured.clock, 4)
        ));
    }
    let overhead = half.of((level.value - l) / 2.0).physical(b);
    let known = l + overhead.value;
    let latency_variance = latency.variance;
    let offset = Offset { estimate: half.of(known), variance: half, latency: l, latency_variance };
    let fit = ChainFit {
        startup: startup.physical(startup.value),
        overhead,
        level: level.physical(slope),
        regression,
        points,
        dropped,
        weighed_down,
        origin: origin.clone(),
    };
    Ok((fit, offset))
}

fn check(measured: &Samples) -> Result<(), Reason> {
    const LEAST: usize = 3;
    if let Some(sample) = measured.samples.iter().find(|sample| sample.at == 0) {
        return Err(at_zero(measured, sample.line, &DEPTHS));
    }
    let found = measured.samples.len();
    if found < LEAST {
        return Err(too_few(measured, &SAMPLES, found, LEAST));
    }
    enough_depths(&Point::group(measured.samples.iter().copied()), measured)
}

fn enough_depths(points: &[Point], measured: &Samples) -> Result<(), Reason> {
    const LEAST: usize = 2;
    let found = points.len();
    if found < LEAST { Err(too_few(measured, &DEPTHS, found, LEAST)) } else { Ok(()) }
}
