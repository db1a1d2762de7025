//! Linear programs that zero satisfies, by the simplex method on a dense tableau (Dantzig, Maximization of a Linear Function of
//! Variables Subject to Linear Inequalities, 1951).
//!
//! Nearly all right sides of our programs are 0, so that pivots without progress, and cycles of them, are the rule. The ratio test
//! therefore sees right sides that are enlarged by small random numbers (Charnes, Optimality and Degeneracy in Linear Programming,
//! 1952), while the solution is read from a second column with the true ones.

use logpine_text::random::Generator;

/// A program: maximise the objective, each row being at most its right side, with variables that are not negative.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The coefficient of each variable in the objective.
    pub objective: Vec<f64>,
    /// The coefficients of each row, with the indices of their variables, and its right side, which is not negative.
    pub rows: Vec<(Vec<(usize, f64)>, f64)>,
}

/// Coefficients below this are errors of rounding.
const TINY: f64 = 1e-9;

/// The size of the numbers by which right sides are enlarged.
const ENLARGED: f64 = 1e-5;

/// A tableau without the columns of basic variables.
struct Tableau {
    /// The rows, that of the objective last: coefficients, then the enlarged and the true right side.
    numbers: Vec<f64>,
    width: usize,
    /// The variable of each row, and of each column; slack variables come after the others.
    basic: Vec<usize>,
    free: Vec<usize>,
}

impl Program {
    /// The greatest number of pivots, and of numbers that they change.
    const PIVOTS: u64 = 20_000;
    const CHANGES: u64 = 1 << 33;

    /// The numbers of the tableau.
    pub fn size(&self) -> u64 {
        (self.rows.len() as u64 + 1).saturating_mul(self.objective.len() as u64 + 2)
    }

    /// The values of the variables in an optimal solution; `None` if there is no optimum, or if it takes too many pivots.
    pub fn solve(&self) -> Option<Vec<f64>> {
        let mut tableau = Tableau::new(self);
        for _ in 0..Self::PIVOTS.min(Self::CHANGES / self.size()) {
            let Some(column) = tableau.entering() else {
                let mut values = vec![0.0; self.objective.len()];
                for (row, &variable) in tableau.basic.iter().enumerate() {
                    if let Some(value) = values.get_mut(variable) {
                        *value = tableau.numbers[(row + 1) * tableau.width - 1];
                    }
                }
                return Some(values);
            };
            let row = tableau.leaving(column)?;
            tableau.pivot(row, column);
        }
        None
    }
}

impl Tableau {
    fn new(program: &Program) -> Self {
        let (rows, columns) = (program.rows.len(), program.objective.len());
        let width = columns + 2;
        let mut numbers = vec![0.0; (rows + 1) * width];
        let mut random = Generator::new(0);
        for ((row, right), numbers) in program.rows.iter().zip(numbers.chunks_exact_mut(width)) {
            for &(column, coefficient) in row {
                numbers[column] += coefficient;
            }
            numbers[columns] = right + ENLARGED * (1.0 + random.fraction());
            numbers[columns + 1] = *right;
        }
        for (number, coefficient) in numbers[rows * width..].iter_mut().zip(&program.objective) {
            *number = -coefficient;
        }
        Self { numbers, width, basic: (columns..columns + rows).collect(), free: (0..columns).collect() }
    }

    /// The column that raises the objective most for each unit; `None` if none does.
    fn entering(&self) -> Option<usize> {
        let objective = &self.numbers[self.basic.len() * self.width..][..self.free.len()];
        let least = objective.iter().enumerate().min_by(|one, other| one.1.total_cmp(other.1))?;
        (*least.1 < -TINY).then_some(least.0)
    }

    /// The row that limits a column first; `None` if none does.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(f64, f64, usize)> = None;
        for row in 0..self.basic.len() {
            let numbers = &self.numbers[row * self.width..][..self.width];
            let coefficient = numbers[column];
            if coefficient <= TINY {
                continue;
            }
            let ratio = numbers[self.width - 2].max(0.0) / coefficient;
            // Of equal ratios, the larger pivot is the more exact.
            if best.is_none_or(|(least, pivot, _)| ratio < least || ratio <= least && coefficient > pivot) {
                best = Some((ratio, coefficient, row));
            }
        }
        best.map(|(_, _, row)| row)
    }

    /// Exchanges the variables of a row and a column.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width;
        let (before, rest) = self.numbers.split_at_mut(row * width);
        let (own, after) = rest.split_at_mut(width);
        let inverse = 1.0 / own[column];
        own[column] = 1.0;
        for number in own.iter_mut() {
            *number *= inverse;
        }
        for other in before.chunks_exact_mut(width).chain(after.chunks_exact_mut(width)) {
            let factor = std::mem::take(&mut other[column]);
            if factor.abs() > TINY * TINY {
                other.iter_mut().zip(&*own).for_each(|(number, own)| *number -= factor * own);
            }
        }
        std::mem::swap(&mut self.basic[row], &mut self.free[column]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_and_rays_end() {
        // Beale's example, on which the plain method cycles: the optimum is 1/20 at x_0 = 1/25, x_2 = 1.
        let rows = vec![
            (vec![(0, 0.25), (1, -60.0), (2, -0.04), (3, 9.0)], 0.0),
            (vec![(0, 0.5), (1, -90.0), (2, -0.02), (3, 3.0)], 0.0),
            (vec![(2, 1.0)], 1.0),
        ];
        let program = Program { objective: vec![0.75, -150.0, 0.02, -6.0], rows };
        let solution = program.solve().expect("there is an optimum");
        let value: f64 = solution.iter().zip(&program.objective).map(|(value, coefficient)| value * coefficient).sum();
        assert!((value - 0.05).abs() < 1e-9);
        assert_eq!(Program { objective: vec![1.0, 0.0], rows: vec![(vec![(0, 1.0), (1, -1.0)], 1.0)] }.solve(), None);
    }
}
