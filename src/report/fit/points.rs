//! The choice of the samples to draw.

use logpine_fit::Sample;
use std::collections::{BTreeMap, HashSet};

/// Approximate limit on the samples drawn in a chart: more are no clearer.
const MOST: usize = 1_500;
/// The largest number of points that have their samples drawn.
const MOST_POINTS: usize = 120;

/// The drawn samples.
#[derive(Debug)]
pub(super) struct Drawn {
    kept: Vec<(f64, f64)>,
    dropped: Vec<(f64, f64)>,
    range: (f64, f64),
}

impl Drawn {
    /// Some of the samples at a point, evenly spaced by size, the least and the greatest among them. Of very many points, some
    /// are drawn, evenly spaced in their order, the first and the last among them. Samples of `dropped` are spaced likewise.
    pub fn new(samples: &[Sample], dropped: &[Sample]) -> Self {
        // A sample is known by its line in the file, or without a file by point and time.
        let key = |sample: &Sample| (sample.line, sample.at, sample.time.to_bits());
        let without: HashSet<_> = dropped.iter().map(key).collect();
        let mut by_point: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for sample in samples.iter().filter(|sample| !without.contains(&key(sample))) {
            by_point.entry(sample.at).or_default().push(sample.time);
        }
        let points: Vec<(u64, Vec<f64>)> = by_point.into_iter().collect();
        let ends = |point: Option<&(u64, Vec<f64>)>| point.map_or(0.0, |(at, _)| *at as f64);
        let range = (ends(points.first()), ends(points.last()));
        let chosen: Vec<usize> = spaced(points.len(), MOST_POINTS).collect();
        let each = (MOST / chosen.len().max(1)).max(3);
        let mut points: Vec<Option<(u64, Vec<f64>)>> = points.into_iter().map(Some).collect();
        let mut kept = Vec::new();
        for (at, mut times) in chosen.into_iter().filter_map(|index| points[index].take()) {
            times.sort_unstable_by(f64::total_cmp);
            kept.extend(spaced(times.len(), each).map(|index| (at as f64, times[index])));
        }
        let dropped = spaced(dropped.len(), MOST / 3).map(|index| (dropped[index].at as f64, dropped[index].time));
        Self { kept, dropped: dropped.collect(), range }
    }

    /// The samples that count.
    pub fn kept(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.kept.iter().copied()
    }

    /// Outliers that were left out of the fit.
    pub fn dropped(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.dropped.iter().copied()
    }

    pub fn all(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.kept().chain(self.dropped())
    }

    /// The first point.
    pub const fn first(&self) -> f64 {
        self.range.0
    }

    /// The last point.
    pub const fn last(&self) -> f64 {
        self.range.1
    }

    /// The number of samples drawn, of `samples`, in words.
    pub fn note(&self, samples: usize) -> String {
        let rings = if self.dropped.is_empty() { "" } else { "; rings: left out" };
        if self.is_thinned(samples) {
            format!("{} of {samples} samples drawn{rings}", self.kept.len() + self.dropped.len())
        } else {
            format!("{samples} samples{rings}")
        }
    }

    /// True if not all `samples` are drawn.
    pub fn is_thinned(&self, samples: usize) -> bool {
        self.kept.len() + self.dropped.len() < samples
    }
}

/// At most `most` of `count` indices, evenly spaced, the first and the last among them.
fn spaced(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let chosen = count.min(most);
    (0..chosen).map(move |index| if chosen < 2 { 0 } else { index * (count - 1) / (chosen - 1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(at: u64, time: f64) -> Sample {
        Sample { at, time, line: 0 }
    }

    #[test]
    fn few_samples_are_all_drawn() {
        let samples = [sample(2, 5.0), sample(1, 3.0), sample(2, 4.0), sample(2, 9.0)];
        let drawn = Drawn::new(&samples, &samples[3..]);
        assert_eq!(drawn.kept().collect::<Vec<_>>(), [(1.0, 3.0), (2.0, 4.0), (2.0, 5.0)]);
        assert_eq!(drawn.dropped().collect::<Vec<_>>(), [(2.0, 9.0)]);
        assert_eq!((drawn.first(), drawn.last()), (1.0, 2.0));
        assert_eq!(drawn.note(4), "4 samples; rings: left out");
        let none = Drawn::new(&[], &[]);
        assert_eq!((none.all().count(), none.first(), none.last()), (0, 0.0, 0.0));
    }

    #[test]
    fn many_samples_are_thinned_out_to_their_extremes() {
        let samples: Vec<Sample> =
            (0..100_000u32).map(|index| sample(u64::from(index % 2), f64::from(index))).collect();
        let drawn = Drawn::new(&samples, &[]);
        assert_eq!(drawn.kept().count(), 1_500);
        let times: Vec<f64> = drawn.kept().filter(|&(at, _)| at > 0.5).map(|(_, time)| time).collect();
        assert_eq!((times[0], times[749]), (1.0, 99_999.0));
        assert_eq!(drawn.note(100_000), "1500 of 100000 samples drawn");
        let wide: Vec<Sample> = (0..100_000).map(|index| sample(index, 1.0)).collect();
        let drawn = Drawn::new(&wide, &[]);
        assert_eq!((drawn.kept().count(), drawn.first(), drawn.last()), (120, 0.0, 99_999.0));
    }
}
