//! Whether latencies fall in groups.

use std::ops::Range;

/// Samples that fall apart in two groups: a mean stands for neither.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bimodal {
    /// The group with the shorter times.
    pub lower: Mode,
    /// The group with the longer times.
    pub upper: Mode,
    /// How clearly they are apart: D of Ashman, Bird and Zepf (1994), sqrt(2) times the distance of the means over the
    /// root of the sum of the variances; above 4, and at most about 10^6, where all of a group are equal.
    pub separation: f64,
}

/// A group of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// How many.
    pub samples: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

/// The distance of two groups in their standard deviations from which on they count as two.
///
/// Ashman, Bird and Zepf (1994) call two modes cleanly separated from D = sqrt(2) |m1 - m2| / sqrt(s1^2 + s2^2) > 2 on,
/// with the parameters of a mixture. Here the samples are cut in two, which makes D = 2.65 of one normal distribution and
/// D = 3.46 of a uniform one.
const SEPARATE: f64 = 4.0;
/// How many times that, over the number of samples, few samples have to be further apart: they fall apart by chance.
const CHANCE: f64 = 6.0;
/// Fewer than one of so many samples are no mode.
const ONE_OF: usize = 50;
/// Nor are fewer samples than these.
const LEAST_SAMPLES: usize = 5;
/// The largest share of stray samples that are set aside to see the groups behind them.
const MOST_STRAYS: f64 = 0.1;
/// What counts as the standard deviation of samples that are all equal, in their distance from the others.
const LEAST_DEVIATION: f64 = 1e-6;

/// Ascending samples, with running sums about the median, from which any group's mean and deviation follow.
pub struct Sorted<'a> {
    times: &'a [f64],
    sums: Vec<f64>,
    squares: Vec<f64>,
    center: f64,
}

impl<'a> Sorted<'a> {
    /// `times` have to be in ascending order.
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

    /// The two groups that the samples fall in first, where they do.
    pub fn bimodal(&self) -> Option<Bimodal> {
        self.halves(0..self.times.len()).map(|halves| halves.bimodal)
    }

    /// The groups that the samples fall in, strays set aside; one where they are together.
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

    /// The two groups within one, where it falls in two. Strays at its ends, too few for a mode, are set aside.
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

    /// Where to cut a group so that the squares about the two means are least: two means, exactly.
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

    /// The mean, from the median on.
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
