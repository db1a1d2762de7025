//! Detection of latencies that form groups.

use serde::Serialize;
use std::ops::Range;

/// Samples in two groups, for neither of which the mean is representative.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bimodal {
    /// The group with the shorter times.
    pub lower: Mode,
    /// The group with the longer times.
    pub upper: Mode,
    /// The separation D of Ashman, Bird and Zepf (1994): sqrt(2) times the distance of the means over the root of the sum of
    /// the variances. Above 4, and at most about 10^6, if all samples of a group are equal.
    pub separation: f64,
}

/// A group of samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mode {
    /// The number of samples.
    pub samples: usize,
    /// The mean of the samples.
    pub mean: f64,
    /// The standard deviation of the samples.
    #[serde(rename = "standard_deviation")]
    pub deviation: f64,
}

/// The separation D above which two groups count as two.
///
/// Ashman, Bird and Zepf (1994) call two modes cleanly separated if D = sqrt(2) |m1 - m2| / sqrt(s1^2 + s2^2) > 2, with the
/// parameters of a mixture. Here the samples are cut in two, which gives D = 2.65 for a single normal distribution and D =
/// 3.46 for a uniform one.
const SEPARATE: f64 = 4.0;
/// The relative increase of that bound, times the number of samples, because few samples may separate by chance.
const CHANCE: f64 = 6.0;
/// The inverse of the smallest share of the samples that can be a mode.
const ONE_OF: usize = 50;
/// The smallest number of samples that can be a mode.
const LEAST_SAMPLES: usize = 5;
/// The largest share of stray samples that are set aside when looking for groups.
const MOST_STRAYS: f64 = 0.1;
/// The standard deviation of samples that are all equal, relative to their distance from the others.
const LEAST_DEVIATION: f64 = 1e-6;

/// Ascending samples with running sums about the median, from which the mean and deviation of any group follow.
pub struct Sorted<'a> {
    times: &'a [f64],
    sums: Vec<f64>,
    squares: Vec<f64>,
    center: f64,
}

impl<'a> Sorted<'a> {
    /// Prepares the running sums of `times`, which must be in ascending order.
    pub fn new(times: &'a [f64]) -> Self {
        let center = times.get(times.len() / 2).copied().unwrap_or(0.0);
        let running = |value: fn(f64) -> f64| {
            let mut sum = 0.0;
            std::iter::once(0.0)
                .chain(times.iter().map(|time| {
                    sum += value(time - center);
                    sum
                }))
                .collect()
        };
        Self { times, sums: running(|off| off), squares: running(|off| off * off), center }
    }

    /// The first two groups that the samples separate into, if they do.
    pub fn bimodal(&self) -> Option<Bimodal> {
        self.halves(0..self.times.len()).map(|halves| halves.bimodal)
    }

    /// The groups of the samples, without strays; a single group if they do not separate.
    pub fn groups(&self) -> Vec<Range<usize>> {
        let mut open: Vec<Range<usize>> = Vec::new();
        let mut groups = Vec::new();
        open.push(0..self.times.len());
        while let Some(group) = open.pop() {
            match self.halves(group.clone()) {
                Some(Halves { lower, upper, .. }) => open.extend([upper, lower]),
                None => groups.push(group),
            }
        }
        groups
    }

    /// The two groups within one, if it separates. Strays at its ends, too few for a mode, are set aside.
    fn halves(&self, mut group: Range<usize>) -> Option<Halves> {
        let least = LEAST_SAMPLES.max(self.times.len().div_ceil(ONE_OF));
        let most_strays = MOST_STRAYS * group.len() as f64;
        let all = group.len();
        while group.len() >= 2 * least && (all - group.len()) as f64 <= most_strays {
            let cut = self.cut(group.clone());
            let (lower, upper) = (group.start..cut, cut..group.end);
            let bimodal = self.separation(lower.clone(), upper.clone());
            match (lower.len() >= least, upper.len() >= least) {
                (true, true) => {
                    let separate = SEPARATE * (1.0 + CHANCE / group.len() as f64);
                    return (bimodal.separation > separate).then_some(Halves { lower, upper, bimodal });
                }
                (false, _) => group = upper,
                (true, false) => group = lower,
            }
        }
        None
    }

    /// The position at which to cut a group so that the sum of squares about the two means is smallest (exact 2-means).
    fn cut(&self, group: Range<usize>) -> usize {
        let between = |cut: usize| {
            let [lower, upper] = [group.start..cut, cut..group.end];
            let distance = self.mean(&upper) - self.mean(&lower);
            lower.len() as f64 * upper.len() as f64 * distance * distance
        };
        let mut best = (group.start + 1, f64::NEG_INFINITY);
        for cut in group.start + 1..group.end {
            let value = between(cut);
            if value > best.1 {
                best = (cut, value);
            }
        }
        best.0
    }

    fn separation(&self, lower: Range<usize>, upper: Range<usize>) -> Bimodal {
        let [lower, upper] = [lower, upper].map(|group| self.mode(&group));
        let distance = upper.mean - lower.mean;
        let spread = lower.deviation.hypot(upper.deviation).max(LEAST_DEVIATION * distance);
        let separation = if distance > 0.0 { std::f64::consts::SQRT_2 * distance / spread } else { 0.0 };
        Bimodal { lower, upper, separation }
    }

    /// The mean, relative to the median of all samples.
    fn mean(&self, group: &Range<usize>) -> f64 {
        (self.sums[group.end] - self.sums[group.start]) / group.len() as f64
    }

    fn mode(&self, group: &Range<usize>) -> Mode {
        let mean = self.mean(group);
        let squares = self.squares[group.end] - self.squares[group.start] - group.len() as f64 * mean * mean;
        let deviation = (squares.max(0.0) / (group.len() as f64 - 1.0).max(1.0)).sqrt();
        Mode { samples: group.len(), mean: self.center + mean, deviation }
    }
}

struct Halves {
    lower: Range<usize>,
    upper: Range<usize>,
    bimodal: Bimodal,
}
