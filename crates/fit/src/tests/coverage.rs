//! The 95 % intervals hold the truth in 95 of 100 experiments.

use crate::Estimate;
use crate::regression::Noise;
use crate::tan::{Center, Growth, Outliers, TanFit, TanOptions};
use crate::tests::experiments::{CAB, Network, Scatter, measure};

const SEEDS: std::ops::Range<u64> = 5000..5200;

/// The number of runs in which the intervals of L, b, C, b1 and c hold the truth.
fn coverage(network: Network, scatter: Scatter, noise: Noise, options: TanOptions) -> [u64; 5] {
    let mut held = [0; 5];
    for seed in SEEDS {
        let fit = TanFit::new(&measure(network, scatter, seed), &options).expect("all that is needed");
        assert_eq!(fit.chain.regression.noise, noise, "seed {seed}");
        assert_eq!(fit.fan_in.candidates[0].regression.noise, noise, "seed {seed}");
        // Another form counts as a miss of both its coefficients.
        let missed = Estimate { high: -1.0, ..Estimate::default() };
        let (linear, quadratic) = match fit.fan_in.terms.growth {
            Growth::Quadratic { linear, quadratic } => (linear, quadratic),
            _ => (missed, missed),
        };
        let truth = [network.latency, network.overhead, network.startup, 783e-9, 157e-9];
        let found = [fit.latency.latency, fit.chain.overhead, fit.chain.startup, linear, quadratic];
        for ((held, truth), found) in held.iter_mut().zip(truth).zip(found) {
            assert!(found.low <= found.value && found.value <= found.high || found == missed);
            *held += u64::from(found.low <= truth && truth <= found.high);
        }
    }
    held
}

/// 92 to 98 of 100.
fn assert_nominal(held: &[u64]) {
    let runs = SEEDS.end - SEEDS.start;
    let nominal = 92 * runs / 100..=98 * runs / 100;
    assert!(held.iter().all(|held| nominal.contains(held)), "L, b, C, b1, c: {held:?} of {runs}");
}

const STARTING: Network = Network { startup: 40e-6, ..CAB };

#[test]
fn relative_noise() {
    assert_nominal(&coverage(STARTING, Scatter::Relative(0.05), Noise::Relative, TanOptions::default()));
}

#[test]
fn absolute_noise() {
    assert_nominal(&coverage(STARTING, Scatter::Absolute(5e-6), Noise::Absolute, TanOptions::default()));
}

/// Normal noise has hardly an outlier, so dropping outliers leaves the intervals unchanged.
#[test]
fn medians_and_samples_dropped() {
    let options = TanOptions { center: Center::Median, outliers: Outliers::Drop, ..TanOptions::default() };
    assert_nominal(&coverage(STARTING, Scatter::Relative(0.05), Noise::Relative, options));
}
