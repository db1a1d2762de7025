//! Numbers in table cells.

use super::column::{TIME_UNITS, TimeUnitName};
use logpine_text::excerpt::short;
use logpine_text::text::TextError;

/// A finite number; `column` is named in messages.
pub(super) fn finite(text: &str, column: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("`{}` is not a finite number; remove the row, or measure again", short(text))),
        Err(_) => Err(no_number(text, column)),
    }
}

/// A finite number of at least 0.
pub(super) fn at_least_zero(text: &str, column: &str) -> Result<f64, String> {
    match finite(text, column)? {
        number if number < 0.0 => Err(format!(
            "`{}` is negative; `{column}` is at least 0: check that the clocks are synchronised, or remove the row",
            short(text)
        )),
        // Avoids negative zero.
        number => Ok(number.abs()),
    }
}

/// A whole number; `what` names the items counted in messages.
pub(super) fn count(text: &str, column: &str, what: &'static str) -> Result<u64, String> {
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    // Statistics programs write 3 as 3.0.
    let whole = text.split_once('.').filter(|(_, decimals)| decimals.bytes().all(|digit| digit == b'0'));
    match whole.map(|(whole, _)| whole.parse()) {
        Some(Ok(number)) => Ok(number),
        _ if text.is_empty() => Err(blank(column)),
        _ => Err(no_count(text, column, what)),
    }
}

/// The fault of a text that is not a number.
fn no_number(text: &str, column: &str) -> String {
    if text.is_empty() {
        return blank(column);
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
        let (text, number) = (short(text), short(number));
        return format!(
            "`{text}` has a unit, which belongs in the head of the table: name the column `{column}` and write {number}"
        );
    }
    if text.matches(',').count() == 1 && is_number(&text.replace(',', ".")) {
        return format!("`{}` has a comma; write decimals with a point", short(text));
    }
    format!("`{}` is not a number; `{column}` holds numbers like 98 or 4.93e-5", short(text))
}

/// The fault of an empty field.
fn blank(column: &str) -> String {
    format!("there is no value for `{column}`; write one or remove the row")
}

/// The fault of a count that is not a whole number.
pub(super) fn no_count(text: &str, column: &str, what: &str) -> String {
    format!("`{}` is not a whole number; `{column}` counts {what}", short(text))
}

/// The fault of a count of zero.
pub(super) fn zero(column: &str, what: &str) -> String {
    format!("`{column}` is 0; it counts {what}, at least 1")
}

/// The fault of a table without rows.
pub(super) const NO_ROWS: &str = "no measurements follow this line; add a row for each";

/// The fault of a file without a line; `example` is a valid first line.
pub(super) fn empty(example: &str) -> String {
    format!(
        "the file has no values; the first line names the columns, like {example}, and each other one holds a measurement"
    )
}

/// The fault of a row with too few or too many fields.
pub(super) fn fields(found: usize, expected: usize) -> String {
    format!("{found} fields in this row, but {expected} columns")
}

/// The fault of a table without a required column; `example` is a valid first line.
pub(super) fn missing_column(name: &str, example: &str) -> String {
    format!("the column {name} is missing; the first line names the columns, like {example}")
}

/// The fault of a column that occurs twice.
pub(super) fn repeated_column(name: &str) -> String {
    format!("the column `{}` is listed twice; keep one", short(name))
}

/// The fault of two columns with the same time.
pub(super) fn two_times(first: &str, second: &str) -> String {
    format!("both `{first}` and `{second}` are times; keep one")
}

/// The fault of a table all of whose rows are among the first of their points, or, at the same place, of one without rows.
pub(super) fn nothing_left(no_rows: TextError, discarded: usize, discard: usize) -> TextError {
    if discarded == 0 {
        return no_rows;
    }
    let message =
        format!("no rows are left: all {discarded} are among the first {discard} of their points; discard fewer");
    TextError { message, ..no_rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_what_is_none() {
        let says = |found: Result<f64, String>, words: &str| {
            assert!(found.is_err_and(|fault| fault.contains(words)), "{words}");
        };
        assert_eq!(at_least_zero("4.93e-5", "time_s"), Ok(4.93e-5));
        assert!(at_least_zero("-0.0", "time_s").is_ok_and(f64::is_sign_positive));
        says(at_least_zero("-1", "time_s"), "`-1` is negative; `time_s` is at least 0");
        for text in ["NaN", "nan", "-nan", "inf", "-Infinity", "1e999"] {
            says(at_least_zero(text, "time_s"), "is not a finite number");
        }
        says(at_least_zero("98us", "time_s"), "name the column `time_us` and write 98");
        says(at_least_zero("9.8e1 \u{b5}s", "time_s"), "name the column `time_us` and write 9.8e1");
        says(at_least_zero("3 furlongs", "time_s"), "name the column `time_s` and write 3");
        says(at_least_zero("1,5", "time_s"), "`1,5` has a comma");
        says(at_least_zero("", "time_s"), "no value for `time_s`");
        for text in ["fast", "1.2.3", "--1", "e", "1e-", "us"] {
            says(finite(text, "time_s"), text);
        }
        assert_eq!([count("7", "depth", "levels"), count("7.00", "depth", "levels")], [Ok(7), Ok(7)]);
        for text in ["7.5", "-1", "1e3", "seven", "18446744073709551616"] {
            says(count(text, "depth", "levels").map(|_| 0.0), "is not a whole number; `depth` counts levels");
        }
        assert!(short(&"x".repeat(1000)).len() < 50);
    }
}
