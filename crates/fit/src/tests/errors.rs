//! Measurements that are too few or impossible.

use crate::Sample;
use crate::tan::{Center, Form, Physical, TanFit, TanMeasurements, TanOptions};
use crate::tests::experiments::{CAB, Network, Scatter, measure};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Clock;

fn error(change: impl Fn(&mut TanMeasurements)) -> Reason {
    let mut measured = measure(CAB, Scatter::None, 0);
    change(&mut measured);
    TanFit::new(&measured, &TanOptions::default()).expect_err("an error")
}

#[test]
fn too_few_measurements_are_named() {
    let error_of = |items: &str, least, place: &str| {
        let way_out = match items.split(' ').nth(1) {
            Some("sample" | "samples") => "measure more, or repeat what is there, and leave out less",
            Some("depth" | "depths") => "measure chains of other depths, such as 1, 4 and 16 levels",
            _ => "measure waves from other numbers of leaves, such as 2, 16 and 128",
        };
        reason!("{place}: {items}; at least {least} are needed: {way_out}")
    };
    let found = error(|measured| measured.latency.samples.truncate(1));
    assert_eq!(found, error_of("1 sample", 2, "latency.csv:2"));
    let found = error(|measured| measured.chain.samples.clear());
    assert_eq!(found, error_of("0 samples", 3, "chain.csv"));
    let found = error(|measured| measured.chain.samples.retain(|sample| sample.at == 7));
    assert_eq!(found, error_of("1 depth", 2, "chain.csv:71"));
    let found = error(|measured| measured.fan_in.samples.truncate(4));
    assert_eq!(found, error_of("4 samples", 5, "fanin.csv:5"));
    let found = error(|measured| measured.fan_in.samples.retain(|sample| sample.at <= 8));
    assert_eq!(found, error_of("2 fan-ins", 3, "fanin.csv:21"));
    let mut measured = measure(CAB, Scatter::None, 0);
    measured.latency.samples.truncate(5);
    let median = TanOptions { center: Center::Median, ..TanOptions::default() };
    let found = TanFit::new(&measured, &median).expect_err("too few for a median");
    assert_eq!(found, error_of("5 samples", 6, "latency.csv:6"));
}

#[test]
fn times_have_to_be_times() {
    for time in [f64::NAN, f64::INFINITY, -1e-6] {
        let found = error(|measured| measured.chain.samples[9].time = time);
        assert!(found.to_string().starts_with("chain.csv:11: the time "));
    }
    let found = error(|measured| measured.fan_in.samples[3].at = 0);
    assert_eq!(found.to_string(), "fanin.csv:5: fan-ins start at 1; found 0: remove the row");
    let found = error(|measured| measured.chain.samples[3].at = 0);
    assert_eq!(found.to_string(), "chain.csv:5: depths start at 1; found 0: remove the row");
    let found = error(|measured| measured.chain.clock = Clock::Cycle);
    let message = "chain.csv is in cycles, but latency.csv in seconds; give all times in one of them";
    assert_eq!(found.to_string(), message);
}

#[test]
fn what_does_not_grow_is_an_error() {
    let falling = |sample: &mut Sample| sample.time = 1e-3 / sample.at as f64;
    let found = error(|measured| measured.chain.samples.iter_mut().for_each(falling));
    let words = found.to_string();
    assert!(
        words.starts_with("chain.csv:321: waves do not take longer with the depth, up to 32 levels here (-"),
        "{words}"
    );
    assert!(words.contains("us for each more"), "{words}");
    let found = error(|measured| measured.chain.samples.iter_mut().for_each(|sample| sample.time = 0.0));
    assert!(found.says("waves do not take longer with the depth"), "{found}");
    let found = error(|measured| measured.fan_in.samples.iter_mut().for_each(|sample| sample.time = 1e-5));
    assert!(found.says("fanin.csv:131: ") && found.says("up to 256 leaves"), "{found}");
    assert!(found.to_string().contains("less than L + b = 147.3us"), "{found}");
}

#[test]
fn numbers_at_the_edge_are_errors_or_finite() {
    for (at, time) in [(u64::MAX, 1.0), (u64::MAX, f64::MAX), (1, f64::MAX), (1, f64::MIN_POSITIVE), (u64::MAX, 0.0)] {
        let mut measured = measure(CAB, Scatter::None, 0);
        for sample in [&mut measured.chain.samples[0], &mut measured.fan_in.samples[0]] {
            (sample.at, sample.time) = (at, time);
        }
        measured.latency.samples[0].time = time;
        if let Ok(fit) = TanFit::new(&measured, &TanOptions::default()) {
            let found = [fit.latency.latency, fit.chain.overhead, fit.chain.startup, fit.fan_in.terms.constant];
            assert!(found.iter().all(|estimate| estimate.low.is_finite() && estimate.high.is_finite()), "{found:?}");
            assert!(fit.fan_in.terms.at(16.0).is_finite());
        }
    }
}

fn warns(fit: &TanFit, beginning: &str) -> bool {
    fit.warnings.iter().any(|warning| warning.starts_with(beginning))
}

#[test]
fn coefficients_that_come_out_negative_are_zero_and_said_to_be() {
    // A wave that curves down: c < 0.
    let concave = Network { growth: |n| 5e-6 * n - 5e-9 * n * n, ..CAB };
    let options = TanOptions { form: Some(Form::Quadratic), ..TanOptions::default() };
    let fit = TanFit::new(&measure(concave, Scatter::Relative(0.01), 1), &options).expect("all that is needed");
    let quadratic = fit.fan_in.chosen().expect("asked for");
    assert_eq!((fit.fan_in.form, quadratic.physical), (Form::Quadratic, Physical::Constrained));
    assert!(quadratic.free.coefficients[1].value < 0.0);
    assert!(warns(&fit, "a coefficient of the quadratic form came out negative"));
    let crate::tan::Growth::Quadratic { linear, quadratic } = fit.fan_in.terms.growth else { panic!("asked for") };
    assert!(linear.value > 0.0 && quadratic.value == 0.0 && quadratic.low == 0.0);
    // A chain that begins below 0.
    let mut early = measure(CAB, Scatter::Relative(0.01), 1);
    early.chain.samples.iter_mut().for_each(|sample| sample.time = (sample.time - 60e-6).max(0.0));
    let fit = TanFit::new(&early, &TanOptions::default()).expect("all that is needed");
    assert_eq!((fit.chain.startup.value, fit.chain.startup.low), (0.0, 0.0));
    assert_eq!(fit.chain.regression.coefficients.len(), 1);
    assert!(warns(&fit, "the startup C came out negative (-"));
    // A level of the chain shorter than the latency.
    let fast = Network { overhead: -10e-6, ..CAB };
    let fit = TanFit::new(&measure(fast, Scatter::None, 0), &TanOptions::default()).expect("all that is needed");
    assert_eq!((fit.chain.overhead.value, fit.chain.overhead.low), (0.0, 0.0));
    assert!(warns(&fit, "the overhead b came out negative (-"));
}

/// o(N) = b, and a constant other than b: both are reported as constants, whichever form is asked for.
#[test]
fn a_constant_overhead_is_said_to_be_one() {
    for (more, form) in [(0.0, None), (30e-6, None), (0.0, Some(Form::Exponential)), (30e-6, Some(Form::Exponential))] {
        let add = if more > 0.0 { |_| 30e-6 } else { |_| 0.0 };
        let flat = Network { growth: add, ..CAB };
        let mut constants = 0;
        for seed in 0..20 {
            let options = TanOptions { form, ..TanOptions::default() };
            let fit = TanFit::new(&measure(flat, Scatter::Relative(0.05), seed), &options).expect("all that is needed");
            if fit.fan_in.form != Form::Constant {
                continue;
            }
            constants += 1;
            let asked = form.map_or("measured:".to_owned(), |form| format!("and the {form} form would have to fall"));
            assert!(fit.warnings.last().is_some_and(|said| said.contains(&asked)), "{seed} {more}: {:?}", fit.warnings);
            let o = fit.fan_in.terms.constant;
            assert!((o.value - 49.3e-6 - more).abs() < 4.0 * o.standard_error, "{o:?}");
            assert_eq!(fit.fan_in.terms.at(1.0).to_bits(), fit.fan_in.terms.at(256.0).to_bits());
        }
        // By chance waves may seem to rise a little: L + b is not exact, either.
        assert!(constants >= if form.is_none() { 12 } else { 4 }, "{constants} of 20, {more} {form:?}");
    }
}
