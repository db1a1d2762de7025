//! Noise of synthetic measurements.

use logpine_text::excerpt::short;
use logpine_text::random::Generator;
use logpine_text::units::Time;
use std::fmt;
use std::str::FromStr;

/// Gaussian noise in proportion to the true time, with a standard deviation of at most half of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RelativeNoise {
    percent: f64,
}

/// A text that is not a [`RelativeNoise`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a noise level: write the standard deviation in percent, from 0% to 50%, like 5%")]
pub struct NoiseError {
    text: String,
}

impl RelativeNoise {
    /// No noise: every repetition measures the true time.
    pub const NONE: Self = Self { percent: 0.0 };

    /// The standard deviation as a share of the true time.
    #[must_use]
    pub fn share(self) -> f64 {
        self.percent / 100.0
    }

    /// The standard deviation in percent of the true time.
    #[must_use]
    pub const fn percent(self) -> f64 {
        self.percent
    }

    /// A measured time in whole ticks. Negative results are drawn again.
    pub(super) fn measure(self, truth: Time, generator: &mut Generator) -> Time {
        if self.percent == 0.0 {
            return truth;
        }
        let mut factor = 1.0 + self.share() * generator.normal();
        while factor < 0.0 {
            factor = 1.0 + self.share() * generator.normal();
        }
        let ticks = (truth.ticks() as f64 * factor).round();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 0, and casts saturate")]
        Time::from_ticks(ticks as u64)
    }
}

impl FromStr for RelativeNoise {
    type Err = NoiseError;

    fn from_str(text: &str) -> Result<Self, NoiseError> {
        let percent = text.strip_suffix('%').and_then(|number| number.trim_end().parse().ok());
        let percent = percent.filter(|percent| (0.0..=50.0).contains(percent));
        percent.map(|percent: f64| Self { percent: percent.abs() }).ok_or_else(|| NoiseError { text: short(text) })
    }
}

impl fmt::Display for RelativeNoise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_percentages() {
        let parse = |text: &str| text.parse::<RelativeNoise>().map(|noise| noise.to_string());
        assert_eq!(
            ["0%", "5%", "2.5 %", "50%", "-0%"].map(|text| parse(text).expect(text)),
            ["0%", "5%", "2.5%", "50%", "0%"]
        );
        for bad in ["", "%", "5", "0.05", "-1%", "50.1%", "nan%", "inf%", "5%%", "five%"] {
            assert!(parse(bad).is_err_and(|error| error.to_string().contains("like 5%")), "{bad}");
        }
    }

    #[test]
    fn measured_times_are_never_negative() {
        let noise: RelativeNoise = "50%".parse().expect("a size");
        let mut generator = Generator::new(1);
        let truth = Time::from_ticks(100_000_000);
        let times: Vec<u64> = (0..10_000).map(|_| noise.measure(truth, &mut generator).ticks()).collect();
        // 2.3 % of all numbers would be below zero, and a cast would turn them into 0.
        assert!(times.iter().all(|&ticks| ticks > 0));
        assert!(noise.measure(Time::MAX, &mut Generator::new(5)).ticks() >> 60 > 0);
        assert_eq!(RelativeNoise::NONE.measure(Time::MAX, &mut generator), Time::MAX);
    }
}
