//! What can be wrong with a quantity in a text.

/// A text that is not a quantity with a unit. The `text` of every variant is shortened and free of control characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitError {
    /// A number alone.
    #[error("`{text}` has no unit; write it as \"{text}{example}\", or with the unit that is meant")]
    MissingUnit {
        /// What was found.
        text: String,
        /// A unit that would do.
        example: &'static str,
    },
    /// A number with a unit nobody knows.
    #[error("unknown unit `{unit}` in `{text}`; {}the units are {known}", did_you_mean(*nearest))]
    UnknownUnit {
        /// What was found.
        text: String,
        /// Its unit.
        unit: String,
        /// The nearest known unit, where one is near.
        nearest: Option<&'static str>,
        /// All known units.
        known: String,
    },
    /// A letter that stands for powers of 1024 and of 1000.
    #[error("`{text}` may be {binary} (of 1024) or {decimal} (of 1000); write the one that is meant")]
    Ambiguous {
        /// What was found.
        text: String,
        /// In powers of 1024.
        binary: String,
        /// In powers of 1000.
        decimal: String,
    },
    /// Cycles on a machine in seconds, or the other way round.
    #[error(
        "`{text}` does not fit a machine whose times are in {expected}; write it in {known}, or set the profile's `unit`"
    )]
    WrongClock {
        /// What was found.
        text: String,
        /// What the machine's times are in.
        expected: &'static str,
        /// The units that fit.
        known: String,
    },
    /// A time where a rate per byte is expected.
    #[error("`{text}` is not a rate; it is a time per byte: write \"{text}/B\"")]
    MissingPerByte {
        /// What was found.
        text: String,
    },
    /// Not a number at all.
    #[error("`{text}` is not a number with a unit; write it like \"{example}\"")]
    Malformed {
        /// What was found.
        text: String,
        /// A quantity that would do.
        example: &'static str,
    },
    /// Not how many times as long something takes.
    #[error("`{text}` is not a factor; write how many times as long it takes, like 1.2, with at most 6 decimals")]
    NotAFactor {
        /// What was found.
        text: String,
    },
    /// A negative number.
    #[error("`{text}` is negative; write zero or more")]
    Negative {
        /// What was found.
        text: String,
    },
    /// Not a number, in the sense of floating point.
    #[error("`{text}` is not a number (NaN); write the measured value, like \"{example}\"")]
    NotANumber {
        /// What was found.
        text: String,
        /// A quantity that would do.
        example: &'static str,
    },
    /// Infinity.
    #[error("`{text}` is infinite; write a finite value, like \"{example}\"")]
    Infinite {
        /// What was found.
        text: String,
        /// A quantity that would do.
        example: &'static str,
    },
    /// More digits than can be kept exactly.
    #[error("`{text}` has too many digits to be kept exactly; round it to at most {limit}")]
    TooManyDigits {
        /// What was found.
        text: String,
        /// What can be kept.
        limit: &'static str,
    },
    /// A part of a tick or of a byte.
    #[error("`{text}` is not a whole number of {grain}; round it")]
    NotWhole {
        /// What was found.
        text: String,
        /// The smallest step, with its length.
        grain: &'static str,
    },
    /// More than can be represented.
    #[error("`{text}` is too large; the most that can be represented is {limit}")]
    Overflow {
        /// What was found.
        text: String,
        /// The largest value.
        limit: &'static str,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |unit| format!("did you mean `{unit}`? "))
}
