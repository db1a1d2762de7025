//! Charts of residuals.

use crate::fit::regression::Noise;
use crate::report::draw::axis::Frame;
use crate::report::draw::chart::Chart;
use crate::report::draw::palette::DATA;
use crate::report::draw::scale;
use crate::units::Clock;

/// A chart of measured less fitted times, in percent of the fitted ones if the noise is relative.
pub(super) struct Residuals<'a> {
    pub frame: Frame,
    /// The ends of the axis below.
    pub x: (f64, f64),
    pub clip: &'a str,
    pub noise: Noise,
    /// The colour of the line of no residuals.
    pub colour: &'static str,
}

impl Residuals<'_> {
    /// Draws points: of each its place on the axis below, the measured and the fitted time. `axes` draws the axes, with a label
    /// at the one upwards.
    pub fn drawn(
        &self,
        points: impl Iterator<Item = (f64, f64, f64)>,
        clock: Clock,
        axes: impl FnOnce(&Chart, &str) -> String,
    ) -> String {
        let is_relative = self.noise == Noise::Relative;
        let residual = |(at, time, fitted): (f64, f64, f64)| {
            let by = if is_relative { fitted / 100.0 } else { 1.0 };
            (at, if by == 0.0 { 0.0 } else { (time - fitted) / by })
        };
        let all: Vec<(f64, f64)> = points.map(residual).collect();
        let most = all.iter().map(|(_, residual)| residual.abs()).fold(0.0, f64::max);
        let unit = scale::unit(most, clock);
        let (per, symbol) = if is_relative { (1.0, "%") } else { (unit.per, unit.symbol) };
        // Errors of rounding alone are no residuals.
        let most = if most / per > 1e-6 { most / per } else { 1.0 };
        let mut chart = Chart::new(self.frame, self.x, (-most, most), self.clip);
        let text = axes(&chart, &format!("residual ({symbol})"));
        chart.dots(all.into_iter().map(|(at, residual)| (at, residual / per)), DATA);
        chart.curve([(self.x.0, 0.0), (self.x.1, 0.0)].into_iter(), self.colour, 1.6, 1.0);
        text + &chart.finish()
    }
}
