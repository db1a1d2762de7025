//! Random numbers for tests.

/// Uniform numbers in (0, 1), the same on every platform.
pub fn uniform(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    };
    (0..count).map(|_| next()).collect()
}

/// Standard normal numbers.
pub fn normal(seed: u64, count: usize) -> Vec<f64> {
    let (a, b) = (uniform(seed, count), uniform(seed + 1000, count));
    a.iter().zip(&b).map(|(a, b)| (-2.0 * libm::log(*a)).sqrt() * libm::cos(std::f64::consts::TAU * b)).collect()
}
