//! What a fit leaves of the samples.

use super::points::Drawn;
use crate::report::draw::scale;
use logpine_fit::regression::Noise;
use logpine_text::units::Clock;

/// Measured less fitted times, in percent of the fitted ones if the noise is relative.
pub(super) struct Residuals {
    /// The residual at each sample that counts.
    pub points: Vec<(f64, f64)>,
    /// The end of their axis.
    pub most: f64,
    /// The title of their axis.
    pub title: String,
}

impl Residuals {
    /// The residuals of drawn samples from the fitted times.
    pub fn new(drawn: &Drawn, fit: impl Fn(f64) -> f64, noise: Noise, clock: Clock) -> Self {
        let residual = |(at, time): (f64, f64)| {
            let fitted = fit(at);
            let by = if noise == Noise::Relative { fitted / 100.0 } else { 1.0 };
            (at, if by == 0.0 { 0.0 } else { (time - fitted) / by })
        };
        let points: Vec<(f64, f64)> = drawn.kept().map(residual).collect();
        let most = points.iter().map(|(_, residual)| residual.abs()).fold(0.0, f64::max);
        let (per, symbol) = match noise {
            Noise::Relative => (1.0, "%"),
            Noise::Absolute => {
                let unit = scale::unit(most, clock);
                (unit.per, unit.symbol)
            }
        };
        // Errors of rounding alone are no residuals.
        let most = if most / per > 1e-6 { most / per } else { 1.0 };
        let points = points.into_iter().map(|(at, residual)| (at, residual / per)).collect();
        Self { points, most, title: format!("residual ({symbol})") }
    }
}
