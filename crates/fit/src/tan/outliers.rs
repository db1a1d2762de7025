//! Treatment of outliers.

use super::Outliers;
use super::repetitions::{Repetitions, widening};
use super::spread::spread;
use crate::error::place;
use crate::regression::{Noise, Point, Regression};
use crate::{Sample, Samples, shown};
use logpine_text::reason::Reason;

/// The samples of an experiment after the treatment of outliers.
pub struct Cleaned {
    pub points: Vec<Point>,
    pub dropped: Vec<Sample>,
    pub weighed_down: usize,
    pub warning: Option<String>,
}

/// The number of standard deviations above which a sample is an outlier.
pub const FAR: f64 = 5.0;
/// The largest share of outliers; if there are more, the fit does not describe the samples.
const MOST_OUTLIERS: f64 = 0.1;
/// The residual, in standard deviations, at which Huber's weights begin to fall: 95 % efficiency under normal noise.
const HUBER: f64 = 1.345;
/// The maximum number of iterations of the fit and the modified samples.
const ROUNDS: usize = 50;
/// The change of the fit, in standard deviations, at which iteration stops: for finding outliers, and for results.
const ROUGHLY: f64 = 1e-2;
const CLOSELY: f64 = 1e-6;

/// The points of an experiment with outliers kept, dropped or given less weight; `fit` is a smooth curve through points.
/// Outliers that are kept cause a warning.
pub fn clean(
    measured: &Samples,
    experiment: &str,
    outliers: Outliers,
    fit: impl Fn(&[Point]) -> Result<Regression, Reason>,
) -> Result<Cleaned, Reason> {
    let samples = &measured.samples;
    if outliers == Outliers::Weigh {
        return weigh(samples, &fit);
    }
    let (stay, far) = apart(samples, &fit)?;
    let found = far.len();
    if !plausible(found, samples.len()) {
        let warning = (outliers == Outliers::Drop).then(|| too_many(experiment, found, samples.len()));
        return Ok(Cleaned { warning, ..kept(samples) });
    }
    if outliers == Outliers::Keep {
        return Ok(Cleaned { warning: likely(measured, experiment, &far), ..kept(samples) });
    }
    let mut dropped: Vec<Sample> = far.into_iter().map(|far| far.sample).collect();
    dropped.sort_by_key(|sample| sample.line);
    Ok(Cleaned { dropped, ..kept(&stay) })
}

/// All samples.
fn kept(samples: &[Sample]) -> Cleaned {
    let points = Point::group(samples.iter().copied());
    Cleaned { points, dropped: Vec::new(), weighed_down: 0, warning: None }
}

/// True if `outliers` of the samples may be outliers; one always may.
pub fn plausible(outliers: usize, samples: usize) -> bool {
    outliers <= 1 || outliers as f64 <= MOST_OUTLIERS * samples as f64
}

/// A sample that is far from the others.
#[derive(Clone, Copy)]
pub struct Far {
    pub sample: Sample,
    /// The distance in standard deviations.
    pub deviations: f64,
}

/// A warning about samples that may be outliers; `None` if there are none.
pub fn likely(measured: &Samples, experiment: &str, far: &[Far]) -> Option<String> {
    let Far { sample, .. } = far.iter().max_by(|one, other| one.deviations.total_cmp(&other.deviations))?;
    let (found, samples) = (far.len(), measured.samples.len());
    let (are, counted, them) = if found == 1 { ("is", "it is", "it") } else { ("are", "they are", "them") };
    let (time, place) = (shown(sample.time, measured.clock, 4), place(&measured.origin, sample.line));
    Some(format!(
        "{found} of {samples} samples of the {experiment} experiment {are} far from the others, the farthest {time} ({place}); \
         {counted} counted: --outliers drop leaves {them} out, --outliers weigh makes {them} count less"
    ))
}

/// The warning that more samples are far from the fit than outliers can be, so that none was dropped.
pub fn too_many(experiment: &str, found: usize, samples: usize) -> String {
    format!(
        "{found} of {samples} samples of the {experiment} experiment are far from the fit, too many for outliers; none was dropped: \
         look at the data, or weigh them"
    )
}

/// Separates the samples into those near the others and those far from them. At a point with many repetitions, the distance
/// is measured from the median there, both by the noise of all samples and by that of the point. Elsewhere it is measured
/// from a smooth curve. Thus a deviation from the curve on which repetitions agree is not an outlier. Repeated with the
/// remaining samples until there are no more far samples, or too many.
fn apart(
    samples: &[Sample],
    fit: &impl Fn(&[Point]) -> Result<Regression, Reason>,
) -> Result<(Vec<Sample>, Vec<Far>), Reason> {
    let repeated = Repetitions::of(samples);
    let is_alone = |sample: &Sample| !repeated.contains_key(&sample.at);
    let has_curve = samples.iter().any(is_alone);
    // The first curve is Huber's, on which outliers have little influence.
    let mut curve = if has_curve {
        huber(samples, fit, ROUGHLY)?.regression
    } else {
        let mut points: Vec<Point> = repeated.iter().map(|(&at, own)| own.point(at)).collect();
        points.sort_by(|one, other| one.at.total_cmp(&other.at));
        fit(&points)?
    };
    let mut near: Vec<Sample> = samples.to_vec();
    let mut all_far = Vec::new();
    loop {
        let distance = |sample: &Sample| match repeated.get(&sample.at) {
            Some(own) => (sample.time - own.median) / unit(curve.noise, own.median),
            None => off(&curve, sample),
        };
        let widened = |sample: &Sample| repeated.get(&sample.at).map_or(1.0, |own| widening(own.count));
        let deviation = spread(near.iter().map(|sample| distance(sample) * widened(sample)).collect());
        let deviations = |sample: &Sample| {
            let by_all = distance(sample).abs() / deviation;
            let own = repeated.get(&sample.at);
            own.map_or(by_all, |own| by_all.min((sample.time - own.median).abs() / own.deviation))
        };
        let is_far = |sample: &Sample| deviations(sample) > FAR;
        let (gone, stay): (Vec<Sample>, Vec<Sample>) = near.iter().partition(|sample| is_far(sample));
        all_far.extend(gone.iter().map(|&sample| Far { sample, deviations: deviations(&sample) }));
        near = stay;
        if gone.is_empty() || !plausible(all_far.len(), samples.len()) {
            return Ok((near, all_far));
        }
        if has_curve {
            curve = fit(&Point::group(near.iter().copied()))?;
        }
    }
}

/// Huber's estimator as least squares over modified samples. Residuals are cut off where his weights begin to fall, and
/// divided by the share of samples that are not cut off (Huber 1981, 7.8 and 7.6). The coefficients and errors are those of
/// his estimator.
pub fn weigh(samples: &[Sample], fit: &impl Fn(&[Point]) -> Result<Regression, Reason>) -> Result<Cleaned, Reason> {
    let Huber { regression, deviation } = huber(samples, fit, CLOSELY)?;
    let cut = HUBER * deviation;
    let weighed_down = samples.iter().filter(|sample| off(&regression, sample).abs() > cut).count();
    let whole = (samples.len() - weighed_down) as f64 / samples.len() as f64;
    let points = Point::group(samples.iter().map(|&sample| modified(&regression, sample, cut, whole)));
    Ok(Cleaned { points, weighed_down, ..kept(&[]) })
}

struct Huber {
    regression: Regression,
    deviation: f64,
}

/// Huber's fit and the deviation for its weights; iterated until it changes by less than `agreement` deviations.
fn huber(
    samples: &[Sample],
    fit: &impl Fn(&[Point]) -> Result<Regression, Reason>,
    agreement: f64,
) -> Result<Huber, Reason> {
    let mut regression = fit(&Point::group(samples.iter().copied()))?;
    let mut deviation = 0.0;
    for _ in 0..ROUNDS {
        deviation = spread(samples.iter().map(|sample| off(&regression, sample)).collect());
        let cut = HUBER * deviation;
        let points = Point::group(samples.iter().map(|&sample| modified(&regression, sample, cut, 1.0)));
        let next = fit(&points)?;
        let moved = |point: &Point| (next.at(point.at) - regression.at(point.at)).abs() / scale(&regression, point.at);
        let settled = points.iter().all(|point| moved(point) <= agreement * deviation);
        regression = next;
        if settled {
            break;
        }
    }
    Ok(Huber { regression, deviation })
}

/// The sample with its residual cut off at `cut` and divided by `share`.
fn modified(regression: &Regression, sample: Sample, cut: f64, share: f64) -> Sample {
    let at = sample.at as f64;
    let residual = off(regression, &sample).clamp(-cut, cut) / share;
    Sample { time: regression.at(at) + residual * scale(regression, at), ..sample }
}

/// The unit of residuals at a point.
fn scale(regression: &Regression, at: f64) -> f64 {
    unit(regression.noise, regression.at(at))
}

/// The unit of the scatter of times near `time`.
fn unit(noise: Noise, time: f64) -> f64 {
    match noise {
        Noise::Absolute => 1.0,
        Noise::Relative => Some(time).filter(|&time| time > 0.0).unwrap_or(1.0),
    }
}

/// The residual of a sample: in the unit of the clock, or relative to the time, depending on the noise.
fn off(regression: &Regression, sample: &Sample) -> f64 {
    let at = sample.at as f64;
    (sample.time - regression.at(at)) / scale(regression, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_outlier_is_always_plausible() {
        assert!(plausible(1, 3) && plausible(50, 500) && !plausible(51, 500));
    }
}
