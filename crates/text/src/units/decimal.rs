//! Exact decimal numbers, read from text and printed to it; shared by all quantities.

use super::error::UnitError;
use crate::excerpt::short;
use crate::suggest;

/// A unit: its symbol and the number of smallest steps (ticks, bytes) in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub symbol: &'static str,
    pub factor: u64,
}

/// The units that a kind of quantity accepts, and the words for its messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Accepted units. Aliases have the same factor; messages name the first of them.
    pub units: &'static [Unit],
    /// Known units that belong to another clock.
    pub foreign: &'static [Unit],
    /// The unit family of the quantity, for messages about foreign units.
    pub measured_in: &'static str,
    /// A unit to suggest if there is none.
    pub example_unit: &'static str,
    /// A quantity to suggest if there is none.
    pub example: &'static str,
    /// The smallest step, with its length.
    pub grain: &'static str,
    /// The largest representable value.
    pub limit: &'static str,
}

impl Kind {
    /// The list of units for messages, without aliases.
    fn known(&self) -> String {
        let mut symbols: Vec<&str> = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            if self.units[..index].iter().all(|earlier| earlier.factor != unit.factor) {
                symbols.push(unit.symbol);
            }
        }
        symbols.join(", ")
    }

    /// The exact number of smallest steps in a text like "49.3us" or "6 cycles".
    pub(super) fn parse(&self, text: &str) -> Result<Decimal, UnitError> {
        let (number, unit) = self.split(text)?;
        let too_many = || UnitError::TooManyDigits { text: short(text), limit: "18 significant digits" };
        let number = Decimal::parse(number).ok_or_else(too_many)?;
        let unit = self.unit(text, unit)?;
        number.times(unit.factor).ok_or_else(too_many)
    }

    fn unit(&self, text: &str, symbol: &str) -> Result<Unit, UnitError> {
        let named = |units: &[Unit]| units.iter().copied().find(|unit| unit.symbol == symbol);
        let (text, whole) = (short(text), text.trim());
        match named(self.units) {
            Some(unit) => Ok(unit),
            None if symbol.is_empty() => Err(UnitError::MissingUnit { text, example: self.example_unit }),
            None if named(self.foreign).is_some() => {
                Err(UnitError::WrongClock { text, expected: self.measured_in, known: self.known() })
            }
            None => Err(if let Some(units) = self.meant(symbol) {
                let number = short(whole.trim_end_matches(symbol).trim_end());
                let [binary, decimal] = units.map(|unit| format!("{number}{unit}"));
                UnitError::Ambiguous { text, binary, decimal }
            } else {
                let nearest = suggest::nearest(symbol, self.units.iter().map(|unit| unit.symbol));
                UnitError::UnknownUnit { text, unit: short(symbol), nearest, known: self.known() }
            }),
        }
    }

    /// The binary and the decimal unit that a letter like the `K` of `64K` or `KB` may stand for.
    fn meant(&self, symbol: &str) -> Option<[&'static str; 2]> {
        let letter = symbol.strip_suffix(['b', 'B']).filter(|letter| !letter.is_empty()).unwrap_or(symbol);
        let named = |end: &str| {
            let name = format!("{letter}{end}");
            self.units.iter().map(|unit| unit.symbol).find(|known| known.eq_ignore_ascii_case(&name))
        };
        if letter.len() == 1 { named("iB").zip(named("B")).map(|(binary, decimal)| [binary, decimal]) } else { None }
    }

    /// Splits a quantity into its number and its unit, both without surrounding blanks.
    fn split<'a>(&self, text: &'a str) -> Result<(&'a str, &'a str), UnitError> {
        let trimmed = text.trim();
        let unsigned = trimmed.strip_prefix(['-', '+']).unwrap_or(trimmed);
        let starts_with = |word: &str| unsigned.get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
        let text = || short(trimmed);
        if starts_with("nan") {
            return Err(UnitError::NotANumber { text: text(), example: self.example });
        }
        if trimmed.starts_with('-') && (starts_with("inf") || number_length(unsigned) > 0) {
            return Err(UnitError::Negative { text: text() });
        }
        if starts_with("inf") {
            return Err(UnitError::Infinite { text: text(), example: self.example });
        }
        match number_length(trimmed) {
            0 => Err(UnitError::Malformed { text: text(), example: self.example }),
            length => {
                let (number, unit) = trimmed.split_at(length);
                Ok((number, unit.trim_start()))
            }
        }
    }

    pub(super) fn not_whole(&self, text: &str) -> UnitError {
        UnitError::NotWhole { text: short(text), grain: self.grain }
    }

    pub(super) fn overflow(&self, text: &str) -> UnitError {
        UnitError::Overflow { text: short(text), limit: self.limit }
    }

    /// The number of smallest steps in a text, which must be whole.
    pub(super) fn parse_whole(&self, text: &str) -> Result<u64, UnitError> {
        let steps = self.parse(text)?;
        if steps.exponent < 0 {
            return Err(self.not_whole(text));
        }
        steps.to_u64().ok_or_else(|| self.overflow(text))
    }

    /// The number of smallest steps nearest to a text.
    pub(super) fn parse_nearest(&self, text: &str) -> Result<u64, UnitError> {
        self.parse(text)?.rounded().to_u64().ok_or_else(|| self.overflow(text))
    }
}

/// The length of the number at the start of a text: digits, optionally a point and digits, optionally an exponent.
pub(super) fn number_length(text: &str) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(0);
    if length == 0 {
        return 0;
    }
    if text[length..].starts_with('.') {
        match digits(length + 1) {
            0 => return 0,
            fraction => length += 1 + fraction,
        }
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['-', '+']));
        match digits(length + 1 + sign) {
            0 => {}
            exponent => length += 1 + sign + exponent,
        }
    }
    length
}

/// The number `mantissa` x 10^`exponent`, without trailing zeros in the mantissa; zero has exponent 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    pub mantissa: u128,
    pub exponent: i64,
}

impl Decimal {
    fn normalised(mut mantissa: u128, mut exponent: i64) -> Self {
        if mantissa == 0 {
            return Self { mantissa: 0, exponent: 0 };
        }
        while mantissa.is_multiple_of(10) {
            mantissa /= 10;
            exponent = exponent.saturating_add(1);
        }
        Self { mantissa, exponent }
    }

    /// Reads a number of the form described at [`number_length`]; `None` if its digits do not fit.
    pub(super) fn parse(number: &str) -> Option<Self> {
        let (plain, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
        let digits = format!("{whole}{fraction}");
        let significant = digits.trim_end_matches('0');
        let mantissa = match significant.trim_start_matches('0') {
            "" => 0,
            digits => digits.parse().ok()?,
        };
        let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        // An exponent beyond 64 bits is treated as the largest: the number is too large, or has too many digits.
        let beyond = if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 };
        let exponent = exponent.parse().unwrap_or(beyond).clamp(i64::MIN / 2, i64::MAX / 2);
        let zeros = length(&digits) - length(significant);
        Some(Self::normalised(mantissa, exponent.saturating_add(zeros - length(fraction))))
    }

    pub(super) fn times(self, factor: u64) -> Option<Self> {
        Some(Self::normalised(self.mantissa.checked_mul(u128::from(factor))?, self.exponent))
    }

    /// The nearest integer; halves are rounded up.
    fn rounded(self) -> Self {
        let places = u32::try_from(self.exponent.saturating_neg()).unwrap_or(0);
        if places == 0 {
            // It is an integer, or so small that its exponent does not fit.
            return if self.exponent < 0 { Self::normalised(0, 0) } else { self };
        }
        // A power beyond 128 bits is more than twice any mantissa.
        let mantissa = 10u128.checked_pow(places).map_or(0, |power| {
            let (whole, rest) = (self.mantissa / power, self.mantissa % power);
            whole + u128::from(rest >= power - rest)
        });
        Self::normalised(mantissa, 0)
    }

    /// This number if it is a 64-bit integer.
    pub(super) fn to_u64(self) -> Option<u64> {
        if self.mantissa == 0 {
            return Some(0);
        }
        let power = 10u128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        u64::try_from(self.mantissa.checked_mul(power)?).ok()
    }
}

/// `mantissa` x 10^-`places` in full, without trailing zeros after the point.
pub(super) fn print(mantissa: u64, places: u32) -> String {
    let text = print_fixed(u128::from(mantissa), places);
    if places == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// `mantissa` x 10^-`places` rounded half up to `digits` digits after the point.
pub(super) fn print_rounded(mantissa: u64, places: u32, digits: u32) -> String {
    let mantissa = u128::from(mantissa);
    if digits >= places {
        let text = print_fixed(mantissa, places);
        let point = if places == 0 && digits > 0 { "." } else { "" };
        let zeros = usize::try_from(digits - places).unwrap_or(usize::MAX);
        return format!("{text}{point}{}", "0".repeat(zeros));
    }
    // If the power is beyond 128 bits, the number is far below half of the last digit.
    let rounded = 10u128.checked_pow(places - digits).map_or(0, |power| (mantissa + power / 2) / power);
    print_fixed(rounded, digits)
}

/// `mantissa` x 10^-`places` with all its places.
fn print_fixed(mantissa: u128, places: u32) -> String {
    let places = usize::try_from(places).unwrap_or(usize::MAX);
    let digits = format!("{mantissa:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The nearest integer, halves up, at every number of places.
        #[test]
        fn numbers_are_rounded_once(digits in 0u64..1_000_000, places in 0usize..9) {
            let number = format!("{digits}e-{places}");
            let power = 10u64.pow(u32::try_from(places).expect("few"));
            let rounded = Decimal::parse(&number).expect("few digits").rounded();
            prop_assert_eq!(rounded.to_u64(), Some((2 * digits + power) / (2 * power)), "{}", number);
        }
    }

    #[test]
    fn numbers_are_read_exactly_whatever_their_writing() {
        let decimal = |mantissa, exponent| Some(Decimal { mantissa, exponent });
        assert_eq!(Decimal::parse("49.3"), decimal(493, -1));
        assert_eq!(Decimal::parse("4.930e1"), decimal(493, -1));
        assert_eq!(Decimal::parse("00098000.000"), decimal(98, 3));
        assert_eq!(Decimal::parse("0.000e99999999999999999999"), decimal(0, 0));
        assert_eq!(Decimal::parse(&format!("1{}", "0".repeat(60))), decimal(1, 60));
        assert_eq!(Decimal::parse(&"1".repeat(40)), None);
    }

    #[test]
    fn an_exponent_needs_digits_and_a_point_too() {
        assert_eq!(number_length("1e-6s"), 4);
        assert_eq!(number_length("1e s"), 1);
        assert_eq!(number_length("1.5E3us"), 5);
        assert_eq!(number_length("1.us"), 0);
        assert_eq!(number_length(".5us"), 0);
    }

    #[test]
    fn printing_keeps_every_digit_or_rounds_half_up() {
        assert_eq!(print(0, 12), "0");
        assert_eq!(print(100, 0), "100");
        assert_eq!(print(363_316_000, 12), "0.000363316");
        assert_eq!(print(u64::MAX, 12), "18446744.073709551615");
        assert_eq!(print_rounded(1_250, 3, 1), "1.3");
        assert_eq!(print_rounded(1_249, 3, 1), "1.2");
        assert_eq!(print_rounded(999, 3, 0), "1");
        assert_eq!(print_rounded(5, 0, 2), "5.00");
        assert_eq!(print_rounded(5, 1, 3), "0.500");
        assert_eq!(print_rounded(u64::MAX, 90, 2), "0.00");
    }
}
