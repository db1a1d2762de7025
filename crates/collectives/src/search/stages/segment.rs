//! A search for a good number of segments.

use logpine_text::units::Time;

/// Returns the number of segments of `most` bytes with the least time that a search in steps finds: first the powers of two,
/// as numbers and as sizes, then numbers on both sides of the best with ever smaller steps. If the time has a single valley,
/// this is the minimum except for steps between whole numbers of bytes. `None` if no time is representable.
pub fn best_segments(most: u64, mut time: impl FnMut(u64) -> Option<Time>) -> Option<(Time, u64)> {
    let powers = || (0..u64::BITS).map(|exponent| 1 << exponent).take_while(|&power| power <= most);
    let of_sizes = powers().map(|size| most.div_ceil(size)).filter(|segments| !segments.is_power_of_two());
    let mut best = powers().chain(of_sizes).filter_map(|segments| Some((time(segments)?, segments))).min()?;
    let mut step = best.1 / 2;
    while step > 0 {
        let sides = [best.1.checked_sub(step), best.1.checked_add(step)].into_iter().flatten();
        let better = sides
            .filter(|segments| (1..=most).contains(segments))
            .filter_map(|segments| Some((time(segments)?, segments)))
            .filter(|side| side.0 < best.0)
            .min();
        match better {
            Some(side) => best = side,
            None => step /= 2,
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_valley_is_found() {
        let time = |bottom: u64| move |segments: u64| Some(Time::from_ticks(segments.abs_diff(bottom) + 7));
        for (bottom, most) in [(1, 1), (1, 100), (3, 100), (77, 100), (100, 100), (1 << 40, 1 << 50), (1000, 999)] {
            let found = best_segments(most, time(bottom)).map(|(_, segments)| segments);
            assert_eq!(found, Some(bottom.min(most)), "{bottom} of {most}");
        }
        assert_eq!(best_segments(0, time(1)), None);
    }

    /// Protocols change at sizes that are powers of two.
    #[test]
    fn sizes_that_are_powers_of_two_are_tried() {
        for size in [1, 2, 8, 512] {
            let sized = 1000_u64.div_ceil(size);
            let time = |segments: u64| Some(Time::from_ticks(if segments == sized { 1 } else { 5 + segments }));
            assert_eq!(best_segments(1000, time), Some((Time::from_ticks(1), sized)));
        }
    }
}
