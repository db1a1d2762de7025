//! Whole numbers as C reads them: their first digits show the base.

use logpine_text::excerpt::short;
use logpine_text::fault::Diagnostic;

/// The way out of octal numbers.
pub const NO_ZEROS: &str = "write the number without zeros before it";

/// Digits of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// The base: 8, 10 or 16.
    pub radix: u32,
    /// The number of letters before the digits, as of `0x`.
    pub prefix: usize,
}

/// The base of the number with which a text begins, without its sign: `0x10` is hexadecimal, and `010` is octal.
pub fn base(text: &[u8]) -> Base {
    match text {
        [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => Base { radix: 16, prefix: 2 },
        [b'0', ..] => Base { radix: 8, prefix: 0 },
        _ => Base { radix: 10, prefix: 0 },
    }
}

/// Reads a text that is a number, with or without a sign, and nothing else.
pub fn parse(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let Base { radix, prefix } = base(digits.as_bytes());
    // The digits have no second sign.
    let digits = digits.get(prefix..).filter(|digits| digits.starts_with(|digit: char| digit.is_digit(radix)))?;
    let number = i64::from_str_radix(digits, radix).ok()?;
    Some(if is_negative { -number } else { number })
}

/// The flaw of an octal number: an error if it would count otherwise as a decimal one.
pub fn octal(text: &str, value: i64) -> Diagnostic {
    let shown = short(text);
    if value == 0 || text.trim_start_matches(['+', '-', '0']) == value.unsigned_abs().to_string() {
        let message = format!("`{shown}` is an octal number; by chance it counts as {value}");
        Diagnostic::warning("leading-zero", message, NO_ZEROS)
    } else {
        Diagnostic::error("octal", format!("`{shown}` is an octal number: it counts as {value}"), NO_ZEROS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_digits_show_the_base() {
        let cases = [
            ("0", Some(0)),
            ("10", Some(10)),
            ("010", Some(8)),
            ("0x1f", Some(31)),
            ("0X1F", Some(31)),
            ("-010", Some(-8)),
            ("+5", Some(5)),
        ];
        let none = ["", "-", "0x", "0xg", "08", "1k", "--1", "0x-1", "-+1", "1.5", "99999999999999999999", "\u{e9}"];
        for (text, number) in cases.into_iter().chain(none.map(|text| (text, None))) {
            assert_eq!(parse(text), number, "{text}");
        }
    }

    #[test]
    fn zeros_before_small_numbers_change_nothing() {
        let codes = [("00", 0), ("07", 7), ("010", 8), ("0017", 15)].map(|(text, value)| octal(text, value).code);
        assert_eq!(codes, ["leading-zero", "leading-zero", "octal", "octal"]);
    }
}
