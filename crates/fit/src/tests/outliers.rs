//! Outliers in chains and waves.

use crate::tan::{Form, Outliers, TanFit, TanOptions};
use crate::tests::experiments::{CAB, Network, Scatter, measure};

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
        let lines = |samples: &[crate::Sample]| samples.iter().map(|sample| sample.line).collect::<Vec<_>>();
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

/// A deviation from the form, or the requested noise, is no outlier if repetitions agree.
#[test]
fn a_form_that_does_not_fit_makes_no_outliers() {
    use crate::regression::Noise;
    for (seed, form) in (0..5).flat_map(|seed| Form::ALL.map(|form| (seed, form))) {
        for noise in [None, Some(Noise::Absolute), Some(Noise::Relative)] {
            let options = TanOptions { outliers: Outliers::Drop, form: Some(form), noise, ..TanOptions::default() };
            let fit =
                TanFit::new(&measure(NETWORK, Scatter::Relative(0.05), seed), &options).expect("all that is needed");
            assert!(fit.fan_in.dropped.is_empty() && fit.chain.dropped.is_empty(), "{seed} {form} {noise:?}");
            assert!(!fit.warnings.iter().any(|warning| warning.contains("too many for outliers")));
        }
    }
}

/// Outliers that are kept cause a warning.
#[test]
fn outliers_that_count_are_warned_of() {
    let clean = measure(NETWORK, Scatter::Relative(0.05), 1);
    let fit = TanFit::new(&clean, &TanOptions::default()).expect("all that is needed");
    assert!(fit.warnings.is_empty(), "{:?}", fit.warnings);
    let mut spiked = clean;
    spiked.latency.samples[41].time = 672e-6;
    spiked.fan_in.samples[5].time *= 4.0;
    spiked.fan_in.samples[77].time *= 8.0;
    let fit = TanFit::new(&spiked, &TanOptions::default()).expect("all that is needed");
    let expected = "1 of 500 samples of the latency experiment is far from the others, the farthest 672.0us \
                    (latency.csv:43); it is counted: --outliers drop leaves it out, --outliers weigh makes it count less";
    assert_eq!((fit.warnings.len(), fit.warnings[0].as_str()), (2, expected));
    assert!(fit.warnings[1].starts_with("2 of ") && fit.warnings[1].contains("(fanin.csv:79); they are counted"));
}
