//! L, and latencies in groups.

use crate::tan::{Center, LatencyFit, Outliers, TanFit, TanMeasurements, TanOptions};
use crate::tests::experiments::{CAB, Scatter, measure, samples};
use crate::tests::noise::Noise;

/// The fit of these latencies beside chains and waves of Cab.
fn fit(times: Vec<f64>, center: Center, outliers: Outliers) -> (LatencyFit, Vec<String>) {
    let latency = samples("latency.csv", times.into_iter().map(|time| (0, time)).collect());
    let measured = TanMeasurements { latency, ..measure(CAB, Scatter::None, 0) };
    let options = TanOptions { center, outliers, ..TanOptions::default() };
    let fit = TanFit::new(&measured, &options).expect("all that is needed");
    (fit.latency, fit.warnings)
}

fn normal(count: usize, mean: f64, deviation: f64, noise: &mut Noise) -> Vec<f64> {
    (0..count).map(|_| mean + deviation * noise.normal()).collect()
}

/// Netgauge's latencies on Cab, as in the paper: about 98 us, and one of 672 us.
#[test]
fn the_papers_outlier_is_dropped_and_listed() {
    let mut times = normal(500, 98e-6, 4e-6, &mut Noise::new(1));
    times[250] = 672e-6;
    let (kept, _) = fit(times.clone(), Center::Mean, Outliers::Keep);
    assert_eq!((kept.samples, kept.greatest, kept.dropped.len()), (500, 672e-6, 0));
    assert!(kept.bimodal.is_none(), "one sample is no mode");
    let (dropped, warnings) = fit(times.clone(), Center::Mean, Outliers::Drop);
    let listed: Vec<(f64, u32)> = dropped.dropped.iter().map(|sample| (sample.time, sample.line)).collect();
    assert_eq!((listed, dropped.samples, warnings), (vec![(672e-6, 252)], 499, vec![]));
    times.remove(250);
    let mean = times.iter().sum::<f64>() / 499.0;
    let variance = times.iter().map(|time| (time - mean) * (time - mean)).sum::<f64>() / 498.0;
    assert!((dropped.latency.value / mean - 1.0).abs() < 1e-12);
    assert!((dropped.deviation / variance.sqrt() - 1.0).abs() < 1e-12);
    assert!((dropped.latency.standard_error / (variance / 499.0).sqrt() - 1.0).abs() < 1e-12);
    times.push(672e-6);
    let (weighed, _) = fit(times.clone(), Center::Mean, Outliers::Weigh);
    assert!((weighed.latency.value - mean).abs() < 0.1e-6 && weighed.weighed_down > 1);
    let (median, _) = fit(times, Center::Median, Outliers::Keep);
    assert!((median.latency.value - 98e-6).abs() < 1e-6);
    assert!(median.latency.low < median.latency.value && median.latency.value < median.latency.high);
}

/// Two routes, a fifth of the messages by the longer: no outliers, however far.
#[test]
fn a_mode_is_reported_and_never_dropped() {
    for (share, far) in [(250, 150e-6), (100, 200e-6), (25, 300e-6), (12, 98e-5)] {
        let mut noise = Noise::new(7);
        let mut times = normal(500 - share, 98e-6, 2e-6, &mut noise);
        times.extend(normal(share, far, 2e-6, &mut noise));
        times.push(0.1);
        for outliers in [Outliers::Keep, Outliers::Drop, Outliers::Weigh] {
            let (fit, warnings) = fit(times.clone(), Center::Mean, outliers);
            let bimodal = fit.bimodal.expect("two modes");
            assert!((bimodal.lower.mean - 98e-6).abs() < 1e-6 && (bimodal.upper.mean - far).abs() < 3e-6);
            assert_eq!((bimodal.lower.samples, bimodal.upper.samples), (500 - share, share), "the stray is set aside");
            assert!(warnings.iter().any(|warning| warning.starts_with("latencies fall in two groups, around 98")));
            let dropped: Vec<f64> = fit.dropped.iter().map(|sample| sample.time).collect();
            assert_eq!(dropped, if outliers == Outliers::Drop { vec![0.1] } else { vec![] });
        }
    }
}

/// Normal, uniform, exponential and lognormal latencies have one mode, in samples of any size.
#[test]
fn one_mode_is_not_taken_for_two() {
    let shapes: [fn(&mut Noise) -> f64; 4] = [
        |noise| 100.0 + noise.normal(),
        |noise| 100.0 + noise.uniform(),
        |noise| 100.0 - noise.uniform().ln(),
        |noise| (0.7 * noise.normal()).exp(),
    ];
    let mut flagged = [0; 4];
    for seed in 0..40 {
        for (shape, flagged) in shapes.iter().zip(&mut flagged) {
            for count in [20, 50, 500, 5_000] {
                let mut noise = Noise::new(seed);
                let times = (0..count).map(|_| 1e-6 * shape(&mut noise)).collect();
                *flagged += usize::from(fit(times, Center::Mean, Outliers::Keep).0.bimodal.is_some());
            }
        }
    }
    assert!(flagged.iter().all(|&flagged| flagged <= 3), "{flagged:?} of 160 each");
}

/// A clock that ticks coarsely: all equal, and all but a few.
#[test]
fn equal_times_have_no_error() {
    let (equal, warnings) = fit(vec![98e-6; 50], Center::Mean, Outliers::Drop);
    assert_eq!((equal.latency.value, equal.latency.standard_error, warnings), (98e-6, 0.0, vec![]));
    let (median, _) = fit(vec![98e-6; 50], Center::Median, Outliers::Weigh);
    assert_eq!((median.latency.low, median.latency.high), (98e-6, 98e-6));
    let two: Vec<f64> = (0..50).map(|index| if index % 5 == 0 { 99e-6 } else { 98e-6 }).collect();
    let (two, _) = fit(two, Center::Mean, Outliers::Drop);
    assert!(two.dropped.is_empty() && two.bimodal.is_some_and(|bimodal| bimodal.separation.is_finite()));
}
