//! Numbers as people read them: times, ratios and counts.

use logpine_text::units::{Bytes, Clock, Time, TimeUnit};

/// Digits after the point in pictures, and in tables whose columns add up.
pub(super) const DIGITS: u8 = 3;

/// A time with three significant digits, in the unit that fits: `525 µs`, `1.51 ms`. A time in cycles that is whole stays whole.
pub(crate) fn time(time: Time, clock: Clock) -> String {
    let cycle = TimeUnit::Cycle.ticks();
    if clock == Clock::Cycle && time.ticks().is_multiple_of(cycle) {
        return counted(time.ticks() / cycle, "cycle", "cycles");
    }
    time_of(time.ticks() as f64, clock)
}

/// A time in ticks that need not be whole, like [`time`].
pub(crate) fn time_of(ticks: f64, clock: Clock) -> String {
    let units = clock.units();
    // 999.7 µs is 1 ms once it is rounded.
    let fits = |unit: &&TimeUnit| ticks >= 0.9995 * unit.ticks() as f64 || ticks <= 0.0;
    let unit = units.iter().find(fits).or(units.last()).copied().unwrap_or(TimeUnit::Second);
    match three_digits(ticks / unit.ticks() as f64) {
        one if unit == TimeUnit::Cycle && one == "1" => "1 cycle".to_owned(),
        number => format!("{number} {}", symbol(unit)),
    }
}

/// A time with all its digits, for statements that rounding would make false: `363.316 µs`.
pub(crate) fn exact(time: Time, clock: Clock) -> String {
    if clock == Clock::Cycle {
        return time.display(clock);
    }
    let unit = time.natural_unit(clock);
    let text = time.display(clock);
    format!("{} {}", text.trim_end_matches(unit.symbol()), symbol(unit))
}

/// The symbol of a unit in reports.
pub(crate) const fn symbol(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Microsecond => "µs",
        unit => unit.symbol(),
    }
}

/// A number with three significant digits. A whole part stays whole, and zeros at the end go.
pub(crate) fn three_digits(value: f64) -> String {
    let decimals = match value {
        value if value >= 999.5 => return grouped(&format!("{value:.0}")),
        value if value >= 99.95 => 0,
        value if value >= 9.995 => 1,
        value if value >= 0.9995 || value <= 0.0 => 2,
        // As many zeros as stand in front of the first digit.
        value => (3..=15).find(|&decimals| value * 10f64.powi(decimals) >= 99.95).unwrap_or(15).unsigned_abs() as usize,
    };
    let text = format!("{value:.decimals$}");
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// The ratio of a time to another, such as `1.31×`; `-` if the other is zero.
pub(crate) fn ratio(own: Time, other: Time) -> String {
    let decimals = |ratio: f64| match ratio {
        ratio if ratio < 9.995 => 2,
        ratio if ratio < 99.95 => 1,
        _ => 0,
    };
    match own.ticks() as f64 / other.ticks() as f64 {
        _ if own == other => "1.00×".to_owned(),
        ratio if ratio >= 1e3 && ratio.is_finite() => grouped(&format!("{ratio:.0}")) + "×",
        ratio if ratio.is_finite() => format!("{ratio:.*}×", decimals(ratio)),
        _ => "-".to_owned(),
    }
}

/// A distance from a bound in percent, rounded up, in words.
pub(crate) fn above_minimum(percent: f64) -> String {
    match percent {
        percent if percent <= 0.0 => "equal to the theoretical minimum".to_owned(),
        percent if percent < 10.0 => {
            let percent = (percent * 100.0).ceil() / 100.0;
            format!("at most {}% above the theoretical minimum", three_digits(percent))
        }
        percent => format!("at most {}× the theoretical minimum", three_digits(up(1.0 + percent / 100.0))),
    }
}

/// Rounded up to three digits, as "at most" asks.
fn up(ratio: f64) -> f64 {
    let scale = match ratio {
        ratio if ratio < 10.0 => 100.0,
        ratio if ratio < 100.0 => 10.0,
        _ => 1.0,
    };
    (ratio * scale).ceil() / scale
}

/// A number with a comma before every three digits: `1,000`.
pub(crate) fn number(number: impl Into<u64>) -> String {
    grouped(&number.into().to_string())
}

/// Digits with a comma before every three.
fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with the word for one or for several: `1 process`, `1,200 processes`.
pub(crate) fn counted(count: impl Into<u64>, one: &str, several: &str) -> String {
    let count = count.into();
    format!("{} {}", number(count), if count == 1 { one } else { several })
}

/// A size with a space before its unit: `8 KiB`.
pub(crate) fn size(bytes: u64) -> String {
    let text = Bytes(bytes).to_string();
    let count = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    spaced(&(grouped(&text[..count]) + &text[count..]))
}

/// A number with its unit, such as `98us`, with a space between the two, and the sign of microseconds: `98 µs`.
pub(crate) fn spaced(quantity: &str) -> String {
    let start = quantity.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(quantity.len());
    let (number, unit) = quantity.split_at(start);
    let of_microseconds = unit.strip_prefix(TimeUnit::Microsecond.symbol());
    let unit = of_microseconds.map_or_else(|| unit.to_owned(), |per| format!("{}{per}", symbol(TimeUnit::Microsecond)));
    format!("{} {unit}", number.trim_end())
}

/// Bytes over a time, as a rate in bytes a second or a cycle: `831 MB/s`. `None` for no time.
pub(crate) fn rate(bytes: u64, time: Time, clock: Clock) -> Option<String> {
    if time == Time::ZERO {
        return None;
    }
    let rate = bytes as f64 / (time.ticks() as f64 / clock.ticks_per_unit() as f64);
    let (scale, prefix) = match rate {
        1e9.. => (1e9, "G"),
        1e6.. => (1e6, "M"),
        1e3.. => (1e3, "k"),
        _ => (1.0, ""),
    };
    Some(format!("{} {prefix}B/{}", three_digits(rate / scale), clock.symbol()))
}

/// The words with a capital letter.
pub(crate) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{counted, exact, ratio, size, time};
    use logpine_text::units::{Clock, Time};

    #[test]
    fn times_have_three_digits_in_the_unit_that_fits() {
        let shown = |ticks| time(Time::from_ticks(ticks), Clock::Second);
        let all = [0, 7, 98_000_000, 524_730_000, 999_499_000, 999_500_000, 1_510_620_000, 158_245_240_000];
        let expected = ["0 s", "7 ps", "98 µs", "525 µs", "999 µs", "1 ms", "1.51 ms", "158 ms"];
        assert_eq!(all.map(shown), expected);
        let shown = |ticks| time(Time::from_ticks(ticks), Clock::Cycle);
        assert_eq!(
            [1_000, 18_000, 12_345_000, 18_500].map(shown),
            ["1 cycle", "18 cycles", "12,345 cycles", "18.5 cycles"]
        );
    }

    #[test]
    fn exact_times_keep_every_digit() {
        let shown = |ticks| exact(Time::from_ticks(ticks), Clock::Second);
        assert_eq!([363_716_000, 98_000_000, 1].map(shown), ["363.716 µs", "98 µs", "1 ps"]);
        assert_eq!(exact(Time::from_ticks(18_500), Clock::Cycle), "18.5 cycles");
    }

    #[test]
    fn ratios_counts_and_sizes() {
        let times = |own, other| ratio(Time::from_ticks(own), Time::from_ticks(other));
        assert_eq!(
            [times(5, 5), times(688, 525), times(302, 10), times(3_016, 10)],
            ["1.00×", "1.31×", "30.2×", "302×"]
        );
        assert_eq!([times(0, 0), times(1, 0)], ["1.00×", "-"]);
        assert_eq!(counted(1_234_567_u64, "leaf", "leaves"), "1,234,567 leaves");
        assert_eq!([size(8_192), size(3_022)], ["8 KiB", "3,022 B"]);
    }
}
