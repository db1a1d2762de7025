//! The exponential a e^(r x): linear in a, so only r has to be searched for.

use super::least_squares::Design;
use super::statistics::Fitted;
use super::{Point, RegressionError, Scales, Term};

use super::Regression;

/// The most that e^(r x) may be at the largest point: 10^12, beyond any fan-in's times.
const MOST_GROWTH: f64 = 27.631_021_115_928_547;
/// Rates looked at first, to find the valley that holds the best.
const GRID: u32 = 48;

/// The best a e^(r x) for what the times are above `offset`, where 0 <= r and e^(r x) stays below 10^12; coefficients a
/// and r. Errors are those of the linearised fit.
///
/// For each r, the best a has a closed form; r is found on a grid, by golden section in its best cell, then by the
/// Gauss-Newton method. At r = 0 it stays.
///
/// # Errors
/// [`RegressionError`] as for [`Regression::new`].
pub fn exponential(points: &[Point], offset: f64, scales: &Scales) -> Result<Regression, RegressionError> {
    let largest = points.iter().map(|point| point.at).fold(0.0, f64::max);
    let search = Search { points, offset, scales };
    let step = if largest > 0.0 { MOST_GROWTH / largest / f64::from(GRID) } else { 0.0 };
    let coarse = search.coarse(step);
    let fine = golden_section((coarse - step).max(0.0), coarse + step, |rate| search.residual(rate));
    let (scale, rate) = search.polished(fine)?;
    let solution = tangent(points, scale, rate, scales).solve(points.iter().map(|_| 0.0))?;
    let predicted = points.iter().map(|point| offset + scale * libm::exp(rate * point.at)).collect();
    let terms = vec![Term::Exponential { rate }];
    let coefficients = &[scale, rate];
    Fitted { points, scales, terms, offset, coefficients, inverse: &solution.inverse, predicted }.regression()
}

/// How a e^(r x) changes with a and with r.
pub fn tangent(points: &[Point], scale: f64, rate: f64, scales: &Scales) -> Design {
    type Slope = Box<dyn Fn(f64) -> f64>;
    let by_scale: Slope = Box::new(move |at| libm::exp(rate * at));
    let by_rate: Slope = Box::new(move |at| scale * at * libm::exp(rate * at));
    Design::new(points, [by_scale, by_rate].into_iter(), scales)
}

struct Search<'a> {
    points: &'a [Point],
    offset: f64,
    scales: &'a Scales,
}

impl Search<'_> {
    /// The best r of those on a grid.
    fn coarse(&self, step: f64) -> f64 {
        let growth_of_step: Vec<f64> = self.points.iter().map(|point| libm::exp(step * point.at)).collect();
        let mut growth = vec![1.0; self.points.len()];
        let (mut best, mut least) = (0.0, f64::INFINITY);
        for index in 0..=GRID {
            let residual = self.residual_above(&growth, self.scale(&growth));
            if residual < least {
                (best, least) = (f64::from(index) * step, residual);
            }
            growth.iter_mut().zip(&growth_of_step).for_each(|(growth, factor)| *growth *= factor);
        }
        best
    }

    /// e^(r x) at the points.
    fn growth(&self, rate: f64) -> Vec<f64> {
        self.points.iter().map(|point| libm::exp(rate * point.at)).collect()
    }

    /// The best a for what e^(r x) is at the points.
    fn scale(&self, growth: &[f64]) -> f64 {
        let (mut product, mut square) = (0.0, 0.0);
        for ((point, scale), growth) in self.points.iter().zip(&self.scales.at).zip(growth) {
            let weight = point.count as f64 / (scale * scale);
            product += weight * growth * (point.mean - self.offset);
            square += weight * growth * growth;
        }
        product / square
    }

    /// What the means are off, for this r and the best a.
    fn residual(&self, rate: f64) -> f64 {
        let growth = self.growth(rate);
        self.residual_above(&growth, self.scale(&growth))
    }

    /// What the means are off, for this e^(r x) and a.
    fn residual_above(&self, growth: &[f64], factor: f64) -> f64 {
        let square = |((point, scale), growth): ((&Point, &f64), &f64)| {
            let distance = (point.mean - self.offset - factor * growth) / scale;
            point.count as f64 * distance * distance
        };
        self.points.iter().zip(&self.scales.at).zip(growth).map(square).sum()
    }

    fn residual_of(&self, factor: f64, rate: f64) -> f64 {
        self.residual_above(&self.growth(rate), factor)
    }

    /// a and r by Gauss-Newton from a good r, as long as it gets better.
    fn polished(&self, rate: f64) -> Result<(f64, f64), RegressionError> {
        const ROUNDS: usize = 12;
        let (mut scale, mut rate) = (self.scale(&self.growth(rate)), rate);
        for _ in 0..ROUNDS {
            if rate <= 0.0 || scale == 0.0 {
                break;
            }
            let off = self.points.iter().map(|point| point.mean - self.offset - scale * libm::exp(rate * point.at));
            let step = tangent(self.points, scale, rate, self.scales).solve(off)?.coefficients;
            let next = (scale + step[0], (rate + step[1]).max(0.0));
            let (before, after) = (self.residual_of(scale, rate), self.residual_of(next.0, next.1));
            // A last step that rounding alone makes worse does no harm; a worse one is none to take.
            if after.partial_cmp(&before).is_none_or(std::cmp::Ordering::is_gt) {
                break;
            }
            (scale, rate) = next;
        }
        Ok((scale, rate))
    }
}

/// Where a function with one valley between `low` and `high` is least, to 1/300 of the distance (Kiefer 1953).
fn golden_section(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_894_8;
    const ROUNDS: usize = 12;
    let mut left = high - RATIO * (high - low);
    let mut right = low + RATIO * (high - low);
    let (mut at_left, mut at_right) = (value(left), value(right));
    for _ in 0..ROUNDS {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - RATIO * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + RATIO * (high - low);
            at_right = value(right);
        }
    }
    if low <= 0.0 && value(0.0) <= at_left.min(at_right) { 0.0 } else { f64::midpoint(low, high) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::regression::Noise;

    fn points(time: impl Fn(f64) -> f64) -> Vec<Point> {
        (1..=16).map(|index| 8.0 * f64::from(index)).map(|at| Point::single(at, time(at))).collect()
    }

    #[test]
    fn exact_exponentials_come_back() {
        for (scale, rate) in [(1e-6, 0.03), (2.0, 0.001), (5.0, 0.15)] {
            let points = points(|at| 3.0 + scale * (rate * at).exp());
            let fit = exponential(&points, 3.0, &Scales::even(&points)).expect("sixteen points");
            let [found_scale, found_rate] = [fit.coefficients[0].value, fit.coefficients[1].value];
            assert!((found_rate / rate - 1.0).abs() < 1e-9, "{found_rate} is not {rate}");
            assert!((found_scale / scale - 1.0).abs() < 1e-8, "{found_scale} is not {scale}");
            assert!((fit.at(50.0) / (3.0 + scale * (rate * 50.0).exp()) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn times_that_fall_have_the_rate_zero() {
        let points = points(|at| 5.0 - 0.01 * at);
        let fit = exponential(&points, 1.0, &Scales::even(&points)).expect("sixteen points");
        assert_eq!((fit.coefficients[1].value, fit.noise), (0.0, Noise::Absolute));
        assert!((fit.coefficients[0].value - (4.0 - 0.01 * 68.0)).abs() < 1e-12, "the mean above the offset");
    }

    /// The derivatives that the errors come from, against differences.
    #[test]
    fn the_fit_is_stationary() {
        let points = points(|at| 2.0 + (0.02 * at).exp() + 0.2 * (at * 1.7).sin());
        let scales = Scales::even(&points);
        let fit = exponential(&points, 2.0, &scales).expect("sixteen points");
        let search = Search { points: &points, offset: 2.0, scales: &scales };
        let [scale, rate] = [fit.coefficients[0].value, fit.coefficients[1].value];
        let best = search.residual_of(scale, rate);
        for (a, r) in [(1.0 + 1e-5, 1.0), (1.0 - 1e-5, 1.0), (1.0, 1.0 + 1e-5), (1.0, 1.0 - 1e-5)] {
            assert!(search.residual_of(scale * a, rate * r) > best);
        }
    }
}
