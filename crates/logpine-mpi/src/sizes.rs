//! Sizes and times of the command line.

use logpine::answer::Grid;
use logpine::units::Bytes;
use std::time::Duration;

/// The longest time by which a rank may come late.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

/// Sizes, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(pub Vec<u64>);

/// A list of sizes and ranges. Nothing at all is a size of its own.
///
/// # Errors
/// The reason why it is none.
pub fn sizes(text: &str) -> Result<Sizes, String> {
    let (empty, others): (Vec<&str>, Vec<&str>) = text.split(',').partition(|item| is_nothing(item));
    let mut sizes: Vec<u64> = empty.first().map(|_| 0).into_iter().collect();
    if !others.is_empty() {
        sizes.extend(Grid::parse(&others.join(","), some).map_err(|error| error.to_string())?.values());
    }
    Ok(Sizes(sizes))
}

/// One size.
///
/// # Errors
/// The reason why it is none.
pub fn size(text: &str) -> Result<u64, String> {
    if is_nothing(text) { Ok(0) } else { some(text.trim()).map_err(|error| error.to_string()) }
}

fn is_nothing(text: &str) -> bool {
    matches!(text.trim(), "0" | "0B")
}

/// A size of at least one byte. A number without a unit is one of bytes, as in logpine.
fn some(text: &str) -> Result<u64, <Bytes as std::str::FromStr>::Err> {
    text.parse::<u64>().or_else(|_| text.parse::<Bytes>().map(|bytes| bytes.0))
}

/// A time by which a rank comes late, such as `30ms`.
///
/// # Errors
/// The form of such times.
pub fn delay(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1_000), ("us", 1), ("s", 1_000_000)];
    let found = units.into_iter().find_map(|(unit, microseconds)| {
        let number: u64 = text.trim().strip_suffix(unit)?.trim_end().parse().ok()?;
        Some(Duration::from_micros(number.checked_mul(microseconds)?))
    });
    let is_fit = |delay: &Duration| !delay.is_zero() && *delay <= LONGEST_DELAY;
    found.filter(is_fit).ok_or_else(|| "a delay is a whole number with a unit, from 1us to 60s, like 30ms".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(sizes("1B..1KiB:*32"), Ok(Sizes(vec![1, 32, 1024])));
        assert_eq!(sizes("8B,0B"), Ok(Sizes(vec![0, 8])));
        assert_eq!(sizes("0,7,4KiB"), Ok(Sizes(vec![0, 7, 4096])));
        assert!(sizes("64K").is_err());
        assert_eq!(["8B", "0", " 16KiB", "7"].map(size), [Ok(8), Ok(0), Ok(16_384), Ok(7)]);
        assert!(size("8B,9B").is_err() && size("").is_err());
    }

    #[test]
    fn delays_are_read() {
        let read = ["30ms", "1s", "500us", "60 s"].map(|text| delay(text).map(|delay| delay.as_micros()));
        assert_eq!(read, [Ok(30_000), Ok(1_000_000), Ok(500), Ok(60_000_000)]);
        for wrong in ["30", "0ms", "61s", "-1ms", "1.5ms", "ms", "99999999999999999999s", "18446744073709551615s"] {
            assert!(delay(wrong).is_err(), "{wrong}");
        }
    }
}
