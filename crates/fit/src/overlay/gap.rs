//! The gap per byte from waves with messages of two sizes.
//!
//! A wave of s bytes from N leaves to one node with t threads takes alpha + ceil(N / t) c + N s beta. A fit that knows alpha, but
//! takes the rest for proportional to the turns T = ceil(N / t), has the slope c' = c + s k beta, where
//!
//! ```text
//! k = sum w T N / sum w T^2
//! ```
//!
//! over all waves with the weights w of the fit: the children in a turn. Two sizes tell c and beta apart:
//!
//! ```text
//! beta = (c2' - c1') / (s2 k2 - s1 k1),  c = c1' - s1 k1 beta
//! ```

use super::waves::Waves;
use crate::Estimate;
use crate::estimate::student_t;

/// c and beta from waves of two different sizes.
pub(super) fn of_two_sizes(one: &Waves, other: &Waves) -> [Estimate; 2] {
    let [of_one, of_other] = [one, other].map(|waves| waves.bytes * waves.children_in_a_turn());
    let bytes = of_other - of_one;
    let slopes = [one.slope(), other.slope()];
    let reach = slopes.map(quantile).into_iter().fold(0.0, f64::max);
    let combined = |factors: [f64; 2]| {
        let value = slopes.iter().zip(factors).map(|(slope, factor)| factor * slope.value).sum::<f64>();
        let variance = slopes.iter().zip(factors).map(|(slope, factor)| (factor * slope.standard_error).powi(2));
        // The slopes have the error of alpha in common: taken as independent, they make this interval too wide.
        Estimate::within(value, variance.sum::<f64>().sqrt(), reach)
    };
    let gap = combined([-1.0 / bytes, 1.0 / bytes]);
    let gap = gap.physical(gap.value);
    let without_bytes = combined([1.0 + of_one / bytes, -of_one / bytes]);
    // If waves do not take longer with their size, those of the experiments alone tell the cost of a child.
    let per_child = if gap.value > 0.0 { without_bytes.physical(without_bytes.value) } else { slopes[0] };
    [per_child, gap]
}

/// The standard errors between an estimate and the end of its interval.
fn quantile(estimate: Estimate) -> f64 {
    let quantile = (estimate.high - estimate.value) / estimate.standard_error;
    if quantile.is_finite() { quantile } else { student_t(f64::INFINITY) }
}
