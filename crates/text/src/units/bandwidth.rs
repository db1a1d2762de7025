//! Bandwidths: bytes or bits per second.

use super::clock::Clock;
use super::decimal::{Kind, Unit};
use super::error::UnitError;
use super::rate::Rate;

/// Bits per second. Bits have several spellings, in all of which the letter is small.
const KIND: Kind = Kind {
    units: &[
        Unit { symbol: "B/s", factor: 8 },
        Unit { symbol: "kB/s", factor: 8_000 },
        Unit { symbol: "MB/s", factor: 8_000_000 },
        Unit { symbol: "GB/s", factor: 8_000_000_000 },
        Unit { symbol: "TB/s", factor: 8_000_000_000_000 },
        Unit { symbol: "KiB/s", factor: 8 << 10 },
        Unit { symbol: "MiB/s", factor: 8 << 20 },
        Unit { symbol: "GiB/s", factor: 8 << 30 },
        Unit { symbol: "TiB/s", factor: 8 << 40 },
        Unit { symbol: "bit/s", factor: 1 },
        Unit { symbol: "kbit/s", factor: 1_000 },
        Unit { symbol: "Mbit/s", factor: 1_000_000 },
        Unit { symbol: "Gbit/s", factor: 1_000_000_000 },
        Unit { symbol: "Tbit/s", factor: 1_000_000_000_000 },
        Unit { symbol: "b/s", factor: 1 },
        Unit { symbol: "kb/s", factor: 1_000 },
        Unit { symbol: "Mb/s", factor: 1_000_000 },
        Unit { symbol: "Gb/s", factor: 1_000_000_000 },
        Unit { symbol: "Tb/s", factor: 1_000_000_000_000 },
        Unit { symbol: "bps", factor: 1 },
        Unit { symbol: "kbps", factor: 1_000 },
        Unit { symbol: "Kbps", factor: 1_000 },
        Unit { symbol: "Mbps", factor: 1_000_000 },
        Unit { symbol: "Gbps", factor: 1_000_000_000 },
        Unit { symbol: "Tbps", factor: 1_000_000_000_000 },
    ],
    foreign: &[],
    measured_in: "bytes per second",
    example_unit: "GB/s",
    example: "12GB/s",
    grain: "bits per second",
    limit: "2^64 - 1 bits per second",
};

/// The digits of a tick that a rate of a bandwidth keeps.
const DIGITS: u8 = 6;

/// The bits per second of a bandwidth like "25GB/s" or "200Gbps", rounded to a whole number.
///
/// # Errors
/// [`UnitError`] unless the text is a number with a unit of bandwidths.
pub fn bits_per_second(text: &str) -> Result<u64, UnitError> {
    KIND.parse_nearest(text)
}

impl Rate {
    /// True for a text that ends like a bandwidth, such as "12GB/s" or "100Gbps".
    #[must_use]
    pub fn is_bandwidth(text: &str) -> bool {
        let text = text.trim_end();
        text.ends_with("bps") || text.ends_with("/s")
    }

    /// The time of a byte in seconds at a bandwidth like "12GB/s", "100Gbit/s" or "100Gbps", rounded half up to a millionth of a
    /// picosecond.
    ///
    /// # Errors
    /// [`UnitError`] unless the text is a number above 0 with a unit of bandwidths.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Rate};
    /// let rates = ["12.5GB/s", "100Gbps", "100 Gb/s"].map(Rate::of_bandwidth);
    /// assert!(rates.iter().all(|rate| *rate == Rate::parse_per_byte("80ps/B", Clock::Second)));
    /// # Ok::<(), logpine_text::units::UnitError>(())
    /// ```
    pub fn of_bandwidth(text: &str) -> Result<Self, UnitError> {
        let bits = bits_per_second(text)?;
        let of_a_byte = 8 * u128::from(Clock::Second.ticks_per_unit()) * 10u128.pow(u32::from(DIGITS));
        let mantissa = (of_a_byte + u128::from(bits) / 2).checked_div(u128::from(bits));
        let rate = mantissa.and_then(|mantissa| Self::from_digits(u64::try_from(mantissa).ok()?, DIGITS));
        rate.ok_or_else(|| UnitError::NoBandwidth { text: crate::excerpt::short(text.trim()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bandwidths_are_times_per_byte() {
        let shown = |text| Rate::of_bandwidth(text).map(|rate| rate.display_per_byte(Clock::Second)).ok();
        assert_eq!(shown("10GB/s").as_deref(), Some("100ps/B"));
        assert_eq!(shown("3 GB/s").as_deref(), Some("333.333333ps/B"));
        assert_eq!(shown("1B/s").as_deref(), Some("1s/B"));
        assert_eq!(shown("100Gbps"), shown("12.5GB/s"));
        assert_eq!(shown("1 GiB/s").as_deref(), Some("931.322575ps/B"));
        for text in ["0B/s", "10GB", "-1B/s", "NaNB/s", "1GBps", "GB/s", "1us", "1 gb/s"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn a_bandwidth_is_accepted_for_a_time_per_byte() {
        assert_eq!(Rate::parse_per_byte("10GB/s", Clock::Second), Rate::parse_per_byte("0.1ns/B", Clock::Second));
        let error = |text, clock| Rate::parse_per_byte(text, clock).expect_err(text).to_string();
        assert!(error("10GB/s", Clock::Cycle).contains("does not fit: the other times are in cycles"));
        assert_eq!(
            error("0GB/s", Clock::Second),
            "`0GB/s` is too small a bandwidth; write bytes per second above 0, like \"12GB/s\""
        );
        assert!(error("10gB/s", Clock::Second).contains("did you mean `GB/s`?"));
    }
}
