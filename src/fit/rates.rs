//! The cost of a child from the rates of trees of several fanouts.
//!
//! A node that serves its children one after the other has a period of x c, so each rate r of a tree whose widest node has x
//! children gives c = 1 / (r x). Errors of rates are relative ones, so c is the geometric mean, and its interval that of the
//! mean of the logarithms by Student's t.

use super::estimate::Variance;
use super::{Estimate, FitError, Needed, Samples};

/// The cost of a child, and how well it predicts the rates.
#[derive(Clone, Debug, PartialEq)]
pub struct RatesFit {
    /// c: the period of a node for each of its children, in seconds.
    pub per_child: Estimate,
    /// The number of rates.
    pub samples: usize,
    /// The smallest ratio of a measured period to the predicted one.
    pub least: f64,
    /// The largest ratio of a measured period to the predicted one.
    pub greatest: f64,
    /// The source of the rates.
    pub origin: String,
}

impl RatesFit {
    /// Fits c to periods by fanout.
    ///
    /// # Errors
    /// [`FitError::TooFew`] for fewer than two rates.
    pub fn new(measured: &Samples) -> Result<Self, FitError> {
        let samples = measured.samples.len();
        if samples < 2 {
            return Err(FitError::too_few(measured, Needed::Samples, samples, 2));
        }
        let logs: Vec<f64> = measured.samples.iter().map(|sample| libm::log(sample.time / sample.at as f64)).collect();
        let mean = logs.iter().sum::<f64>() / samples as f64;
        let squares: f64 = logs.iter().map(|log| (log - mean) * (log - mean)).sum();
        let freedom = (samples - 1) as f64;
        let of_logs = Variance { value: squares / freedom / samples as f64, freedom }.of(mean);
        let [value, low, high] = [of_logs.value, of_logs.low, of_logs.high].map(libm::exp);
        let per_child = Estimate { value, standard_error: value * of_logs.standard_error, low, high };
        let ratio = |log: f64| libm::exp(log - mean);
        let least = logs.iter().copied().map(ratio).fold(f64::INFINITY, f64::min);
        let greatest = logs.iter().copied().map(ratio).fold(0.0, f64::max);
        Ok(Self { per_child, samples, least, greatest, origin: measured.origin.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::measurements::read_rates;

    /// flux-core #6806: 1,536 brokers, jobs a second by topology; mincrit:k has k routers.
    #[test]
    fn the_seven_rates_of_flux() {
        let file = include_str!("../../instances/overlays/flux_6806.csv");
        let fit = RatesFit::new(&read_rates(file.as_bytes(), "flux.csv").expect("seven rows")).expect("a fit");
        let micro = [fit.per_child.value, fit.per_child.low, fit.per_child.high].map(|time| time * 1e6);
        assert_eq!(fit.samples, 7);
        // By hand: the products of rate and fanout are 12,434, 12,390, 12,186, 11,549, 13,495, 11,016 and 11,565.
        let product: f64 =
            [8.1 * 1535.0, 24.2 * 512.0, 95.2 * 128.0, 22.6 * 511.0, 44.1 * 306.0, 64.8 * 170.0, 83.2 * 139.0]
                .into_iter()
                .map(libm::log)
                .sum::<f64>()
                / 7.0;
        assert!((micro[0] - 1e6 / libm::exp(product)).abs() < 1e-6, "{micro:?}");
        assert!((82.0..84.0).contains(&micro[0]), "{micro:?}");
        assert!(micro[1] > 77.0 && micro[2] < 89.0, "{micro:?}");
        assert!((0.88..0.92).contains(&fit.least) && (1.08..1.12).contains(&fit.greatest), "{fit:?}");
    }

    #[test]
    fn one_rate_is_too_few() {
        let one = read_rates(b"fanout,rate_per_s\n4,100\n", "r.csv").expect("a row");
        assert!(matches!(RatesFit::new(&one), Err(FitError::TooFew { .. })));
    }
}
