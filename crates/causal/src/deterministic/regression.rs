//! Goodness and simplicity of polynomials of one or two variables as predictors of another.

use super::basis::{Term, products, terms};
use super::polynomial::{Polynomial, STRONG_EVIDENCE};
use crate::sample::Sample;

/// The highest degree of polynomials of one variable.
const MAX_DEGREE: usize = 6;

/// The highest degree of polynomials of two variables.
const MAX_DEGREE_OF_TWO: usize = 3;

/// The residual variance below which residuals are rounding errors.
pub(super) const ROUNDING: f64 = 1e-18;

/// Regressions among the columns of a table.
pub(crate) struct Relations<'a> {
    samples: &'a [Sample],
    terms: Vec<Vec<Term>>,
}

impl<'a> Relations<'a> {
    pub fn new(samples: &'a [Sample]) -> Self {
        Self { samples, terms: samples.iter().map(|sample| terms(sample, MAX_DEGREE)).collect() }
    }

    /// The simplest polynomial of one or two variables that predicts the response as well as any, up to strong evidence;
    /// `None` if there are too few rows.
    pub fn polynomial(&self, response: usize, predictors: &[usize]) -> Option<Polynomial> {
        let of_two;
        let (terms, max_degree) = match predictors {
            [x] => (&self.terms[*x], MAX_DEGREE),
            [x, y] => {
                of_two = products(&self.terms[*x], &self.terms[*y], MAX_DEGREE_OF_TWO);
                (&of_two, MAX_DEGREE_OF_TWO)
            }
            _ => return None,
        };
        let responses: Vec<Vec<f64>> = match &self.samples[response] {
            Sample::Continuous(values) => vec![values.clone()],
            discrete @ Sample::Discrete { .. } => {
                super::basis::terms(discrete, 1).into_iter().map(|term| term.values).collect()
            }
        };
        simplest(&fits(responses, terms, max_degree))
    }

    /// The simplest polynomial of one variable that predicts the reference.
    pub fn relation(&self, variable: usize, reference: usize) -> Option<Polynomial> {
        self.polynomial(reference, &[variable])
    }
}

/// The fit of the lowest degree that is as good as the best.
fn simplest(fits: &[Polynomial]) -> Option<Polynomial> {
    let best = fits.iter().map(|fit| fit.criterion).fold(f64::INFINITY, f64::min);
    fits.iter().find(|fit| fit.criterion <= best + STRONG_EVIDENCE).copied()
}

/// Least squares for all degrees at once: the terms are orthogonalised one after the other and projected out of the
/// responses.
fn fits(mut responses: Vec<Vec<f64>>, terms: &[Term], max_degree: usize) -> Vec<Polynomial> {
    let rows = responses.first().map_or(0, Vec::len);
    let count = rows as f64;
    let mut orthogonal: Vec<Vec<f64>> = vec![vec![count.sqrt().recip(); rows]];
    let mut leverage = vec![count.recip(); rows];
    for response in &mut responses {
        take_out(response, &orthogonal[0]);
    }
    let variance: f64 = responses.iter().flatten().map(|value| value * value).sum();
    let mut fits = Vec::new();
    for degree in 1..=max_degree {
        for term in terms.iter().filter(|term| term.degree == degree) {
            let mut column = term.values.clone();
            let length = norm(&column);
            // Two passes are enough (Giraud, Langou and Rozloznik, 2005).
            for _ in 0..2 {
                for other in &orthogonal {
                    take_out(&mut column, other);
                }
            }
            let rest = norm(&column);
            // A term that depends on those before it adds nothing.
            if rest <= 1e-9 * length {
                continue;
            }
            for (value, leverage) in column.iter_mut().zip(&mut leverage) {
                *value /= rest;
                *leverage += *value * *value;
            }
            for response in &mut responses {
                take_out(response, &column);
            }
            orthogonal.push(column);
        }
        let parameters = orthogonal.len();
        if parameters * 3 > rows {
            break;
        }
        let left_out = |response: &Vec<f64>| -> f64 {
            // A row that alone determines a parameter is not predicted at all: its residual is 1, the deviation of the
            // response.
            let missed =
                |(value, leverage): (&f64, &f64)| if *leverage > 1.0 - 1e-9 { 1.0 } else { value / (1.0 - leverage) };
            response.iter().zip(&leverage).map(missed).map(|missed| missed * missed).sum()
        };
        let residual_variance = responses.iter().map(left_out).sum::<f64>() / variance;
        let criterion = count * libm::log(residual_variance.max(ROUNDING)) + parameters as f64 * libm::log(count);
        fits.push(Polynomial { degree, parameters, residual_variance, criterion });
    }
    fits
}

/// Subtracts from `values` their projection on the vector `unit` of length 1.
fn take_out(values: &mut [f64], unit: &[f64]) {
    let along: f64 = values.iter().zip(unit).map(|(value, unit)| value * unit).sum();
    for (value, unit) in values.iter_mut().zip(unit) {
        *value -= along * unit;
    }
}

fn norm(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests;
