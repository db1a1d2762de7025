use super::*;
use nalgebra::{DMatrix, DVector};

fn samples() -> Vec<Sample> {
    let x: Vec<f64> = (0..60).map(|row| f64::from(row * 37 % 61) / 30.0 - 1.0).collect();
    let y: Vec<f64> = (0..60).map(|row| f64::from(row * row * 11 % 67) / 33.0 - 1.0).collect();
    let noise = |row: usize| f64::from(u8::try_from(row * 29 % 53).expect("below 53")) / 500.0;
    let cubic = (0..60).map(|row| x[row].powi(3) - x[row] / 3.0 + noise(row)).collect();
    let product = (0..60).map(|row| x[row] * y[row]).collect();
    let codes: Vec<usize> = (0..60).map(|row| row % 4).collect();
    let of_class = (0..60).map(|row| [3.0, -1.0, 0.5, 7.0][codes[row]]).collect();
    let class = Sample::Discrete { codes, levels: 4 };
    let mut samples: Vec<Sample> = [x, y, cubic, product, of_class].into_iter().map(Sample::Continuous).collect();
    samples.push(class);
    samples
}

/// The residual variance by leaving out each row in turn and fitting monomials to the others by the normal equations.
fn left_out(samples: &[Sample], response: usize, predictor: usize, degree: usize) -> f64 {
    let values = |index: usize| match &samples[index] {
        Sample::Continuous(values) => values.clone(),
        Sample::Discrete { .. } => panic!("continuous"),
    };
    let (x, y) = (values(predictor), values(response));
    let rows = x.len();
    let mean = y.iter().sum::<f64>() / rows as f64;
    let variance: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
    let exponent = |power: usize| i32::try_from(power).expect("small");
    let missed: f64 = (0..rows)
        .map(|row| {
            let others: Vec<usize> = (0..rows).filter(|&other| other != row).collect();
            let design = DMatrix::from_fn(others.len(), degree + 1, |at, power| x[others[at]].powi(exponent(power)));
            let target = DVector::from_iterator(others.len(), others.iter().map(|&other| y[other]));
            let solved = (design.transpose() * &design).lu().solve(&(design.transpose() * target)).expect("regular");
            let said: f64 = (0..=degree).map(|power| solved[power] * x[row].powi(exponent(power))).sum();
            (y[row] - said).powi(2)
        })
        .sum();
    missed / variance
}

#[test]
fn residual_variances_are_those_of_leaving_out_every_row() {
    let samples = samples();
    let terms = terms(&samples[0], MAX_DEGREE);
    let Sample::Continuous(response) = &samples[2] else { panic!("continuous") };
    for fit in fits(vec![response.clone()], &terms, MAX_DEGREE) {
        let expected = left_out(&samples, 2, 0, fit.degree);
        assert!((fit.residual_variance / expected - 1.0).abs() < 1e-8, "{fit:?} {expected}");
    }
}

#[test]
fn the_simplest_polynomial_is_found() {
    let samples = samples();
    let relations = Relations::new(&samples);
    let found = relations.polynomial(2, &[0]).expect("enough rows");
    assert_eq!((found.degree, found.parameters), (3, 4));
    let product = relations.polynomial(3, &[0, 1]).expect("enough rows");
    assert_eq!(product.degree, 2);
    assert!(product.residual_variance < 1e-20, "{product:?}");
    assert!(relations.polynomial(3, &[0]).expect("enough rows").residual_variance > 0.5);
    assert!(relations.polynomial(1, &[0, 2, 3]).is_none());
}

#[test]
fn categories_say_values_and_are_said_by_them() {
    let samples = samples();
    let relations = Relations::new(&samples);
    let found = relations.polynomial(4, &[5]).expect("enough rows");
    assert!(found.residual_variance < 1e-20, "{found:?}");
    assert!(relations.polynomial(0, &[5]).expect("enough rows").residual_variance > 0.5);
    // There are four values, so a polynomial of degree 3 is exact.
    let back = relations.polynomial(5, &[4]).expect("enough rows");
    assert!(back.degree == 3 && back.residual_variance < 1e-20, "{back:?}");
}
