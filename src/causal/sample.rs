//! Columns as estimators read them.

use super::table::{Table, Values};

/// How continuous columns are scaled before they are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transform {
    /// The logarithm of a column whose values are all positive, other columns as they are.
    #[default]
    Log,
    /// As they are.
    Raw,
}

/// How a column was scaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Its logarithm, in standard deviations from the mean.
    Log,
    /// Standard deviations from the mean.
    Raw,
    /// Not at all: its values are categories.
    Discrete,
}

/// A column as estimators read it.
#[derive(Clone, Debug)]
pub(super) enum Sample {
    /// Mean 0, variance 1.
    Continuous(Vec<f64>),
    /// Each at least 0 and less than `levels`.
    Discrete { codes: Vec<usize>, levels: usize },
}

impl Sample {
    pub(super) const fn is_continuous(&self) -> bool {
        matches!(self, Self::Continuous(_))
    }
}

/// Columns whose values differ by less, relative to the largest, need more digits of a logarithm than it has.
const NARROW: f64 = 1e-6;

/// The columns of a table as estimators read them, and how each was scaled.
pub(super) fn samples(table: &Table, transform: Transform) -> Vec<(Sample, Scale)> {
    let sample = |values: &Values| match values {
        Values::Discrete { codes, levels } => {
            (Sample::Discrete { codes: codes.clone(), levels: levels.len() }, Scale::Discrete)
        }
        Values::Continuous(values) if transform == Transform::Log && values.iter().all(|&value| value > 0.0) => {
            let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
            // The same logarithm on every platform: thresholds decide on what follows from it.
            let logarithm = |&value: &f64| {
                // Of numbers that differ by little all digits of the logarithm are needed: of the ratio to the least.
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
    use crate::causal::Column;

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
            // Thirty equal steps of variance 1: steps of sqrt(12 / (30^2 - 1)).
            for pair in values.windows(2) {
                assert!((pair[1] - pair[0] - (12.0f64 / 899.0).sqrt()).abs() < 1e-12);
            }
        }
    }
}
