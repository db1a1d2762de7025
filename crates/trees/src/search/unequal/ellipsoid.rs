//! The ellipsoid method: searches for points at which a convex function is below a bound.
//!
//! The method only guides the search; the proofs rest on whole numbers.

/// The distance along every axis below which points do not differ.
const SMALL: f64 = 1e-3;

/// The result of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A smaller ellipsoid remains.
    Made,
    /// Nothing remains, or so little that points in it do not differ.
    Empty,
}

/// An ellipsoid that holds the best points.
#[derive(Clone, Debug)]
pub struct Ellipsoid {
    /// The center, which is the next point to try.
    pub center: Vec<f64>,
    matrix: Vec<Vec<f64>>,
}

impl Ellipsoid {
    /// An ellipsoid around a box, given by its center and its extent along each axis.
    pub fn new(center: Vec<f64>, radius: &[f64]) -> Self {
        let classes = center.len();
        let scale = classes as f64;
        let entry = |row: usize, column: usize| if row == column { scale * radius[row] * radius[row] } else { 0.0 };
        let matrix = (0..classes).map(|row| (0..classes).map(|column| entry(row, column)).collect()).collect();
        Self { center, matrix }
    }

    /// Keeps the part where `normal x (point - center) <= -depth`.
    pub fn cut(&mut self, normal: &[f64], depth: f64) -> Cut {
        let n = normal.len() as f64;
        let product: Vec<f64> =
            self.matrix.iter().map(|row| row.iter().zip(normal).map(|(entry, part)| entry * part).sum()).collect();
        let width = product.iter().zip(normal).map(|(entry, part)| entry * part).sum::<f64>().max(0.0);
        let width = libm::sqrt(width);
        let depth = depth / width;
        if !(width > 1e-6 && depth < 1.0) {
            return Cut::Empty;
        }
        if normal.len() == 1 {
            let half = libm::sqrt(self.matrix[0][0]);
            let (low, high) = if normal[0] > 0.0 { (-half, -half * depth) } else { (half * depth, half) };
            self.center[0] += f64::midpoint(low, high);
            self.matrix[0][0] = ((high - low) / 2.0) * ((high - low) / 2.0);
        } else {
            let (step, shrink) = ((1.0 + n * depth) / (n + 1.0), 2.0 * (1.0 + n * depth) / ((n + 1.0) * (1.0 + depth)));
            let scale = n * n * (1.0 - depth * depth) / (n * n - 1.0);
            for (center, entry) in self.center.iter_mut().zip(&product) {
                *center -= step * entry / width;
            }
            for (row, a) in self.matrix.iter_mut().zip(&product) {
                for (entry, b) in row.iter_mut().zip(&product) {
                    *entry = scale * (*entry - shrink * a * b / (width * width));
                }
            }
        }
        let widest = (0..normal.len()).map(|axis| self.matrix[axis][axis]).fold(0.0, f64::max);
        if widest < SMALL * SMALL { Cut::Empty } else { Cut::Made }
    }
}
