use super::*;
use crate::tests::numbers::{normal, uniform};
use crate::{Column, Table, Transform};

fn information(columns: Vec<Column>) -> KernelInformation {
    let table = Table::new(columns).expect("a table");
    let samples = crate::sample::samples(&table, Transform::Raw).into_iter().map(|(sample, _)| sample).collect();
    KernelInformation::from_samples(samples, table.rows())
}

fn columns(columns: Vec<Vec<f64>>) -> Vec<Column> {
    columns.into_iter().enumerate().map(|(index, values)| Column::continuous(&format!("x{index}"), values)).collect()
}

/// The definition, row by row with all four densities computed separately.
fn by_definition(x: &[f64], y: &[f64], z: &[&[f64]]) -> f64 {
    let standard = |values: &[f64]| -> Vec<f64> {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
        values.iter().map(|value| (value - mean) / deviation).collect()
    };
    let (x, y): (Vec<f64>, Vec<f64>) = (standard(x), standard(y));
    let z: Vec<Vec<f64>> = z.iter().map(|z| standard(z)).collect();
    let rows = x.len();
    let h = (rows as f64).powf(-1.0 / (2.0 + z.len() as f64 + 4.0));
    let density = |columns: &[&Vec<f64>], row: usize| -> f64 {
        let gauss = |d: f64| (-d * d / (2.0 * h * h)).exp() / (h * std::f64::consts::TAU.sqrt());
        let near = |other: usize| columns.iter().map(|column| gauss(column[row] - column[other])).product::<f64>();
        (0..rows).filter(|&other| other != row).map(near).sum::<f64>() / (rows as f64 - 1.0)
    };
    let z: Vec<&Vec<f64>> = z.iter().collect();
    let with = |columns: &[&Vec<f64>], row: usize| density(columns, row).ln();
    let sum: f64 = (0..rows)
        .map(|row| {
            let (xz, yz) = ([&[&x], z.as_slice()].concat(), [&[&y], z.as_slice()].concat());
            let xyz = [&[&x, &y], z.as_slice()].concat();
            let f_z = if z.is_empty() { 0.0 } else { with(&z, row) };
            with(&xyz, row) + f_z - with(&xz, row) - with(&yz, row)
        })
        .sum();
    sum / rows as f64
}

#[test]
fn it_is_the_definition() {
    let (x, noise, z) = (normal(1, 120), normal(2, 120), normal(3, 120));
    let y: Vec<f64> = x.iter().zip(&noise).map(|(x, noise)| libm::sin(2.0 * x) + 0.3 * noise).collect();
    let estimator = information(columns(vec![x.clone(), y.clone(), z.clone(), noise.clone()]));
    let cases: [(Vec<usize>, Vec<&[f64]>); 3] = [(vec![], vec![]), (vec![2], vec![&z]), (vec![2, 3], vec![&z, &noise])];
    for (given, z) in cases {
        let expected = by_definition(&x, &y, &z);
        let found = estimator.information(0, 1, &given);
        assert!((found - expected).abs() < 1e-10, "{given:?}: {found} {expected}");
        assert!((estimator.information(1, 0, &given) - found).abs() < 1e-12, "symmetric");
    }
}

#[test]
fn counts_share_the_information_of_their_table() {
    // Computed by hand: p = 3/8, 1/8, 1/8, 3/8, so I = 0.75 ln(1.5) + 0.25 ln(0.5) = 0.1308 nats.
    let rows = [("a", "c", 30), ("a", "d", 10), ("b", "c", 10), ("b", "d", 30)];
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for (first, second, count) in rows {
        x.extend(vec![first; count]);
        y.extend(vec![second; count]);
    }
    let estimator = information(vec![Column::discrete("x", &x), Column::discrete("y", &y)]);
    // One degree of freedom: the bias is 1 / (2 N).
    let expected = 0.75 * 1.5f64.ln() + 0.25 * 0.5f64.ln() - 1.0 / 160.0;
    let found = estimator.information(0, 1, &[]);
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

#[test]
fn categories_and_numbers_are_compared() {
    let noise = normal(9, 200);
    let class: Vec<&str> = uniform(10, 200).iter().map(|u| if *u < 0.5 { "ring" } else { "star" }).collect();
    let time: Vec<f64> =
        class.iter().zip(&noise).map(|(class, noise)| if *class == "ring" { noise + 4.0 } else { *noise }).collect();
    let later: Vec<f64> = time.iter().zip(&normal(11, 200)).map(|(time, noise)| time + noise / 4.0).collect();
    let other =
        Column::discrete("other", &uniform(12, 200).iter().map(|u| format!("{:.0}", u * 3.0)).collect::<Vec<_>>());
    let mut all = vec![Column::discrete("class", &class), Column::continuous("time", time)];
    all.extend([Column::continuous("later", later), other]);
    let estimator = information(all);
    // Nearly all information about the class, ln 2 = 0.693 nats, less the loss by smoothing.
    assert!(estimator.information(0, 1, &[]) > 0.4);
    assert!((estimator.information(0, 1, &[]) - estimator.information(1, 0, &[])).abs() < 1e-12);
    assert!(estimator.information(0, 2, &[1]) < 0.05);
    assert!(estimator.information(1, 2, &[0]) > 0.1);
    assert!(estimator.information(0, 3, &[]).abs() < 0.05);
    assert!(estimator.information(1, 3, &[]) < 0.05);
    assert!(estimator.information(1, 3, &[0]) < 0.05);
    assert!(estimator.information(0, 3, &[1]) < 0.05);
}

#[test]
fn outliers_do_not_decide() {
    let (mut x, mut y) = (normal(13, 200), normal(14, 200));
    (x[17], y[17]) = (1e6, -1e6);
    let found = information(columns(vec![x.clone(), y.clone()])).information(0, 1, &[]);
    assert!(found.is_finite() && found.abs() < 0.1, "{found}");
    y[17] = 0.0;
    let found = information(columns(vec![x, y])).information(0, 1, &[]);
    assert!(found.is_finite() && found.abs() < 0.1, "{found}");
}

/// A row far from all others, in different directions in X and in Y. Its term grows with the square of its distance, beyond
/// ln N, and also if its densities are below the smallest representable number.
#[test]
fn far_rows_count_with_what_the_formula_says() {
    for far in [8.0, 40.0, 4000.0] {
        let (mut x, mut y) = (normal(21, 60), normal(22, 60));
        (x[0], y[0]) = (far, -far);
        (x[1], y[1]) = (far, 0.0);
        (x[2], y[2]) = (0.0, -far);
        let expected = by_log_definition(&x, &y);
        let found = information(columns(vec![x, y])).information(0, 1, &[]);
        assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{far}: {found} {expected}");
    }
    // 99 of 100 rows are nearly alike, so that the last is 10 standard deviations away.
    let (mut x, mut y) = (normal(23, 1000), normal(24, 1000));
    (x[0], y[0]) = (1e3, -1e3);
    let expected = by_log_definition(&x, &y);
    let found = information(columns(vec![x, y])).information(0, 1, &[]);
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
}

/// The definition for two columns, with logarithms of densities.
fn by_log_definition(x: &[f64], y: &[f64]) -> f64 {
    let standard = |values: &[f64]| -> Vec<f64> {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
        values.iter().map(|value| (value - mean) / deviation).collect()
    };
    let (x, y) = (standard(x), standard(y));
    let rows = x.len();
    let h = (rows as f64).powf(-1.0 / 6.0);
    let log_density = |columns: &[&Vec<f64>], row: usize| -> f64 {
        let exponent = |other: usize| {
            columns.iter().map(|column| -(column[row] - column[other]).powi(2) / (2.0 * h * h)).sum::<f64>()
        };
        let exponents: Vec<f64> = (0..rows).filter(|&other| other != row).map(exponent).collect();
        let most = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + (exponents.iter().map(|exponent| (exponent - most).exp()).sum::<f64>() / (rows as f64 - 1.0)).ln()
    };
    let term = |row| log_density(&[&x, &y], row) - log_density(&[&x], row) - log_density(&[&y], row);
    (0..rows).map(term).sum::<f64>() / rows as f64
}
