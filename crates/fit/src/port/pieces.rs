//! Pieces of alpha + beta s, as with a library that sends messages of different sizes by different protocols.

use super::Estimate;
use super::line::physical;
use crate::Sample;
use crate::regression::{Noise, Point, Regression, Term};
use serde::Serialize;

/// The fewest sizes of a piece: any line fits two.
const LEAST: usize = 3;
/// The most pieces.
const MOST: usize = 8;
/// The most places for a break that are tried.
const PLACES: usize = 96;
/// The relative error below which a fit is not told from a better one: tools print three digits.
const GRAIN: f64 = 0.005;

/// alpha and beta of a range of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PieceFit {
    /// The longest message of the piece; `None` for the last, which has no end.
    pub up_to: Option<u64>,
    /// alpha: the time of an empty message.
    pub alpha: Estimate,
    /// beta: the time per byte.
    pub beta: Estimate,
}

impl PieceFit {
    fn at(&self, bytes: f64) -> f64 {
        self.alpha.value + self.beta.value * bytes
    }

    /// Makes this the line nearest to the points, relative to their times, that has the time `least` at `bytes`.
    fn meet(&mut self, bytes: f64, least: f64, points: &[Point]) {
        let sum = |value: &dyn Fn(&Point) -> f64| -> f64 {
            points.iter().map(|point| (point.at - bytes) * value(point) / (point.mean * point.mean)).sum()
        };
        let slope = sum(&|point| point.mean - least) / sum(&|point| point.at - bytes);
        // alpha is at least 0.
        let slope = if bytes > 0.0 { slope.min(least / bytes) } else { slope };
        self.alpha = moved(self.alpha, least - slope * bytes);
        self.beta = moved(self.beta, slope);
    }
}

/// The estimate with another value, and an interval of the same width around it.
fn moved(estimate: Estimate, value: f64) -> Estimate {
    let half = estimate.high - estimate.value;
    Estimate { low: value - half, high: value + half, ..estimate }.physical(value)
}

/// alpha + beta s with an alpha and a beta for each range of sizes, two or more. Times never fall with the size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PiecewiseFit {
    /// The pieces by increasing size.
    pub pieces: Vec<PieceFit>,
}

impl PiecewiseFit {
    /// The time of a message.
    #[must_use]
    pub fn at(&self, bytes: f64) -> f64 {
        let holds = |piece: &&PieceFit| piece.up_to.is_none_or(|end| bytes <= end as f64);
        self.pieces.iter().find(holds).map_or(0.0, |piece| piece.at(bytes))
    }

    /// The pieces that describe times by size best; `None` if one line does, or the sizes are too few to say.
    ///
    /// The number of pieces is that with the least Bayesian information criterion, n ln(RSS / n) + 3 K ln n, of the squared errors
    /// relative to the time. The breaks between them are those with the least RSS, by dynamic programming over the sizes. Where two
    /// lines do not cross between the sizes at a break, the second holds from the next byte on: a switch of the protocol.
    pub(super) fn new(samples: &[Sample]) -> Option<Self> {
        let points = rising(&Point::group(samples.iter().copied()));
        if points.len() < 2 * LEAST || points.iter().any(|point| point.mean <= 0.0) {
            return None;
        }
        let breaks = breaks(&points);
        if breaks.len() < 3 {
            return None;
        }
        let line = |ends: &[usize]| {
            let points = &points[ends[0]..ends[1]];
            let regression = Regression::new(points, &[Term::CONSTANT, Term::LINEAR], Some(Noise::Relative)).ok()?;
            let (alpha, beta) = physical(&regression, points).ok()?;
            Some(PieceFit { up_to: None, alpha, beta })
        };
        let mut pieces: Vec<PieceFit> = breaks.windows(2).map(line).collect::<Option<_>>()?;
        for (at, next) in (1..pieces.len()).zip(&breaks[1..]) {
            let (below, above) = (points[next - 1].at, points[*next].at);
            let end = end(&pieces[at - 1], &pieces[at], below, above);
            pieces[at - 1].up_to = Some(end);
            let least = pieces[at - 1].at(end as f64);
            if pieces[at].at(end as f64) < least {
                pieces[at].meet(end as f64, least, &points[breaks[at]..breaks[at + 1]]);
            }
        }
        Some(Self { pieces })
    }
}

/// The longest message of a piece. `below` is the last measured size of the piece, and `above` the first of the next piece.
fn end(piece: &PieceFit, next: &PieceFit, below: f64, above: f64) -> u64 {
    let crossing = (next.alpha.value - piece.alpha.value) / (piece.beta.value - next.beta.value);
    let place = if crossing >= below && crossing < above { crossing } else { below };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two sizes")]
    let bytes = place as u64;
    bytes
}

/// The points with the nearest means that never fall: the pool adjacent violators algorithm (Ayer et al. 1955).
fn rising(points: &[Point]) -> Vec<Point> {
    // Each block: its weight, its mean, and the number of its points.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for point in points {
        let mut block = (point.count as f64, point.mean, 1);
        while let Some(&(weight, mean, length)) = blocks.last().filter(|(_, mean, _)| *mean > block.1) {
            blocks.pop();
            let sum = weight + block.0;
            block = (sum, (weight * mean + block.0 * block.1) / sum, length + block.2);
        }
        blocks.push(block);
    }
    let means = blocks.into_iter().flat_map(|(_, mean, length)| std::iter::repeat_n(mean, length));
    points.iter().zip(means).map(|(point, mean)| Point { mean, ..*point }).collect()
}

/// The first point of each piece, and the number of points.
fn breaks(points: &[Point]) -> Vec<usize> {
    let n = points.len();
    let stride = n / PLACES + 1;
    let places: Vec<usize> = std::iter::once(0).chain((LEAST..=n - LEAST).step_by(stride)).chain([n]).collect();
    let count = places.len();
    let rest = |from: usize, to: usize| {
        let points = &points[places[from]..places[to]];
        if points.len() < LEAST { f64::INFINITY } else { squares(points) }
    };
    let rests: Vec<Vec<f64>> = (0..count).map(|to| (0..to).map(|from| rest(from, to)).collect()).collect();
    // For each number of pieces and each place: the least RSS of the points before the place, and the place of the last break.
    let mut least: Vec<Vec<(f64, usize)>> =
        vec![(0..count).map(|to| (rests[to].first().copied().unwrap_or(0.0), 0)).collect()];
    for pieces in 1..MOST {
        let before = &least[pieces - 1];
        let best = |to: usize| {
            let all = (1..to).map(|from| (before[from].0 + rests[to][from], from));
            all.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((f64::INFINITY, 0))
        };
        let row = (0..count).map(best).collect();
        least.push(row);
    }
    let samples = n as f64;
    let criterion = |pieces: usize| {
        let variance = (least[pieces][count - 1].0 / samples).max(GRAIN * GRAIN);
        samples * libm::log(variance) + 3.0 * (pieces + 1) as f64 * libm::log(samples)
    };
    let pieces = (0..MOST).min_by(|one, other| criterion(*one).total_cmp(&criterion(*other))).unwrap_or(0);
    let mut breaks = vec![n];
    let mut at = count - 1;
    for pieces in (1..=pieces).rev() {
        at = least[pieces][at].1;
        breaks.push(places[at]);
    }
    breaks.push(0);
    breaks.reverse();
    breaks
}

/// The sum of the squared errors, relative to the times, of the best line with alpha and beta of at least 0.
fn squares(points: &[Point]) -> f64 {
    let sum = |value: &dyn Fn(&Point) -> f64| -> f64 {
        points.iter().map(|point| value(point) / (point.mean * point.mean)).sum()
    };
    let (total, x, y) = (sum(&|_| 1.0), sum(&|point| point.at), sum(&|point| point.mean));
    let (mean_x, mean_y) = (x / total, y / total);
    let xx = sum(&|point| (point.at - mean_x) * (point.at - mean_x));
    let slope = sum(&|point| (point.at - mean_x) * (point.mean - mean_y)) / xx;
    let mut line = (mean_y - slope * mean_x, slope);
    if line.1 < 0.0 {
        line = (mean_y, 0.0);
    } else if line.0 < 0.0 {
        line = (0.0, sum(&|point| point.at * point.mean) / sum(&|point| point.at * point.at));
    }
    sum(&|point| {
        let error = line.0 + line.1 * point.at - point.mean;
        error * error
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(time: impl Fn(u64) -> f64, sizes: impl Iterator<Item = u64>) -> Vec<Sample> {
        sizes.map(|at| Sample { at, time: time(at), line: 0 }).collect()
    }

    fn powers(to: u32) -> impl Iterator<Item = u64> {
        (0..=to).map(|power| 1 << power)
    }

    #[test]
    fn a_flat_start_and_a_switch_of_the_protocol_are_found() {
        // 1.25 us for short messages, a handshake above 8 KiB.
        let time = |bytes: u64| match bytes as f64 {
            s if bytes <= 8_192 => 1.25 + 0.000_4 * s,
            s => 10.0 + 0.000_09 * s,
        };
        let fit = PiecewiseFit::new(&samples(time, powers(24))).expect("two pieces");
        let [first, last] = *fit.pieces else { panic!("{fit:?}") };
        assert_eq!((first.up_to, last.up_to), (Some(8_192), None));
        assert!((first.alpha.value - 1.25).abs() < 1e-3 && (last.alpha.value - 10.0).abs() < 1e-3, "{fit:?}");
        assert!((first.beta.value - 0.000_4).abs() < 1e-6 && (last.beta.value - 0.000_09).abs() < 1e-6, "{fit:?}");
    }

    #[test]
    fn a_dip_at_a_switch_is_bridged() {
        let time =
            |bytes: u64| if bytes <= 8_192 { 1.25 + 0.000_4 * bytes as f64 } else { 3.5 + 0.000_09 * bytes as f64 };
        let fit = PiecewiseFit::new(&samples(time, powers(24))).expect("two pieces");
        let [first, last] = *fit.pieces else { panic!("{fit:?}") };
        assert!((first.at(8_192.0) - last.at(8_192.0)).abs() < 1e-9, "{fit:?}");
        assert!((last.at(16_777_216.0) / time(1 << 24) - 1.0).abs() < 0.05, "{fit:?}");
    }

    #[test]
    fn one_line_is_one_line_though_it_is_noisy() {
        let noisy = |bytes: u64| (2.0 + 0.001 * bytes as f64) * (1.0 + 0.01 * ((bytes % 7) as f64 - 3.0) / 3.0);
        assert_eq!(PiecewiseFit::new(&samples(noisy, powers(22))), None);
        assert_eq!(PiecewiseFit::new(&samples(|_| 1.0, 0..5)), None);
        assert_eq!(PiecewiseFit::new(&samples(|_| 0.0, powers(20))), None);
    }

    #[test]
    fn lines_that_cross_meet_at_their_crossing() {
        let time = |bytes: u64| f64::max(1.0 + 0.001 * bytes as f64, 0.5 + 0.001_5 * bytes as f64);
        let fit = PiecewiseFit::new(&samples(time, (0..40).map(|at| at * 100))).expect("two pieces");
        assert!(matches!(*fit.pieces, [PieceFit { up_to: Some(999..=1_001), .. }, _]), "{fit:?}");
    }

    proptest::proptest! {
        #[test]
        fn times_never_fall(seed in proptest::collection::vec(0.5f64..2.0, 12..40)) {
            let sizes: Vec<u64> = powers(40).take(seed.len()).collect();
            let all: Vec<Sample> = sizes.iter().zip(&seed).map(|(&at, factor)| {
                Sample { at, time: (1.0 + 1e-4 * at as f64) * factor, line: 0 }
            }).collect();
            if let Some(fit) = PiecewiseFit::new(&all) {
                for pair in fit.pieces.windows(2) {
                    let end = pair[0].up_to.expect("an end") as f64;
                    proptest::prop_assert!(pair[1].at(end) >= pair[0].at(end) * (1.0 - 1e-9), "{:?}", fit);
                }
                proptest::prop_assert!(fit.pieces.iter().all(|piece| piece.beta.value >= 0.0 && piece.alpha.value >= 0.0));
            }
        }
    }
}
