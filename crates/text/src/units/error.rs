//! Errors in a quantity in a text.

use crate::suggest::did_you_mean;

/// A text that is not a quantity with a unit. The `text` of every variant is shortened and free of control characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitError {
    /// A number without a unit.
    #[error("`{text}` has no unit; write it as \"{text}{example}\", or with another unit")]
    MissingUnit {
        /// The text found.
        text: String,
        /// A unit that fits.
        example: &'static str,
    },
    /// A number with an unknown unit.
    #[error("unknown unit `{unit}` in `{text}`; {}the units are {known}", did_you_mean(*nearest))]
    UnknownUnit {
        /// The text found.
        text: String,
        /// The unit found.
        unit: String,
        /// The nearest known unit, if one is near.
        nearest: Option<&'static str>,
        /// All known units.
        known: String,
    },
    /// A letter that may stand for a power of 1024 or of 1000.
    #[error("`{text}` is ambiguous; write {binary} (of 1024) or {decimal} (of 1000)")]
    Ambiguous {
        /// The text found.
        text: String,
        /// The quantity in powers of 1024.
        binary: String,
        /// The quantity in powers of 1000.
        decimal: String,
    },
    /// Cycles on a machine whose times are in seconds, or the reverse.
    #[error(
        "`{text}` does not fit: the other times are in {expected}; write it in {known}, or set `unit` in a profile"
    )]
    WrongClock {
        /// The text found.
        text: String,
        /// The unit of the machine's times.
        expected: &'static str,
        /// The units that fit.
        known: String,
    },
    /// A time where a rate per byte is expected.
    #[error("`{text}` is not a rate; it is a time per byte: write \"{text}/B\"")]
    MissingPerByte {
        /// The text found.
        text: String,
    },
    /// A bandwidth of 0, or one at which a byte takes too long.
    #[error("`{text}` is too small a bandwidth; write bytes per second above 0, like \"12GB/s\"")]
    NoBandwidth {
        /// The text found.
        text: String,
    },
    /// Not a number.
    #[error("`{text}` is not a number with a unit; write it like \"{example}\"")]
    Malformed {
        /// The text found.
        text: String,
        /// A quantity that fits.
        example: &'static str,
    },
    /// Not a factor of time.
    #[error("`{text}` is not a factor; write the ratio of the times, like 1.2, with at most 6 decimals")]
    NotAFactor {
        /// The text found.
        text: String,
    },
    /// A negative number.
    #[error("`{text}` is negative; write zero or more")]
    Negative {
        /// The text found.
        text: String,
    },
    /// NaN.
    #[error("`{text}` is not a number (NaN); write the measured value, like \"{example}\"")]
    NotANumber {
        /// The text found.
        text: String,
        /// A quantity that fits.
        example: &'static str,
    },
    /// Infinity.
    #[error("`{text}` is infinite; write a finite value, like \"{example}\"")]
    Infinite {
        /// The text found.
        text: String,
        /// A quantity that fits.
        example: &'static str,
    },
    /// More digits than can be kept exactly.
    #[error("`{text}` has too many digits to be kept exactly; round it to at most {limit}")]
    TooManyDigits {
        /// The text found.
        text: String,
        /// The largest number of digits.
        limit: &'static str,
    },
    /// A fraction of a tick or of a byte.
    #[error("`{text}` is not a whole number of {grain}; round it")]
    NotWhole {
        /// The text found.
        text: String,
        /// The smallest step, with its length.
        grain: &'static str,
    },
    /// A value too large to be represented.
    #[error("`{text}` is too large; the most that can be represented is {limit}")]
    Overflow {
        /// The text found.
        text: String,
        /// The largest value.
        limit: &'static str,
    },
}
