//! Basis functions of regressions.

use crate::sample::Sample;

/// A basis function evaluated at the rows, with its degree.
pub(super) struct Term {
    pub degree: usize,
    pub values: Vec<f64>,
}

/// The basis functions of a column. For a continuous column these are the Chebyshev polynomials up to a degree, over its
/// range; for a discrete column the indicators of every level but the first, as terms of degree 1.
pub(super) fn terms(sample: &Sample, max_degree: usize) -> Vec<Term> {
    match sample {
        Sample::Continuous(values) => {
            let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
            let scaled: Vec<f64> = values.iter().map(|value| (2.0 * value - least - most) / (most - least)).collect();
            let mut polynomials: Vec<Vec<f64>> = vec![vec![1.0; scaled.len()], scaled.clone()];
            while polynomials.len() <= max_degree {
                let [.., before, last] = polynomials.as_slice() else { break };
                let next =
                    scaled.iter().zip(before).zip(last).map(|((x, before), last)| 2.0 * x * last - before).collect();
                polynomials.push(next);
            }
            let of_degree = |(degree, values): (usize, Vec<f64>)| Term { degree, values };
            polynomials.into_iter().enumerate().skip(1).take(max_degree).map(of_degree).collect()
        }
        Sample::Discrete { codes, levels } => {
            let has = |level: usize| codes.iter().map(|&code| f64::from(u8::from(code == level))).collect();
            (1..*levels).map(|level| Term { degree: 1, values: has(level) }).collect()
        }
    }
}

/// The terms of two columns and their products, up to a total degree.
pub(super) fn products(a: &[Term], b: &[Term], max_degree: usize) -> Vec<Term> {
    let copy = |term: &Term| Term { degree: term.degree, values: term.values.clone() };
    let mut products: Vec<Term> = a.iter().chain(b).filter(|term| term.degree <= max_degree).map(copy).collect();
    for a in a {
        for b in b.iter().filter(|b| a.degree + b.degree <= max_degree) {
            let values = a.values.iter().zip(&b.values).map(|(a, b)| a * b).collect();
            products.push(Term { degree: a.degree + b.degree, values });
        }
    }
    products
}
