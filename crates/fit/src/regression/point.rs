//! Summaries of repeated measurements.

use crate::Sample;
use rustc_hash::FxHashMap;

/// All samples at one point, summarised. For least squares this is equivalent to the samples themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The position x.
    pub at: f64,
    /// The number of samples.
    pub count: usize,
    /// The mean of the samples.
    pub mean: f64,
    /// The sum of the squared distances from the mean.
    pub squares: f64,
}

impl Point {
    /// A point with a single sample.
    #[must_use]
    pub const fn single(at: f64, time: f64) -> Self {
        Self { at, count: 1, mean: time, squares: 0.0 }
    }

    /// Groups samples by point, in ascending order of the points, in time linear in the number of samples.
    #[must_use]
    pub fn group(samples: impl IntoIterator<Item = Sample>) -> Vec<Self> {
        let mut points: Vec<(u64, Self)> = Vec::new();
        let mut places = FxHashMap::default();
        for sample in samples {
            let place = *places.entry(sample.at).or_insert_with(|| {
                points.push((sample.at, Self { at: sample.at as f64, count: 0, mean: 0.0, squares: 0.0 }));
                points.len() - 1
            });
            points[place].1.add(sample.time);
        }
        points.sort_unstable_by_key(|(at, _)| *at);
        points.into_iter().map(|(_, point)| point).collect()
    }

    /// Adds a sample, after Welford (1962).
    fn add(&mut self, time: f64) {
        self.count += 1;
        let before = time - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (time - self.mean);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_point_group() {
        use crate::{Sample, regression::Point};
        let sample = |at, time| Sample { at, time, line: 0 };
        let points = Point::group([sample(4, 1.0), sample(2, 5.0), sample(4, 3.0)]);
        assert_eq!(points, [Point::single(2.0, 5.0), Point { at: 4.0, count: 2, mean: 2.0, squares: 2.0 }]);
    }
}
