//! Columns in the form that estimators use.

use super::table::{Table, Values};

/// The scaling of continuous columns before comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transform {
    /// The logarithm of a column whose values are all positive; other columns unscaled.
    #[default]
    Log,
    /// Unscaled.
    Raw,
}

/// The scale of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The logarithm, in standard deviations from the mean.
    Log,
    /// Standard deviations from the mean.
    Raw,
    /// Categories, not scaled.
    Discrete,
}

/// A column in the form that estimators use.
#[derive(Clone, Debug)]
pub(super) enum Sample {
    /// Values with mean 0 and variance 1.
    Continuous(Vec<f64>),
    /// Codes of at least 0 and less than `levels`.
    Discrete { codes: Vec<usize>, levels: usize },
}

impl Sample {
    pub(super) const fn is_continuous(&self) -> bool {
        matches!(self, Self::Continuous(_))
    }
}

/// The spread, relative to the largest value, below which the logarithm is computed from the ratio to the smallest value.
const NARROW: f64 = 1e-6;

/// The columns of a table in the form that estimators use, and the scale of each.
pub(super) fn samples(table: &Table, transform: Transform) -> Vec<(Sample, Scale)> {
    let sample = |values: &Values| match values {
        Values::Discrete { codes, levels } => {
            (Sample::Discrete { codes: codes.clone(), levels: levels.len() }, Scale::Discrete)
        }
        Values::Continuous(values) if transform == Transform::Log && values.iter().all(|&value| value > 0.0) => {
            let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
            // `libm` gives the same logarithm on every platform; decisions depend on comparisons with thresholds.
            let logarithm = |&value: &f64| {
                // Values with little spread need all digits of the logarithm, so that of the ratio to the smallest is used.
                if most - least < NARROW * most { libm::log1p((value - least) / least) } else { libm::log(value) }
            };
            (Sample::Continuous(standard(values.iter().map(logarithm).collect())), Scale::Log)
        }
        Values::Continuous(values) => {
            // Differences of the largest numbers must not overflow.
            let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
            (Sample::Continuous(standard(values.iter().map(|value| value / largest).collect())), Scale::Raw)
        }
    };
    table.columns().iter().map(|column| sample(&column.values)).collect()
}

/// The values in standard deviations from their mean; tables have no constant columns.
fn standard(mut values: Vec<f64>) -> Vec<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    let scale = variance.sqrt().max(f64::MIN_POSITIVE).recip();
    for value in &mut values {
        *value = (*value - mean) * scale;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;

    #[test]
    fn positive_columns_are_taken_in_logarithms() {
        let powers: Vec<f64> = (0..30).map(|power| 2f64.powi(power)).collect();
        let signed: Vec<f64> = (0..30).map(|value| f64::from(value) * 1e300 - 1e301).collect();
        let table =
            Table::new(vec![Column::continuous("a", powers), Column::continuous("b", signed)]).expect("a table");
        let prepared = samples(&table, Transform::Log);
        assert_eq!([prepared[0].1, prepared[1].1], [Scale::Log, Scale::Raw]);
        for (sample, _) in &prepared {
            let Sample::Continuous(values) = sample else { panic!("continuous") };
            // Thirty equal steps with variance 1, each of sqrt(12 / (30^2 - 1)).
            for pair in values.windows(2) {
                assert!((pair[1] - pair[0] - (12.0f64 / 899.0).sqrt()).abs() < 1e-12);
            }
        }
    }
}
