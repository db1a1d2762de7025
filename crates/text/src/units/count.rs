//! Whole numbers as people write them.

use super::decimal::{Decimal, number_length};
use crate::excerpt::short;

/// A text that is not a 64-bit whole number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// No number, or not a whole number.
    #[error("`{text}` is not a whole number; write it like 128, 1_000_000, 1e6, 64k, 2^20 or 10^18")]
    Malformed {
        /// The text found.
        text: String,
    },
    /// A letter that may stand for 1000 or for 1024.
    #[error("`{text}` is ambiguous; write {number}k for {number} times 1000, or the number in full")]
    Ambiguous {
        /// The text found.
        text: String,
        /// The number before the letter.
        number: String,
    },
    /// A number that does not fit 64 bits.
    #[error("`{text}` is too large: at most 2^64 - 1")]
    TooLarge {
        /// The text found.
        text: String,
    },
}

/// Reads a whole number: `128`, `1_000_000`, `2^20`, `1e6`, `1.5e3`, or with k, M, G or T for a thousand, a million and so
/// on, `64k`.
///
/// # Errors
/// [`CountError`] for anything that is not exactly a 64-bit whole number.
pub fn count(text: &str) -> Result<u64, CountError> {
    let malformed = || CountError::Malformed { text: short(text) };
    let too_large = || CountError::TooLarge { text: short(text) };
    let plain = text.replace('_', "");
    if let Some((base, exponent)) = plain.split_once('^') {
        let exponent = u32::try_from(digits(exponent).ok_or_else(malformed)?).unwrap_or(u32::MAX);
        let base = digits(base).ok_or_else(malformed)?;
        return u64::try_from(base).ok().and_then(|base| base.checked_pow(exponent)).ok_or_else(too_large);
    }
    let (number, suffix) = plain.split_at(number_length(&plain));
    let factor = match suffix {
        _ if number.is_empty() => return Err(malformed()),
        "" => 1,
        "k" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        "T" => 1_000_000_000_000,
        "K" => return Err(CountError::Ambiguous { text: short(text), number: short(number) }),
        _ => return Err(malformed()),
    };
    let number = Decimal::parse(number).ok_or_else(too_large)?.times(factor).ok_or_else(too_large)?;
    if number.exponent < 0 { Err(malformed()) } else { number.to_u64().ok_or_else(too_large) }
}

/// The value of a text that consists of digits only, capped at the largest 128-bit number.
fn digits(text: &str) -> Option<u128> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u128::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn many_ways_to_write_a_number() {
        let million = ["1000000", "1_000_000", "10^6", "1e6", "1E6", "1e+6", "1M", "1000k", "0.001G", "1.000000e6"];
        for text in million {
            assert_eq!(count(text), Ok(1_000_000), "{text}");
        }
        assert_eq!(count("2^63"), Ok(1 << 63));
        assert_eq!(count("0^0"), Ok(1));
        assert_eq!(count("1.5k"), Ok(1_500));
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(count("0e99999999999"), Ok(0));
    }

    #[test]
    fn what_is_no_whole_number_is_told() {
        for text in
            ["", "_", "-1", "+1", "1.5", "1e-1", "1.0005k", "2^", "^2", "2^-1", "2^1e3", "x", "1x", "1 k", "k", ".5k"]
        {
            assert!(matches!(count(text), Err(CountError::Malformed { .. })), "{text}");
        }
        for text in ["2^64", "2^99999999999", "18446744073709551616", "1e20", "1e99999999999999999999", "99999999T"] {
            assert!(matches!(count(text), Err(CountError::TooLarge { .. })), "{text}");
        }
        assert!(count("64K").is_err_and(|error| error.to_string().contains("write 64k for 64 times 1000")));
        assert!(count(&"9".repeat(1_000_000)).is_err_and(|error| error.to_string().len() < 200));
    }

    proptest! {
        #[test]
        fn every_number_is_read_back(number: u64) {
            prop_assert_eq!(count(&number.to_string()), Ok(number));
        }

        #[test]
        fn any_text_is_a_number_or_an_error(text in "[0-9_^.eEkKMGT+-]{0,12}|\\PC*") {
            let _ = count(&text);
        }
    }
}
