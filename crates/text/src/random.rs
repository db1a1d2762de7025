//! A small generator of random numbers, the same on every platform.

use std::f64::consts::TAU;

/// `SplitMix64` (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014). The sequences are fixed: data
/// sets, networks and schemes are named by their seeds.
#[derive(Clone, Debug)]
pub struct Generator(u64);

/// The odd number nearest to 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Generator {
    /// The generator of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of many generators for the same seed, with unrelated numbers.
    #[must_use]
    pub fn stream(seed: u64, stream: u64) -> Self {
        Self(Self(seed).next().wrapping_add(stream.wrapping_mul(GOLDEN).rotate_left(32)))
    }

    /// 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Uniform in (0, 1], a multiple of 2^-53.
    fn uniform(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in 0..`count`, without bias: the high half of a product, drawn again if it would favour some numbers (Lemire,
    /// Fast Random Integer Generation in an Interval, 2019). 0 if `count` is 0.
    pub fn below(&mut self, count: u64) -> u64 {
        loop {
            let product = u128::from(self.next()) * u128::from(count);
            // The low half is below 2^64 mod count for exactly the draws that are too many.
            #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
            let (high, low) = ((product >> 64) as u64, product as u64);
            if count == 0 || low >= count.wrapping_neg() % count {
                return high;
            }
        }
    }

    /// Puts items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = usize::try_from(self.below(last as u64 + 1)).unwrap_or(last);
            items.swap(last, other);
        }
    }

    /// A standard normal number, after Box and Muller (A Note on the Generation of Random Normal Deviates, 1958). `libm`
    /// computes in software, so it is the same on every platform.
    pub fn normal(&mut self) -> f64 {
        let (radius, turn) = (self.uniform(), self.uniform());
        (-2.0 * libm::log(radius)).sqrt() * libm::cos(TAU * turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        // From the authors' implementation in Java and in C.
        let mut generator = Generator::new(1_234_567);
        let numbers: [u64; 5] = std::array::from_fn(|_| generator.next());
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn normal_numbers_have_their_moments() {
        let mut generator = Generator::new(1);
        let count = 100_000;
        let (mut mean, mut square, mut fourth) = (0.0, 0.0, 0.0);
        for _ in 0..count {
            let number = generator.normal();
            mean += number;
            square += number * number;
            fourth += number.powi(4);
        }
        // Standard errors are 0.0032, 0.0045 and 0.031.
        let count = f64::from(count);
        assert!((mean / count).abs() < 0.01, "{}", mean / count);
        assert!((square / count - 1.0).abs() < 0.015, "{}", square / count);
        assert!((fourth / count - 3.0).abs() < 0.1, "{}", fourth / count);
    }

    #[test]
    fn numbers_below_are_equally_frequent_and_pinned() {
        let mut generator = Generator::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[usize::try_from(generator.below(7)).expect("below 7")] += 1;
        }
        // Each has mean 10,000 and deviation 93.
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
        assert_eq!((generator.below(0), generator.below(1)), (0, 0));
        let mut generator = Generator::new(1_234_567);
        let numbers: [u64; 5] = std::array::from_fn(|_| generator.below(100));
        assert_eq!(numbers, [35, 17, 53, 24, 88]);
        let half = 1 << 63;
        // Draws below 2^64 mod (2^63 + 1) = 2^63 - 1 are too many.
        assert!((0..1_000).all(|_| generator.below(half + 1) <= half));
        assert!((0..1_000).all(|_| (0.0..1.0).contains(&generator.fraction())));
    }

    #[test]
    fn streams_differ() {
        let first = |seed, stream| Generator::stream(seed, stream).next();
        let mut numbers: Vec<u64> = (0..4).flat_map(|seed| (0..4).map(move |stream| first(seed, stream))).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 16);
    }

    /// Data sets in `instances/measurements` depend on these.
    #[test]
    fn the_first_normal_numbers_are_pinned() {
        let mut generator = Generator::stream(1, 2);
        let bits: [u64; 3] = std::array::from_fn(|_| generator.normal().to_bits());
        let expected = [4_604_687_122_631_842_407, 13_831_018_435_239_298_799, 13_812_677_094_356_550_998];
        assert_eq!(bits, expected);
    }
}
