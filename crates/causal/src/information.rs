//! Mutual information from kernel densities.

use super::sample::Sample;
use rayon::prelude::*;

/// A measure of conditional dependence, as the PC algorithm needs it.
pub trait Dependence: Sync {
    /// The number of variables; they are numbered from 0.
    fn variables(&self) -> usize;

    /// The information, in nats, that `x` and `y` share given the `given` variables; about 0 if they are conditionally
    /// independent.
    fn information(&self, x: usize, y: usize, given: &[usize]) -> f64;
}

/// The mutual information of the columns of a table by kernel densities. For X and Y given Z it is the mean over the rows of
/// ```text
/// ln [ f(x, y, z) f(z) / (f(x, z) f(y, z)) ]
/// ```
///
/// with every density f estimated from all other rows (leave one out), by the product of Gaussian kernels of the
/// standardised columns, all with the same bandwidth N^(-1/(d + 4)), where d is the number of continuous columns among X, Y
/// and Z (Wand and Jones, Kernel Smoothing, 1995). Discrete columns require an exact match: the densities are those of the
/// rows of the same category. If all columns are discrete, the information is that of the table of counts, less its bias to
/// first order (Miller, Note on the Bias of Information Estimates, 1955).
///
/// Rows far from all others contribute as the densities require: if the densities are too small to be represented, their
/// logarithms are used. Only a row without any other row of its categories contributes nothing, because its fraction is 0 /
/// 0 or 0.
///
/// The estimate is symmetric in X and Y up to rounding, and may be slightly negative. **Complexity** O(N^2 (2 + |Z|)); the
/// rows are shared among threads, and the sum is the same for any number of them.
#[derive(Clone, Debug)]
pub struct KernelInformation {
    samples: Vec<Sample>,
    rows: usize,
}

impl KernelInformation {
    pub(super) const fn from_samples(samples: Vec<Sample>, rows: usize) -> Self {
        Self { samples, rows }
    }

    /// The information of a table of counts.
    fn of_counts(&self, x: usize, y: usize, given: &[usize]) -> f64 {
        let groups = |columns: &[usize]| self.groups(columns);
        let with = |variable: usize| [given, &[variable]].concat();
        let (z, xz, yz) = (groups(given), groups(&with(x)), groups(&with(y)));
        let xyz = groups(&[given, &[x, y]].concat());
        let count = |groups: &Groups, row: usize| groups.sizes[groups.of_row[row]];
        let sum: f64 = (0..self.rows)
            .map(|row| libm::log(count(&xyz, row) * count(&z, row) / (count(&xz, row) * count(&yz, row))))
            .sum();
        let cells = |groups: &Groups| groups.sizes.len() as f64;
        let bias = (cells(&xyz) + cells(&z) - cells(&xz) - cells(&yz)) / 2.0;
        (sum - bias) / self.rows as f64
    }

    /// Groups the rows that agree in all of these discrete columns.
    fn groups(&self, columns: &[usize]) -> Groups {
        let key = |row: usize| -> Vec<usize> {
            let code = |&column: &usize| match &self.samples[column] {
                Sample::Discrete { codes, .. } => Some(codes[row]),
                Sample::Continuous(_) => None,
            };
            columns.iter().filter_map(code).collect()
        };
        let keys: Vec<Vec<usize>> = (0..self.rows).map(key).collect();
        let mut different: Vec<&Vec<usize>> = keys.iter().collect();
        different.sort_unstable();
        different.dedup();
        let of_row: Vec<usize> = keys.iter().map(|key| different.partition_point(|&other| other < key)).collect();
        let mut sizes = vec![0.0; different.len()];
        for &group in &of_row {
            sizes[group] += 1.0;
        }
        Groups { of_row, sizes }
    }

    /// The contribution of a row.
    fn of_row(&self, row: usize, x: &Sample, y: &Sample, given: &[&Sample], scale: f64) -> f64 {
        let (mut f_xyz, mut f_xz, mut f_yz, mut f_z) = (0.0, 0.0, 0.0, 0.0);
        for other in (0..self.rows).filter(|&other| other != row) {
            let k_z: f64 = given.iter().map(|sample| kernel(sample, row, other, scale)).product();
            if k_z > 0.0 {
                let (k_x, k_y) = (kernel(x, row, other, scale), kernel(y, row, other, scale));
                f_xyz += k_x * k_y * k_z;
                f_xz += k_x * k_z;
                f_yz += k_y * k_z;
                f_z += k_z;
            }
        }
        // The other three sums are no smaller, and terms too small to be added to any of them are negligible.
        if f_xyz > SMALLEST {
            return libm::log(f_xyz / f_xz) - libm::log(f_yz / f_z);
        }
        self.of_far_row(row, x, y, given, scale)
    }

    /// The contribution of a row without near rows, from the logarithms of the kernels.
    fn of_far_row(&self, row: usize, x: &Sample, y: &Sample, given: &[&Sample], scale: f64) -> f64 {
        let others = || (0..self.rows).filter(move |&other| other != row);
        let density = |with: &[&Sample]| {
            let columns = || given.iter().chain(with);
            let exponent = |other| columns().map(|sample| exponent(sample, row, other, scale)).sum::<f64>();
            let most = others().map(exponent).fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = others().map(|other| libm::exp(exponent(other) - most)).sum();
            (most > f64::NEG_INFINITY).then(|| most + libm::log(sum))
        };
        // If another row agrees in all columns together, it agrees in each.
        match (density(&[x, y]), density(&[x]), density(&[y]), density(&[])) {
            (Some(xyz), Some(xz), Some(yz), Some(z)) => (xyz - xz) - (yz - z),
            _ => 0.0,
        }
    }
}

/// The sum of kernels above which the loss by kernels too small to be represented is negligible.
const SMALLEST: f64 = 1e-280;

/// The groups of rows that agree.
struct Groups {
    of_row: Vec<usize>,
    /// The number of rows of each group.
    sizes: Vec<f64>,
}

/// The kernel of two rows without its constant factor, which cancels between numerator and denominator.
fn kernel(sample: &Sample, row: usize, other: usize, scale: f64) -> f64 {
    match sample {
        Sample::Continuous(_) => libm::exp(exponent(sample, row, other, scale)),
        Sample::Discrete { codes, .. } => f64::from(u8::from(codes[row] == codes[other])),
    }
}

/// The logarithm of the kernel.
fn exponent(sample: &Sample, row: usize, other: usize, scale: f64) -> f64 {
    match sample {
        Sample::Continuous(values) => {
            let difference = (values[row] - values[other]) * scale;
            -0.5 * difference * difference
        }
        Sample::Discrete { codes, .. } if codes[row] == codes[other] => 0.0,
        Sample::Discrete { .. } => f64::NEG_INFINITY,
    }
}

impl Dependence for KernelInformation {
    fn variables(&self) -> usize {
        self.samples.len()
    }

    fn information(&self, x: usize, y: usize, given: &[usize]) -> f64 {
        let variables = given.iter().chain([&x, &y]);
        let continuous = variables.filter(|&&variable| self.samples[variable].is_continuous()).count();
        if continuous == 0 {
            return self.of_counts(x, y, given);
        }
        // 1 / h, where h = N^(-1/(d + 4)).
        let scale = libm::pow(self.rows as f64, 1.0 / (continuous as f64 + 4.0));
        let given: Vec<&Sample> = given.iter().map(|&variable| &self.samples[variable]).collect();
        let (x, y) = (&self.samples[x], &self.samples[y]);
        let rows = (0..self.rows).into_par_iter().with_min_len(32);
        let terms: Vec<f64> = rows.map(|row| self.of_row(row, x, y, &given, scale)).collect();
        terms.iter().sum::<f64>() / self.rows as f64
    }
}

#[cfg(test)]
mod tests;
