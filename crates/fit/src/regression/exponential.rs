//! The exponential a e^(r x): linear in a, so that only r has to be searched for.

use super::coarse::Coarse;
use super::least_squares::Design;
use super::statistics::Fitted;
use super::{Point, Regression, Scales, Term};
use logpine_text::reason::Reason;

/// The logarithm of the largest e^(r x) at the largest point: 10^12, beyond the times of any fan-in.
const MOST_GROWTH: f64 = 27.631_021_115_928_547;
/// The number of rates tried first, to find the valley with the best one.
const GRID: u32 = 48;

/// Fits a e^(r x) to the times less `offset`, where r >= 0 and e^(r x) stays below 10^12. The coefficients are a and r, with
/// the errors of the linearised fit.
///
/// For each r, the best a has a closed form. r is searched for on a grid, then by golden section in the best cell, then by
/// the Gauss-Newton method. If there are many points, this is done for a [summary](Coarse) of them, and the Gauss-Newton
/// method is repeated for all. A solution at r = 0 is kept.
///
/// # Errors
/// [`Reason`] as for [`Regression::new`].
pub fn exponential(points: &[Point], offset: f64, scales: &Scales) -> Result<Regression, Reason> {
    let coarse = Coarse::new(points, scales);
    let few = Search { points: &coarse.points, offset, scales: &coarse.scales };
    let mut best = few.polished(few.near())?;
    if coarse.is_coarser() {
        best = Search { points, offset, scales }.polished(best.rate)?;
    }
    let Exponential { scale, rate, growth, .. } = best;
    let solution = slopes(points, scale, &growth, scales).solve(points.iter().map(|_| 0.0))?;
    let predicted = growth.iter().map(|growth| offset + scale * growth).collect();
    let terms = vec![Term::Exponential { rate }];
    let coefficients = &[scale, rate];
    Fitted { points, scales, terms, offset, coefficients, inverse: &solution.inverse, predicted }.regression()
}

/// The derivatives of a e^(r x) by a and by r.
pub fn tangent(points: &[Point], scale: f64, rate: f64, scales: &Scales) -> Design {
    let growth: Vec<f64> = points.iter().map(|point| libm::exp(rate * point.at)).collect();
    slopes(points, scale, &growth, scales)
}

/// The same for given values of e^(r x).
fn slopes(points: &[Point], scale: f64, growth: &[f64], scales: &Scales) -> Design {
    let by_rate = points.iter().zip(growth).map(|(point, growth)| scale * point.at * growth).collect();
    Design::of_columns(points, [growth.to_vec(), by_rate].into_iter(), scales)
}

/// A curve and its residual from the means.
struct Exponential {
    scale: f64,
    rate: f64,
    /// e^(rate x) at the points.
    growth: Vec<f64>,
    residual: f64,
}

struct Search<'a> {
    points: &'a [Point],
    offset: f64,
    scales: &'a Scales,
}

impl Search<'_> {
    /// A value of r near the best.
    fn near(&self) -> f64 {
        let largest = self.points.iter().map(|point| point.at).fold(0.0, f64::max);
        let step = if largest > 0.0 { MOST_GROWTH / largest / f64::from(GRID) } else { 0.0 };
        let coarse = self.coarse(step);
        golden_section((coarse - step).max(0.0), coarse + step, |rate| self.residual(rate))
    }

    /// The best r on a grid.
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

    /// The best a for given values of e^(r x) at the points.
    fn scale(&self, growth: &[f64]) -> f64 {
        let (mut product, mut square) = (0.0, 0.0);
        for ((point, scale), growth) in self.points.iter().zip(&self.scales.at).zip(growth) {
            let weight = point.count as f64 / (scale * scale);
            product += weight * growth * (point.mean - self.offset);
            square += weight * growth * growth;
        }
        product / square
    }

    /// The residual of the means for this r and the best a.
    fn residual(&self, rate: f64) -> f64 {
        let growth = self.growth(rate);
        self.residual_above(&growth, self.scale(&growth))
    }

    /// The residual of the means for given values of e^(r x) and a.
    fn residual_above(&self, growth: &[f64], factor: f64) -> f64 {
        let square = |((point, scale), growth): ((&Point, &f64), &f64)| {
            let distance = (point.mean - self.offset - factor * growth) / scale;
            point.count as f64 * distance * distance
        };
        self.points.iter().zip(&self.scales.at).zip(growth).map(square).sum()
    }

    fn curve(&self, scale: f64, rate: f64) -> Exponential {
        let growth = self.growth(rate);
        Exponential { scale, rate, residual: self.residual_above(&growth, scale), growth }
    }

    /// a and r by Gauss-Newton from a good r, as long as the residual falls.
    fn polished(&self, rate: f64) -> Result<Exponential, Reason> {
        const ROUNDS: usize = 12;
        /// The relative length of a step below which it is the last.
        const AGREEMENT: f64 = 1e-13;
        let mut best = self.curve(self.scale(&self.growth(rate)), rate);
        for _ in 0..ROUNDS {
            let Exponential { scale, rate, ref growth, residual } = best;
            if rate <= 0.0 || scale == 0.0 {
                break;
            }
            let off = self.points.iter().zip(growth).map(|(point, growth)| point.mean - self.offset - scale * growth);
            let step = slopes(self.points, scale, growth, self.scales).solve(off)?.coefficients;
            let next = self.curve(scale + step[0], (rate + step[1]).max(0.0));
            // The last step may increase the residual by rounding alone; a step that increases it is never taken.
            if next.residual.partial_cmp(&residual).is_none_or(std::cmp::Ordering::is_gt) {
                break;
            }
            let is_last = step[0].abs() <= AGREEMENT * scale.abs() && step[1].abs() <= AGREEMENT * rate;
            best = next;
            if is_last {
                break;
            }
        }
        Ok(best)
    }
}

/// The minimum of a function with one valley between `low` and `high`, to 1/300 of the distance (Kiefer 1953).
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
    use crate::regression::Noise;

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

    /// More points than the search uses in full.
    #[test]
    fn many_points_have_the_fit_that_is_best_for_all() {
        let noisy = |at: u32| {
            let x = f64::from(at);
            Point::single(x, 3.0 + 2.0 * (1e-4 * x).exp() * (1.0 + 0.1 * (x * 1.7).sin()))
        };
        let points: Vec<Point> = (1..=20_000).map(noisy).collect();
        let scales = Scales::even(&points);
        let fit = exponential(&points, 3.0, &scales).expect("many points");
        let [scale, rate] = [fit.coefficients[0].value, fit.coefficients[1].value];
        let search = Search { points: &points, offset: 3.0, scales: &scales };
        let direct = search.polished(1.01e-4).expect("many points");
        assert!((scale / direct.scale - 1.0).abs() < 1e-9, "{scale} is not {}", direct.scale);
        assert!((rate / direct.rate - 1.0).abs() < 1e-9, "{rate} is not {}", direct.rate);
    }

    #[test]
    fn times_that_fall_have_the_rate_zero() {
        let points = points(|at| 5.0 - 0.01 * at);
        let fit = exponential(&points, 1.0, &Scales::even(&points)).expect("sixteen points");
        assert_eq!((fit.coefficients[1].value, fit.noise), (0.0, Noise::Absolute));
        assert!((fit.coefficients[0].value - (4.0 - 0.01 * 68.0)).abs() < 1e-12, "the mean above the offset");
    }

    /// Checks the derivatives behind the errors against differences.
    #[test]
    fn the_fit_is_stationary() {
        let points = points(|at| 2.0 + (0.02 * at).exp() + 0.2 * (at * 1.7).sin());
        let scales = Scales::even(&points);
        let fit = exponential(&points, 2.0, &scales).expect("sixteen points");
        let search = Search { points: &points, offset: 2.0, scales: &scales };
        let [scale, rate] = [fit.coefficients[0].value, fit.coefficients[1].value];
        let best = search.curve(scale, rate).residual;
        for (a, r) in [(1.0 + 1e-5, 1.0), (1.0 - 1e-5, 1.0), (1.0, 1.0 + 1e-5), (1.0, 1.0 - 1e-5)] {
            assert!(search.curve(scale * a, rate * r).residual > best);
        }
    }
}
