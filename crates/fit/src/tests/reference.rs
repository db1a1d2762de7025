//! Regressions against published figures.

use crate::Sample;
use crate::regression::{Noise, Point, Regression, Scales, Term};
use std::collections::BTreeMap;

const STATSMODELS: &str = include_str!("regressions.txt");

/// Asserts equality to 1e-9, relative to the expected number unless that is 0.
fn close(found: f64, expected: f64, what: &str) {
    let off = (found - expected).abs() / if expected == 0.0 { 1.0 } else { expected.abs() };
    assert!(off < 1e-9, "{what}: {found:e} is not {expected:e}");
}

fn term(name: &str) -> Term {
    match name {
        "1" => Term::CONSTANT,
        "x" => Term::LINEAR,
        "x^2" => Term::QUADRATIC,
        "x^3" => Term::Power(3),
        "ln x" => Term::Logarithm,
        _ => panic!("no term {name}"),
    }
}

struct Case<'a> {
    name: &'a str,
    fields: BTreeMap<&'a str, &'a str>,
}

impl Case<'_> {
    fn numbers(&self, key: &str) -> Vec<f64> {
        self.fields[key].split(' ').filter(|word| !word.is_empty()).map(|word| word.parse().expect(word)).collect()
    }

    fn compare(&self, key: &str, found: impl IntoIterator<Item = f64>) {
        let (found, expected): (Vec<f64>, Vec<f64>) = (found.into_iter().collect(), self.numbers(key));
        assert_eq!(found.len(), expected.len(), "{}: {key}", self.name);
        for (found, expected) in found.into_iter().zip(expected) {
            close(found, expected, &format!("{}: {key}", self.name));
        }
    }
}

fn cases() -> Vec<Case<'static>> {
    let mut cases: Vec<Case<'static>> = Vec::new();
    for line in STATSMODELS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match (key, cases.last_mut()) {
            ("case", _) => cases.push(Case { name: value, fields: BTreeMap::new() }),
            (_, Some(case)) => assert_eq!(case.fields.insert(key, value), None),
            (_, None) => panic!("{line} belongs to no case"),
        }
    }
    cases
}

#[test]
fn statsmodels_says_the_same() {
    assert_eq!(cases().len(), 7);
    for case in cases() {
        let points = case.numbers("x").into_iter().zip(case.numbers("y")).map(|(x, y)| Point::single(x, y));
        let points: Vec<Point> = points.collect();
        let terms: Vec<Term> = case.fields["terms"].split(", ").map(term).collect();
        let scales = Scales::new(Noise::Relative, case.numbers("scales"));
        let fit = Regression::scaled(&points, &terms, 0.0, &scales).expect(case.name);
        case.compare("params", fit.coefficients.iter().map(|estimate| estimate.value));
        case.compare("bse", fit.coefficients.iter().map(|estimate| estimate.standard_error));
        case.compare("low", fit.coefficients.iter().map(|estimate| estimate.low));
        case.compare("high", fit.coefficients.iter().map(|estimate| estimate.high));
        case.compare("cov", fit.covariance.iter().flatten().copied());
        case.compare("rsquared", [fit.r_squared]);
        case.compare("rsquared_adj", [fit.adjusted_r_squared]);
        case.compare("llf", [fit.log_likelihood]);
        case.compare("aicc", fit.aicc);
        case.compare("deviation", [fit.deviation]);
    }
}

/// Samples at the same points, summed up or one by one, are the same.
#[test]
fn grouped_samples_are_as_good_as_single_ones() {
    for case in cases().iter().filter(|case| case.name.starts_with("chain, even")) {
        let depths = (1..=32).flat_map(|depth| std::iter::repeat_n(depth, 10));
        let samples = depths.zip(case.numbers("y")).map(|(at, time)| Sample { at, time, line: 0 });
        let points = Point::group(samples);
        assert_eq!(points.len(), 32);
        let fit = Regression::new(&points, &[Term::CONSTANT, Term::LINEAR], Some(Noise::Absolute)).expect(case.name);
        case.compare("bse", fit.coefficients.iter().map(|estimate| estimate.standard_error));
        case.compare("rsquared_adj", [fit.adjusted_r_squared]);
        case.compare("aicc", fit.aicc);
        assert_eq!((fit.samples, fit.points, fit.degrees_of_freedom), (320, 32, 318));
    }
}

/// NIST Statistical Reference Datasets: Wampler1, 1 + x + ... + x^5 at 0 to 20.
#[test]
fn nist_wampler() {
    let sum = |x: f64| (0..=5).map(|exponent| x.powi(exponent)).sum();
    let points: Vec<Point> = (0..=20).map(f64::from).map(|x| Point::single(x, sum(x))).collect();
    let fit = Regression::new(&points, &[0, 1, 2, 3, 4, 5].map(Term::Power), Some(Noise::Absolute)).expect("21 points");
    assert!(fit.coefficients.iter().all(|estimate| (estimate.value - 1.0).abs() < 1e-8), "{:?}", fit.coefficients);
    assert!(fit.r_squared > 1.0 - 1e-14);
}

#[test]
fn what_cannot_be_computed_is_an_error() {
    let fit = |points: &[Point], terms: &[Term]| Regression::new(points, terms, None).map(|fit| fit.coefficients);
    let line = [Term::CONSTANT, Term::LINEAR];
    let single = Point::single;
    let same = Point { at: 3.0, count: 9, mean: 1.0, squares: 0.1 };
    let two = [single(1.0, 1.0), single(2.0, 2.0)];
    let twice = [single(3.0, 1.0), single(3.0, 1.1), single(3.0, 0.9)];
    let ones = [1.0, 1.1, 0.9].map(|y| single(1.0, y));
    let huge = [single(1.0, f64::MAX), single(2.0, f64::MAX), single(3.0, 1.0)];
    let infinite = [single(1.0, 1.0), single(2.0, f64::NAN), single(3.0, 1.0)];
    let cases: [(&[Point], &[Term], &str); 7] = [
        (&[], &line, "0 different points for 2 coefficients; measure at 3 or more"),
        (&[same], &line, "1 different points for 2 coefficients; measure at 3 or more"),
        (&two, &line, "2 samples for 2 coefficients; at least 3 are needed: measure more"),
        (
            &twice,
            &line,
            "the points do not separate coefficient 2 from those before it; measure at more points, further apart",
        ),
        (&ones, &[Term::Logarithm], "the points do not separate coefficient 1 from"),
        (&huge, &line, "the numbers are too large or too small to compute with"),
        (&infinite, &line, "the numbers are too large or too small to compute with"),
    ];
    for (points, terms, words) in cases {
        assert!(fit(points, terms).is_err_and(|error| error.says(words)), "{words}");
    }
    let other = Regression::scaled(&infinite, &line, 0.0, &Scales::even(&two)).expect_err("other scales");
    assert!(other.says("2 scales for 3 points"), "{other}");
}
