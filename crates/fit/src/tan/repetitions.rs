//! Statistics of repetitions at one point.

use super::spread::{median, spread};
use crate::Sample;
use crate::regression::Point;
use rustc_hash::FxHashMap;

/// The samples of a point with enough repetitions to be judged on their own.
pub struct Repetitions {
    /// The number of samples.
    pub count: usize,
    /// The median of the samples.
    pub median: f64,
    /// The standard deviation, estimated by the median absolute deviation.
    pub deviation: f64,
}

/// The number of samples from which the median is robust against one or two outliers.
const ENOUGH: usize = 5;

impl Repetitions {
    /// The points with enough repetitions.
    pub fn of(samples: &[Sample]) -> FxHashMap<u64, Self> {
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        for sample in samples {
            *counts.entry(sample.at).or_default() += 1;
        }
        counts.retain(|_, count| *count >= ENOUGH);
        let mut times: FxHashMap<u64, Vec<f64>> =
            counts.into_iter().map(|(at, count)| (at, Vec::with_capacity(count))).collect();
        for sample in samples {
            if let Some(times) = times.get_mut(&sample.at) {
                times.push(sample.time);
            }
        }
        times.into_iter().map(|(at, times)| (at, Self::new(times))).collect()
    }

    fn new(mut times: Vec<f64>) -> Self {
        let (count, median) = (times.len(), median(&mut times));
        let deviation = widening(count) * spread(times.into_iter().map(|time| time - median).collect());
        Self { count, median, deviation }
    }

    /// The point without the influence of outliers.
    pub fn point(&self, at: u64) -> Point {
        let squares = self.count as f64 * self.deviation * self.deviation;
        Point { at: at as f64, count: self.count, mean: self.median, squares }
    }
}

/// The correction of the median absolute deviation for its bias in small normal samples: Croux and Rousseeuw (1992), table
/// 1, the factors of MAD.
pub fn widening(samples: usize) -> f64 {
    const FEW: [f64; 10] = [1.0, 1.0, 1.196, 1.495, 1.363, 1.206, 1.200, 1.140, 1.129, 1.107];
    FEW.get(samples).copied().unwrap_or_else(|| samples as f64 / (samples as f64 - 0.8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_with_five_samples_are_judged_by_themselves() {
        let times = [(1, 3.0), (2, 1.0), (1, 4.0), (1, 5.0), (2, 2.0), (1, 100.0), (1, 2.0)];
        let samples = times.map(|(at, time)| Sample { at, time, line: 0 });
        let repeated = Repetitions::of(&samples);
        let own = repeated.get(&1).expect("five samples");
        assert_eq!((repeated.len(), own.count, own.median.to_bits()), (1, 5, 4.0f64.to_bits()));
        // The distances are 2, 1, 0, 1, 96.
        assert!((own.deviation - 1.206 * 1.482_602_218_505_602).abs() < 1e-12);
        let point = own.point(1);
        assert!(
            (point.squares - 5.0 * own.deviation * own.deviation).abs() < 1e-12 && point.at.to_bits() == 1f64.to_bits()
        );
    }
}
