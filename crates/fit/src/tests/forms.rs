//! The form found is the form with which the data were made.

use crate::tan::{Criterion, Form, TanFit, TanOptions};
use crate::tests::experiments::{CAB, FAN_INS, Network, Scatter, measure_at};

const SEEDS: u64 = 200;

/// The number of times in 100 that the form is found at 5 % noise.
fn found(form: Form, growth: fn(f64) -> f64, criterion: Criterion) -> u64 {
    let options = TanOptions { criterion, ..TanOptions::default() };
    let found = |seed: u64| {
        let measured = measure_at(Network { growth, ..CAB }, Scatter::Relative(0.05), seed, &FAN_INS);
        TanFit::new(&measured, &options).expect("all that is needed").fan_in.form == form
    };
    100 * (0..SEEDS).filter(|&seed| found(seed)).count() as u64 / SEEDS
}

/// Fan-ins of 4 to 256, 10 waves each, with L + b = 147.3 us: growth of up to 10.5 ms, 0.5 ms, 0.22 ms and 3 ms.
#[test]
fn the_right_form_is_found() {
    for criterion in [Criterion::Aicc, Criterion::AdjustedRSquared] {
        assert!(found(Form::Quadratic, CAB.growth, criterion) >= 95);
    }
    assert!(found(Form::Linear, |n| 2e-6 * n, Criterion::Aicc) >= 95);
    assert!(found(Form::Logarithmic, |n| 40e-6 * n.ln(), Criterion::Aicc) >= 95);
    assert!(found(Form::Exponential, |n| 5e-6 * (0.025 * n).exp(), Criterion::Aicc) >= 95);
}
