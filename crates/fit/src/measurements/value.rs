//! Numbers in table cells.

use super::column::{TIME_UNITS, TimeUnitName};
use super::error::MeasurementFault;
use logpine_text::excerpt::short;

/// A finite number; `column` is named in messages.
pub(super) fn finite(text: &str, column: &str) -> Result<f64, MeasurementFault> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(MeasurementFault::NotFinite { text: short(text) }),
        Err(_) => Err(no_number(text, column)),
    }
}

/// A finite number of at least 0.
pub(super) fn at_least_zero(text: &str, column: &str) -> Result<f64, MeasurementFault> {
    match finite(text, column)? {
        number if number < 0.0 => Err(MeasurementFault::Negative { text: short(text), column: column.to_owned() }),
        // Avoids negative zero.
        number => Ok(number.abs()),
    }
}

/// A whole number; `what` names the items counted in messages.
pub(super) fn count(text: &str, column: &str, what: &'static str) -> Result<u64, MeasurementFault> {
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    // Statistics programs write 3 as 3.0.
    let whole = text.split_once('.').filter(|(_, decimals)| decimals.bytes().all(|digit| digit == b'0'));
    match whole.map(|(whole, _)| whole.parse()) {
        Some(Ok(number)) => Ok(number),
        _ if text.is_empty() => Err(MeasurementFault::Blank { column: column.to_owned() }),
        _ => Err(MeasurementFault::NotACount { text: short(text), column: column.to_owned(), what }),
    }
}

/// The fault of a text that is not a number.
fn no_number(text: &str, column: &str) -> MeasurementFault {
    if text.is_empty() {
        return MeasurementFault::Blank { column: column.to_owned() };
    }
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    let mut digits = text.trim_end_matches(char::is_alphabetic);
    // An exponent may be followed by a unit, but no number ends in `e`.
    if let Some((mantissa, exponent)) = digits.split_once(['e', 'E']) {
        let ends = exponent.trim_start_matches(['+', '-']).is_empty();
        digits = if ends { mantissa } else { digits };
    }
    let (number, unit) = (digits.trim_end(), &text[digits.len()..]);
    if is_number(number) && !unit.is_empty() {
        let known = TIME_UNITS.iter().find(|known| TimeUnitName::is(known, unit));
        let column = match (known, column.rsplit_once('_')) {
            (Some(known), Some((stem, _))) => format!("{stem}_{}", known.symbol),
            _ => column.to_owned(),
        };
        return MeasurementFault::UnitInCell { text: short(text), number: short(number), column };
    }
    if text.matches(',').count() == 1 && is_number(&text.replace(',', ".")) {
        return MeasurementFault::DecimalComma { text: short(text) };
    }
    MeasurementFault::NotANumber { text: short(text), column: column.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_what_is_none() {
        use MeasurementFault::{Blank, DecimalComma, Negative, NotACount, NotANumber, NotFinite, UnitInCell};
        let column = || "time_s".to_owned();
        assert_eq!(at_least_zero("4.93e-5", "time_s"), Ok(4.93e-5));
        assert!(at_least_zero("-0.0", "time_s").is_ok_and(f64::is_sign_positive));
        assert_eq!(at_least_zero("-1", "time_s"), Err(Negative { text: "-1".into(), column: column() }));
        for text in ["NaN", "nan", "-nan", "inf", "-Infinity", "1e999"] {
            assert_eq!(at_least_zero(text, "time_s"), Err(NotFinite { text: text.into() }), "{text}");
        }
        let unit = |text: &str, number: &str, column: &str| {
            Err(UnitInCell { text: text.into(), number: number.into(), column: column.into() })
        };
        assert_eq!(at_least_zero("98us", "time_s"), unit("98us", "98", "time_us"));
        assert_eq!(at_least_zero("9.8e1 \u{b5}s", "time_s"), unit("9.8e1 \u{b5}s", "9.8e1", "time_us"));
        assert_eq!(at_least_zero("3 furlongs", "time_s"), unit("3 furlongs", "3", "time_s"));
        assert_eq!(at_least_zero("1,5", "time_s"), Err(DecimalComma { text: "1,5".into() }));
        assert_eq!(at_least_zero("", "time_s"), Err(Blank { column: column() }));
        for text in ["fast", "1.2.3", "--1", "e", "1e-", "us"] {
            assert!(matches!(finite(text, "time_s"), Err(NotANumber { .. } | UnitInCell { .. })), "{text}");
        }
        assert_eq!([count("7", "depth", "levels"), count("7.00", "depth", "levels")], [Ok(7), Ok(7)]);
        for text in ["7.5", "-1", "1e3", "seven", "18446744073709551616"] {
            assert!(matches!(count(text, "depth", "levels"), Err(NotACount { .. })), "{text}");
        }
        assert!(short(&"x".repeat(1000)).len() < 50);
    }
}
