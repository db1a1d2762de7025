//! Axes of powers: sizes by powers of two, times by powers of ten.

use super::axis::Tick;
use super::scale;
use logpine_text::units::Clock;

/// Approximate limit on the numbers along an axis.
const MOST: usize = 8;

/// The place of a size on its axis. Zero bytes stand one step before one byte.
pub fn place_of(bytes: f64) -> f64 {
    libm::log2(bytes.max(0.5))
}

/// The size at a place; zero bytes up to halfway to one byte.
pub fn size_at(place: f64) -> f64 {
    if place < -0.5 { 0.0 } else { libm::exp2(place).round() }
}

/// Powers of two, and zero bytes if they are in the range.
pub fn sizes(least: u64, greatest: u64) -> Vec<Tick> {
    let (low, high) = (least.max(1).ilog2(), greatest.max(1).ilog2());
    let step = (high - low) as usize / MOST + 1;
    let powers = (low..=high).step_by(step).map(|power| Tick { value: f64::from(power), label: size(power) });
    let none = (least == 0).then(|| Tick { value: place_of(0.0), label: "0".to_owned() });
    none.into_iter().chain(powers).collect()
}

/// A power of two in words.
fn size(power: u32) -> String {
    const UNITS: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
    let unit = UNITS.get(power as usize / 10).copied().unwrap_or_default();
    format!("{}{unit}B", 1u64 << (power % 10))
}

/// Times by their logarithm: powers of ten, with twice and five times each if these are few. Round numbers if fewer than two
/// of them are in the range.
pub fn times((low, high): (f64, f64), clock: Clock) -> Vec<Tick> {
    let tick = |place: f64| {
        let time = libm::pow(10.0, place);
        let unit = scale::unit(time * (1.0 + 1e-9), clock);
        let space = if clock == Clock::Cycle { " " } else { "" };
        Tick { value: place, label: format!("{}{space}{}", scale::label(time / unit.per), unit.symbol) }
    };
    let of = |digits: &[f64]| -> Vec<Tick> {
        let powers =
            (0..).map(|index| libm::floor(low) + f64::from(index)).take_while(|power| *power <= high).take(400);
        let places = powers.flat_map(|power| digits.iter().map(move |digit| power + libm::log10(*digit)));
        places.filter(|place| (low..=high).contains(place)).map(tick).collect()
    };
    let (tens, fine) = (of(&[1.0]), of(&[1.0, 2.0, 5.0]));
    if tens.len() >= 3 {
        let step = tens.len().div_ceil(MOST);
        return tens.into_iter().step_by(step).collect();
    }
    if fine.len() >= 3 {
        return fine;
    }
    let [from, to] = [low, high].map(|place| libm::pow(10.0, place));
    let round = scale::ticks(from, to, 5).into_iter().filter(|time| *time > 0.0);
    round.map(libm::log10).filter(|place| (low..=high).contains(place)).map(tick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: Vec<Tick>) -> Vec<String> {
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(labels(sizes(0, 9)), ["0", "1B", "2B", "4B", "8B"]);
        assert_eq!(labels(sizes(1, 1 << 22)), ["1B", "8B", "64B", "512B", "4KiB", "32KiB", "256KiB", "2MiB"]);
        assert_eq!(labels(sizes(u64::MAX, u64::MAX)), ["8EiB"]);
        let there_and_back = [0.0, 1.0, 65_536.0].map(|bytes: f64| size_at(place_of(bytes)).to_bits());
        assert_eq!(there_and_back, [0.0f64, 1.0, 65_536.0].map(f64::to_bits));
    }

    #[test]
    fn times_are_powers_of_ten_or_finer() {
        let of = |low: f64, high: f64| labels(times((low.log10(), high.log10()), Clock::Second));
        assert_eq!(of(0.9e-6, 1.1e-3), ["1us", "10us", "100us", "1ms"]);
        assert_eq!(of(0.9e-6, 11e-6), ["1us", "2us", "5us", "10us"]);
        assert_eq!(of(3.05e-6, 3.55e-6), ["3.1us", "3.2us", "3.3us", "3.4us", "3.5us"]);
        assert_eq!(labels(times((0.9, 3.1), Clock::Cycle)), ["10 cycles", "100 cycles", "1000 cycles"]);
    }
}
