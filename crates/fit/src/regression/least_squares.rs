//! Least squares by QR.

use super::{Point, Scales};
use logpine_text::reason::{Reason, reason};
use nalgebra::{DMatrix, DVector};

/// A weighted design matrix: a row for each point, a column for each coefficient. Each row is scaled by the root of its
/// weight and each column to length 1, so that near dependence is detected in any units.
pub struct Design {
    matrix: DMatrix<f64>,
    lengths: Vec<f64>,
    roots: Vec<f64>,
    samples: usize,
}

/// The solution of the normal equations.
pub struct Solution {
    /// The coefficients, one for each column.
    pub coefficients: Vec<f64>,
    /// (X'WX)^-1, row by row.
    pub inverse: Vec<Vec<f64>>,
}

/// The sine between a column and those before it below which the column is dependent.
const DEPENDENT: f64 = 1e-11;

/// The refusal of numbers, given or computed, that are infinite or NaN.
pub fn not_finite() -> Reason {
    Reason::new("the numbers are too large or too small to compute with; check the points and the times")
}

impl Design {
    /// The design of functions of the point, with weights count / scale^2.
    pub fn new<F: Fn(f64) -> f64>(points: &[Point], functions: impl Iterator<Item = F>, scales: &Scales) -> Self {
        let column = |function: F| points.iter().map(|point| function(point.at)).collect();
        Self::of_columns(points, functions.map(column), scales)
    }

    /// The same for given values of the functions at the points.
    pub fn of_columns(points: &[Point], columns: impl Iterator<Item = Vec<f64>>, scales: &Scales) -> Self {
        let roots: Vec<f64> =
            points.iter().zip(&scales.at).map(|(point, scale)| (point.count as f64).sqrt() / scale).collect();
        let mut lengths = Vec::new();
        let mut scaled = Vec::new();
        for mut column in columns {
            column.iter_mut().zip(&roots).for_each(|(value, root)| *value *= root);
            let mut column = DVector::from_vec(column);
            // Dividing by the largest element first avoids overflow of the squares.
            let largest = column.amax();
            let length = if largest > 0.0 { largest * (&column / largest).norm() } else { 1.0 };
            column /= length;
            scaled.push(column);
            lengths.push(length);
        }
        let matrix = if scaled.is_empty() { DMatrix::zeros(points.len(), 0) } else { DMatrix::from_columns(&scaled) };
        Self { matrix, lengths, roots, samples: points.iter().map(|point| point.count).sum() }
    }

    /// The coefficients that minimise the distance to the responses.
    pub fn solve(self, responses: impl Iterator<Item = f64>) -> Result<Solution, Reason> {
        let Self { matrix, lengths, roots, samples } = self;
        let (points, coefficients) = matrix.shape();
        if points < coefficients {
            let least = coefficients + 1;
            return Err(reason!(
                "{points} different points for {coefficients} coefficients; measure at {least} or more"
            ));
        }
        if samples <= coefficients {
            let least = coefficients + 1;
            return Err(reason!(
                "{samples} samples for {coefficients} coefficients; at least {least} are needed: measure more"
            ));
        }
        if coefficients == 0 {
            return Ok(Solution { coefficients: Vec::new(), inverse: Vec::new() });
        }
        let mut responses =
            DVector::from_iterator(points, responses.zip(&roots).map(|(response, root)| response * root));
        if !matrix.iter().chain(&responses).all(|number| number.is_finite()) {
            return Err(not_finite());
        }
        let qr = matrix.qr();
        let r = qr.r();
        if let Some(column) = (0..coefficients).find(|&column| r[(column, column)].abs() < DEPENDENT) {
            return Err(reason!(
                "the points do not separate coefficient {} from those before it; measure at more points, further apart",
                column + 1
            ));
        }
        qr.q_tr_mul(&mut responses);
        let head = responses.rows(0, coefficients).into_owned();
        let identity = DMatrix::identity(coefficients, coefficients);
        let (Some(solution), Some(inverse)) = (r.solve_upper_triangular(&head), r.solve_upper_triangular(&identity))
        else {
            return Err(not_finite());
        };
        let product = &inverse * inverse.transpose();
        let entry = |row: usize, column: usize| product[(row, column)] / (lengths[row] * lengths[column]);
        let row = |row| (0..coefficients).map(|column| entry(row, column)).collect();
        let inverse: Vec<Vec<f64>> = (0..coefficients).map(row).collect();
        let coefficients: Vec<f64> = solution.iter().zip(&lengths).map(|(scaled, length)| scaled / length).collect();
        let finite = coefficients.iter().chain(inverse.iter().flatten()).all(|number| number.is_finite());
        if finite { Ok(Solution { coefficients, inverse }) } else { Err(not_finite()) }
    }
}
