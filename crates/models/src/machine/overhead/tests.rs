//! Values and shares of formulas of overheads.

use super::*;
use logpine_text::units::Clock;
use proptest::prelude::*;

fn rate(text: &str) -> Measured<Rate> {
    Measured::exactly(Rate::parse(text, Clock::Second).expect(text))
}

/// Table I of Groves, Gutierrez and Arnold (2015).
fn cab() -> OverheadFormula {
    let terms = OverheadFormula::default();
    OverheadFormula { constant: rate("49.3us"), linear: rate("783ns"), quadratic: rate("157ns"), ..terms }
}

fn at(formula: impl Into<Box<OverheadFormula>>, argument: u64) -> Option<u64> {
    Overhead::Formula(formula.into()).at(argument).map(Time::ticks)
}

#[test]
fn a_polynomial_is_exact() {
    assert_eq!(at(cab(), 3), Some(49_300_000 + 3 * 783_000 + 9 * 157_000));
    assert_eq!(at(cab(), 0), Some(49_300_000));
    assert_eq!(at(cab(), u64::MAX), None);
    assert_eq!(at(OverheadFormula::default(), u64::MAX), Some(0));
}

#[test]
fn logarithms_and_exponentials_are_rounded_with_the_rest_once() {
    // ln 8 = 2.0794415416798357...; 10^6 ticks each.
    let logarithmic = OverheadFormula { logarithmic: rate("1us"), ..OverheadFormula::default() };
    assert_eq!(at(logarithmic, 8), Some(2_079_442));
    assert_eq!(at(logarithmic, 1), Some(0));
    assert_eq!(at(logarithmic, 0), None);
    // The logarithm is 2,079,441.5417 ticks; plus 0.6 that is 2,079,442.14, and plus 0.96 it is 2,079,442.502.
    assert_eq!(at(OverheadFormula { constant: rate("0.6ps"), ..logarithmic }, 8), Some(2_079_442));
    assert_eq!(at(OverheadFormula { constant: rate("0.9ps"), ..logarithmic }, 8), Some(2_079_442));
    assert_eq!(at(OverheadFormula { constant: rate("0.96ps"), ..logarithmic }, 8), Some(2_079_443));
    // e^(0.1 x 20) = 7.38905609893065...
    let exponential = Some(Exponential { scale: rate("1us"), rate: Measured::exactly(0.1) });
    let exponential = OverheadFormula { exponential, ..OverheadFormula::default() };
    assert_eq!(at(exponential, 20), Some(7_389_056));
    assert_eq!(at(exponential, 0), Some(1_000_000));
    assert_eq!(at(exponential, 10_000), None);
    assert_eq!(at(OverheadFormula { linear: rate("2us"), ..exponential }, 20), Some(47_389_056));
}

#[test]
fn shares_name_every_component() {
    let shares = Overhead::Formula(Box::new(cab())).shares(12).expect("small");
    let expected = [49_300_000, 12 * 783_000, 144 * 157_000].map(Time::from_ticks);
    assert_eq!([shares.constant, shares.linear, shares.quadratic], expected);
    // 0.6 + 0.6 + 0.6 = 1.8: two ticks, both in the first of the largest terms.
    let tiny = OverheadFormula {
        constant: rate("0.6ps"),
        linear: rate("0.6ps"),
        quadratic: rate("0.6ps"),
        ..OverheadFormula::default()
    };
    let shares = Overhead::Formula(Box::new(tiny)).shares(1).expect("small");
    assert_eq!((shares.constant.ticks(), shares.linear.ticks(), shares.quadratic.ticks()), (2, 0, 0));
}

proptest! {
    #[test]
    fn shares_add_up_to_the_overhead(
        mantissas: [u32; 5], scales: [u8; 5], rate in 0.0..2.0f64, argument in 1u64..200,
    ) {
        let parse = |index: usize| {
            let text = format!("{}e-{}ps", mantissas[index], scales[index] % 12);
            Measured::exactly(Rate::parse(&text, Clock::Second).expect("at most 12 places"))
        };
        let formula = OverheadFormula {
            constant: parse(0),
            linear: parse(1),
            quadratic: parse(2),
            logarithmic: parse(3),
            exponential: Some(Exponential { scale: parse(4), rate: Measured::exactly(rate) }),
        };
        let overhead = Overhead::Formula(Box::new(formula));
        let shares = overhead.shares(argument).and_then(|shares| shares.total());
        prop_assert_eq!(shares, overhead.at(argument));
        let [now, next] = [argument, argument + 1].map(|argument| overhead.at(argument));
        prop_assert!(next.is_none() || (now.is_some() && now <= next));
    }
}
