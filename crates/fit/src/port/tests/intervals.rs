//! The intervals of estimates, with noise.

use super::*;

/// Normal deviates with mean 0 and variance 1: `SplitMix64`, and Box and Muller.
struct Normal(u64);

impl Normal {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn next(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.uniform(), self.uniform());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    const SEEDS: u64 = 400;
    let (latency, overhead, gap, per_byte) = (3.2e-6, 1.1e-6, 1.01e-6, 0.446e-9);
    let mut held = [0u64; 5];
    let mut doubted = 0;
    for seed in 0..SEEDS {
        let mut normal = Normal(seed << 20);
        let mut noisy = |quantity, time: &dyn Fn(u64) -> f64| {
            let times: Vec<(u64, f64)> = (0..5 * SIZES.len())
                .map(|place| {
                    (SIZES[place % SIZES.len()], time(SIZES[place % SIZES.len()]) * (1.0 + 0.05 * normal.next()))
                })
                .collect();
            MessageTable { samples: samples(times.into_iter()), ..table(quantity, None, |_| 0.0) }
        };
        let one_way = stream(latency + 2.0 * overhead, per_byte);
        let tables = [noisy(OneWay, &one_way), noisy(MessageQuantity::Gap, &stream(gap, per_byte))];
        let options = PortOptions { overhead: Some(overhead), ..NOTHING };
        let fit = PortFit::from_tables(&tables, &options).expect("a fit");
        let (alpha_beta, loggp) = (fit.alpha_beta.expect("a section"), fit.loggp.expect("a section"));
        doubted += u64::from(!fit.warnings.is_empty());
        let holds = |estimate: Estimate, truth: f64| u64::from(estimate.low <= truth && truth <= estimate.high);
        held[0] += holds(alpha_beta.alpha, latency + 2.0 * overhead);
        held[1] += holds(alpha_beta.beta, per_byte);
        held[2] += holds(loggp.short.latency, latency);
        held[3] += holds(loggp.short.gap, gap);
        held[4] += holds(loggp.gap_per_byte, per_byte);
    }
    // 95 % of 400, plus or minus 2.75 standard deviations of a binomial count.
    assert!(held.iter().all(|&count| (368..=392).contains(&count)), "{held:?} of {SEEDS}");
    assert!(doubted <= SEEDS / 50, "{doubted} straight lines of {SEEDS} are doubted");
}
