//! L from many latencies between two hosts.

use super::modes::{Bimodal, Sorted};
use super::outliers::{self, FAR, Far, plausible};
use super::spread::{median, spread};
use super::{Center, Outliers, TanOptions};
use crate::error::{SAMPLES, regression, too_few};
use crate::estimate::Variance;
use crate::regression::{Noise, Point, Regression, Term};
use crate::{Estimate, Sample, Samples, shown};
use logpine_text::reason::Reason;

/// The latency and the distribution of its samples.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LatencyFit {
    /// L: the mean or the median, with its error.
    pub latency: Estimate,
    /// The centre used for L: mean or median.
    pub center: Center,
    /// The mean of the samples.
    pub mean: f64,
    /// The median of the samples.
    pub median: f64,
    /// The standard deviation of the samples.
    #[serde(rename = "standard_deviation")]
    pub deviation: f64,
    /// The smallest sample.
    pub least: f64,
    /// The largest sample.
    pub greatest: f64,
    /// The two modes, if there are two.
    pub bimodal: Option<Bimodal>,
    /// The source of the samples.
    pub origin: String,
    /// The number of samples in use, without those dropped.
    pub samples: usize,
    /// Outliers that were left out, in the order of the file.
    pub dropped: Vec<Sample>,
    /// The number of samples with reduced weight.
    pub weighed_down: usize,
}

/// L with its variance, as the other experiments need it.
pub struct Latency {
    pub fit: LatencyFit,
    pub variance: Variance,
}

/// The experiment in messages.
const EXPERIMENT: &str = "latency";

/// Fits L and adds doubts to `warnings`.
pub fn latency(measured: &Samples, options: TanOptions, warnings: &mut Vec<String>) -> Result<Latency, Reason> {
    let least = if options.center == Center::Median { LEAST_FOR_MEDIAN } else { 2 };
    let found = measured.samples.len();
    if found < least {
        return Err(too_few(measured, &SAMPLES, found, least));
    }
    let (kept, dropped) = match options.outliers {
        Outliers::Drop => drop_far(&measured.samples, warnings),
        Outliers::Keep | Outliers::Weigh => (measured.samples.clone(), Vec::new()),
    };
    if options.outliers == Outliers::Keep {
        let (_, far) = apart(&measured.samples);
        if plausible(far.len(), found) {
            warnings.extend(outliers::likely(measured, EXPERIMENT, &far));
        }
    }
    let mut times: Vec<f64> = kept.iter().map(|sample| sample.time).collect();
    times.sort_unstable_by(f64::total_cmp);
    let bimodal = Sorted::new(&times).bimodal();
    if let Some(Bimodal { lower, upper, .. }) = bimodal {
        let upper_share = upper.samples as f64 / (lower.samples + upper.samples) as f64;
        let [around, other] = [lower, upper].map(|group| shown(group.mean, measured.clock, 4));
        warnings.push(format!(
            "latencies fall in two groups, around {around} and {other} ({:.0} % of them); one L fits neither: find out what \
             tells them apart, and measure what the tree will use",
            100.0 * upper_share
        ));
    }
    let all = mean_of(&kept, Outliers::Keep, &measured.origin)?;
    let (latency, variance, weighed_down) = match options.center {
        Center::Mean => {
            let Mean { regression, weighed_down } = mean_of(&kept, options.outliers, &measured.origin)?;
            let freedom = regression.degrees_of_freedom as f64;
            let variance = Variance { value: regression.covariance[0][0], freedom };
            (regression.coefficients[0], variance, weighed_down)
        }
        Center::Median => {
            let (median, variance) = median_of(&times);
            (median, variance, 0)
        }
    };
    let fit = LatencyFit {
        latency: latency.physical(latency.value),
        center: options.center,
        samples: times.len(),
        mean: all.regression.coefficients[0].value,
        median: median(&mut times.clone()),
        deviation: all.regression.deviation,
        least: times.first().copied().unwrap_or_default(),
        greatest: times.last().copied().unwrap_or_default(),
        bimodal,
        dropped,
        weighed_down,
        origin: measured.origin.clone(),
    };
    Ok(Latency { fit, variance })
}

struct Mean {
    regression: Regression,
    weighed_down: usize,
}

/// The mean, or Huber's estimator, as the fit of a constant.
fn mean_of(samples: &[Sample], outliers: Outliers, origin: &str) -> Result<Mean, Reason> {
    let together = samples.iter().map(|&sample| Sample { at: 0, ..sample });
    let fit = |points: &[Point]| {
        Regression::new(points, &[Term::CONSTANT], Some(Noise::Absolute)).map_err(regression(origin))
    };
    if outliers != Outliers::Weigh {
        return Ok(Mean { regression: fit(&Point::group(together))?, weighed_down: 0 });
    }
    let cleaned = outliers::weigh(&together.collect::<Vec<_>>(), &fit)?;
    Ok(Mean { regression: fit(&cleaned.points)?, weighed_down: cleaned.weighed_down })
}

/// The minimum number of samples for a 95 % interval of the median between two of them: 1 - 2 / 2^6 = 0.97.
const LEAST_FOR_MEDIAN: usize = 6;

/// The median of ascending samples with a distribution-free interval between two of them. The standard error is that for
/// which the interval extends 1.96 standard errors to each side (`McKean` and Schrader 1984).
fn median_of(times: &[f64]) -> (Estimate, Variance) {
    const NORMAL: f64 = 1.959_963_984_540_054;
    let count = times.len();
    // 0.98 sqrt(n) is 1.96 standard deviations of the number of samples below the median.
    let half = (count / 10_000 * 9_604 + count % 10_000 * 9_604 / 10_000).isqrt() + 1;
    let rank = count.div_ceil(2).saturating_sub(half).max(1) - 1;
    let (low, high) = (times[rank], times[count - 1 - rank]);
    let standard_error = (high - low) / (2.0 * NORMAL);
    let variance = Variance { value: standard_error * standard_error, freedom: count as f64 - 1.0 };
    (Estimate { value: median(&mut times.to_vec()), standard_error, low, high }, variance)
}

/// Separates the samples into those near one of their groups and the others; if there are too many others, all samples are
/// kept.
fn drop_far(samples: &[Sample], warnings: &mut Vec<String>) -> (Vec<Sample>, Vec<Sample>) {
    let (near, far) = apart(samples);
    if !plausible(far.len(), samples.len()) {
        warnings.push(outliers::too_many(EXPERIMENT, far.len(), samples.len()));
        return (samples.to_vec(), Vec::new());
    }
    let mut dropped: Vec<Sample> = far.into_iter().map(|far| far.sample).collect();
    dropped.sort_by_key(|sample| sample.line);
    (near, dropped)
}

/// Separates the samples into those near one of their groups and the others; samples far from one group may form another
/// one. Repeated until there are no more far samples, or too many.
fn apart(samples: &[Sample]) -> (Vec<Sample>, Vec<Far>) {
    let mut near = samples.to_vec();
    let mut all_far = Vec::new();
    loop {
        let mut times: Vec<f64> = near.iter().map(|sample| sample.time).collect();
        times.sort_unstable_by(f64::total_cmp);
        let groups = Sorted::new(&times).groups().into_iter().map(|group| {
            let center = median(&mut times[group.clone()].to_vec());
            (center, spread(times[group].iter().map(|time| time - center).collect()))
        });
        let groups: Vec<(f64, f64)> = groups.collect();
        let is_far =
            |sample: &Sample| groups.iter().all(|(center, deviation)| (sample.time - center).abs() > FAR * deviation);
        let (gone, stay): (Vec<Sample>, Vec<Sample>) = near.iter().partition(|sample| is_far(sample));
        let deviations = |sample: &Sample| {
            let of = groups.iter().map(|(center, deviation)| (sample.time - center).abs() / deviation);
            of.fold(f64::INFINITY, f64::min)
        };
        all_far.extend(gone.iter().map(|&sample| Far { sample, deviations: deviations(&sample) }));
        near = stay;
        if gone.is_empty() || !plausible(all_far.len(), samples.len()) {
            return (near, all_far);
        }
    }
}
