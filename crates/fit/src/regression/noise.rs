//! Models of the scatter of measurements, and the resulting weights.

use super::{Point, Regression};
use logpine_text::reason::Reason;

/// The scatter of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Noise {
    /// The same scatter at all points.
    Absolute,
    /// In proportion to the time measured.
    Relative,
}

/// The scale of the scatter at each point.
#[derive(Clone, Debug, PartialEq)]
pub struct Scales {
    pub(super) noise: Noise,
    pub(super) at: Vec<f64>,
}

impl Scales {
    /// Scales of any kind, one for each point.
    #[must_use]
    pub const fn new(noise: Noise, at: Vec<f64>) -> Self {
        Self { noise, at }
    }

    /// Equal scatter at all points.
    #[must_use]
    pub fn even(points: &[Point]) -> Self {
        Self { noise: Noise::Absolute, at: vec![1.0; points.len()] }
    }

    /// Scatter in proportion to the times that a fit predicts; `None` if a predicted time is not positive and finite.
    #[must_use]
    pub fn proportional(points: &[Point], fit: &Regression) -> Option<Self> {
        let at: Vec<f64> = points.iter().map(|point| fit.at(point.at)).collect();
        at.iter().all(|&time| time > 0.0 && time.is_finite()).then_some(Self { noise: Noise::Relative, at })
    }

    /// The scales of a fit. Under relative noise they are the means if the fit predicts a time that is not positive and
    /// finite.
    pub(crate) fn of(points: &[Point], fit: &Regression) -> Self {
        match fit.noise {
            Noise::Absolute => Self::even(points),
            Noise::Relative => Self::proportional(points, fit).unwrap_or_else(|| Self::of_means(points)),
        }
    }

    /// Scatter in proportion to the mean times; a mean of 0 is replaced by the smallest positive mean.
    fn of_means(points: &[Point]) -> Self {
        let positive = points.iter().map(|point| point.mean).filter(|&mean| mean > 0.0);
        let least = positive.fold(f64::INFINITY, f64::min);
        let least = if least.is_finite() { least } else { 1.0 };
        Self { noise: Noise::Relative, at: points.iter().map(|point| point.mean.max(least)).collect() }
    }

    /// The largest relative difference.
    fn distance(&self, other: &Self) -> f64 {
        self.at.iter().zip(&other.at).map(|(one, other)| (one / other - 1.0).abs()).fold(0.0, f64::max)
    }
}

/// The fit under the given noise, or under the more likely noise if none is given.
pub fn likeliest(
    noise: Option<Noise>,
    fit: impl Fn(Noise) -> Result<Regression, Reason>,
) -> Result<Regression, Reason> {
    if let Some(noise) = noise {
        return fit(noise);
    }
    let [absolute, relative] = [fit(Noise::Absolute)?, fit(Noise::Relative)?];
    Ok(if relative.log_likelihood >= absolute.log_likelihood { relative } else { absolute })
}

/// The fit under `noise`. If the noise is relative, the scales are the fitted times themselves.
///
/// Weights from the means would favour points that happen to be short, and so bias the fit.
pub fn settle(
    points: &[Point],
    noise: Noise,
    fit: impl Fn(&Scales) -> Result<Regression, Reason>,
) -> Result<Regression, Reason> {
    const ROUNDS: usize = 30;
    const AGREEMENT: f64 = 1e-8;
    if noise == Noise::Absolute {
        return fit(&Scales::even(points));
    }
    let mut scales = Scales::of_means(points);
    let mut regression = fit(&scales)?;
    for _ in 0..ROUNDS {
        let Some(next) = Scales::proportional(points, &regression) else { break };
        let settled = next.distance(&scales) < AGREEMENT;
        scales = next;
        regression = fit(&scales)?;
        if settled {
            break;
        }
    }
    Ok(regression)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::Term;

    #[test]
    fn relative_noise_is_told_from_absolute() {
        // Deviations of 1, and of a tenth, from 10 x in both directions.
        let around = |spread: fn(f64) -> f64| {
            let point = |at: f64| Point { at, count: 2, mean: 10.0 * at, squares: 2.0 * spread(at) * spread(at) };
            [1.0, 2.0, 4.0, 8.0, 16.0].map(point)
        };
        let noise =
            |points: &[Point]| Regression::new(points, &[Term::LINEAR], None).map(|fit| (fit.noise, fit.deviation));
        let (even, deviation) = noise(&around(|_| 1.0)).expect("five points");
        assert_eq!(even, Noise::Absolute);
        assert!((deviation - (10.0f64 / 9.0).sqrt()).abs() < 1e-12);
        let (relative, deviation) = noise(&around(|at| at)).expect("five points");
        assert_eq!(relative, Noise::Relative);
        assert!((deviation - 0.1 * (10.0f64 / 9.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn times_of_zero_have_a_scale() {
        let points = [Point::single(1.0, 0.0), Point::single(2.0, 3.0), Point::single(3.0, 4.0)];
        assert_eq!(Scales::of_means(&points).at, [3.0, 3.0, 4.0]);
        let fit = Regression::new(&points, &[Term::LINEAR], Some(Noise::Relative)).expect("three points");
        assert!(fit.deviation.is_finite() && fit.coefficients[0].value > 0.0);
    }
}
