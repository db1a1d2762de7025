//! Without noise, the fit returns the given parameters.

use crate::tan::{Center, Criterion, Form, Growth, Outliers, TanFit, TanOptions};
use crate::tests::experiments::{CAB, Network, Scatter, measure};

fn close(found: f64, expected: f64, what: &str) {
    assert!((found / expected - 1.0).abs() < 1e-9, "{what}: {found:e} is not {expected:e}");
}

/// Table I, with its own C and with others, whatever the options.
#[test]
fn table_one_comes_back() {
    for startup in [0.0, 25e-6, 1e-9] {
        let measured = measure(Network { startup, ..CAB }, Scatter::None, 0);
        for center in [Center::Mean, Center::Median] {
            for outliers in [Outliers::Keep, Outliers::Drop, Outliers::Weigh] {
                for criterion in [Criterion::Aicc, Criterion::AdjustedRSquared] {
                    let options = TanOptions { center, outliers, criterion, ..TanOptions::default() };
                    let fit = TanFit::new(&measured, &options).expect("all that is needed");
                    close(fit.latency.latency.value, 98e-6, "L");
                    close(fit.chain.overhead.value, 49.3e-6, "b");
                    close(fit.fan_in.terms.constant.value, 49.3e-6, "b of o");
                    let found = fit.chain.startup.value;
                    assert!(found >= 0.0 && (found - startup).abs() < 1e-15, "C: {found:e} is not {startup:e}");
                    let Growth::Quadratic { linear, quadratic } = fit.fan_in.terms.growth else {
                        panic!("{} is not the form", fit.fan_in.form)
                    };
                    close(linear.value, 783e-9, "b1");
                    close(quadratic.value, 157e-9, "c");
                    let dropped = [&fit.latency.dropped, &fit.chain.dropped, &fit.fan_in.dropped];
                    assert!(dropped.iter().all(|dropped| dropped.is_empty()));
                    assert!(fit.warnings.is_empty(), "{:?}", fit.warnings);
                }
            }
        }
    }
}

#[test]
fn every_form_comes_back() {
    let fit = |growth| {
        let fit = TanFit::new(&measure(Network { growth, ..CAB }, Scatter::None, 0), &TanOptions::default());
        fit.expect("all that is needed").fan_in
    };
    let linear = fit(|n| 2e-6 * n);
    let Growth::Linear { linear: found } = linear.terms.growth else { panic!("{} is not linear", linear.form) };
    close(found.value, 2e-6, "b1");
    let logarithmic = fit(|n| 20e-6 * n.ln());
    let Growth::Logarithmic { logarithmic: found } = logarithmic.terms.growth else {
        panic!("{} is not logarithmic", logarithmic.form)
    };
    close(found.value, 20e-6, "b1");
    let exponential = fit(|n| 5e-6 * (0.025 * n).exp());
    let Growth::Exponential { scale, rate } = exponential.terms.growth else {
        panic!("{} is not exponential", exponential.form)
    };
    close(scale.value, 5e-6, "a");
    close(rate.value, 0.025, "r");
    let forms = exponential.candidates.iter().map(|candidate| candidate.form);
    assert!(forms.eq(Form::ALL));
}
