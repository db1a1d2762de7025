//! Outliers in chains and waves.

use crate::experiments::{CAB, Network, Scatter, measure};
use logpine::fit::tan::{Form, Outliers, TanFit, TanOptions};

const NETWORK: Network = Network { startup: 40e-6, ..CAB };

/// A wave that took ten times as long, here and there.
#[test]
fn spikes_are_dropped_and_listed() {
    for seed in 0..10 {
        let clean = measure(NETWORK, Scatter::Relative(0.05), seed);
        let mut spiked = clean.clone();
        for at in [3, 64, 200, 319] {
            spiked.chain.samples[at].time *= 10.0;
        }
        for at in [0, 77, 129] {
            spiked.fan_in.samples[at].time *= 10.0;
        }
        let options = |outliers| TanOptions { outliers, ..TanOptions::default() };
        let reference = TanFit::new(&clean, &options(Outliers::Drop)).expect("all that is needed");
        let fit = TanFit::new(&spiked, &options(Outliers::Drop)).expect("all that is needed");
        let lines = |samples: &[logpine::fit::Sample]| samples.iter().map(|sample| sample.line).collect::<Vec<_>>();
        assert_eq!(lines(&fit.chain.dropped), [5, 66, 202, 321], "seed {seed}");
        assert_eq!(lines(&fit.fan_in.dropped), [2, 79, 131], "seed {seed}");
        assert_eq!((fit.chain.regression.samples, fit.fan_in.form), (316, Form::Quadratic));
        let kept = TanFit::new(&spiked, &options(Outliers::Keep)).expect("all that is needed");
        let weighed = TanFit::new(&spiked, &options(Outliers::Weigh)).expect("all that is needed");
        let [truth, dropped, kept, weighed] = [&reference, &fit, &kept, &weighed].map(|fit| fit.chain.level.value);
        assert!((dropped / truth - 1.0).abs() < 0.005, "{dropped} is not {truth}");
        assert!((weighed / truth - 1.0).abs() < 0.01, "{weighed} is not {truth}");
        assert!((kept / truth - 1.0).abs() > 0.02, "{kept} should be moved");
    }
}

/// Normal noise has 6 of 10^7 samples beyond 5 deviations.
#[test]
fn noise_is_not_dropped() {
    let options = TanOptions { outliers: Outliers::Drop, ..TanOptions::default() };
    for (seed, scatter) in (0..20).flat_map(|seed| [(seed, Scatter::Relative(0.05)), (seed, Scatter::Absolute(5e-6))]) {
        let fit = TanFit::new(&measure(NETWORK, scatter, seed), &options).expect("all that is needed");
        let dropped = [fit.latency.dropped, fit.chain.dropped, fit.fan_in.dropped];
        assert!(dropped.iter().all(Vec::is_empty), "{dropped:?}");
    }
}
