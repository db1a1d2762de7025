//! Large sets of points, summarised over short stretches.

use super::{Point, Scales};
use std::borrow::Cow;

/// The number of points up to which all are used.
const FEW: usize = 8_192;
/// The longest stretch as a share of its start, and of the last point. For a term that grows like x^k the error is at most
/// (k / 512)^2 / 24; for an exponential, up to the largest rate searched, at most 2 in 10^6.
const OF_POINT: f64 = 1.0 / 512.0;
const OF_ALL: f64 = 1.0 / 4_096.0;

/// Points for a first fit that is close to the fit to all points: the points themselves if they are few, otherwise one per
/// short stretch, at the mean of its samples.
pub struct Coarse<'a> {
    pub points: Cow<'a, [Point]>,
    pub scales: Cow<'a, Scales>,
}

impl<'a> Coarse<'a> {
    /// Creates the points from all points with weights count / scale^2. To be summarised, they must be in ascending order.
    pub fn new(points: &'a [Point], scales: &'a Scales) -> Self {
        if points.len() <= FEW {
            return Self { points: Cow::Borrowed(points), scales: Cow::Borrowed(scales) };
        }
        let last = points.iter().map(|point| point.at).fold(0.0, f64::max);
        let mut stretches: Vec<Stretch> = Vec::new();
        for (point, scale) in points.iter().zip(&scales.at) {
            match stretches.last_mut() {
                Some(stretch) if stretch.reaches(point.at) => stretch.add(point, *scale),
                _ => {
                    let mut stretch = Stretch::new(point.at, last);
                    stretch.add(point, *scale);
                    stretches.push(stretch);
                }
            }
        }
        let points = stretches.iter().map(Stretch::point).collect();
        let scales = Scales { noise: scales.noise, at: stretches.iter().map(Stretch::scale).collect() };
        Self { points: Cow::Owned(points), scales: Cow::Owned(scales) }
    }

    /// True if there are fewer points than originally.
    pub const fn is_coarser(&self) -> bool {
        matches!(self.points, Cow::Owned(_))
    }
}

/// The points from `from` to `to`.
struct Stretch {
    from: f64,
    to: f64,
    count: usize,
    weight: f64,
    /// Weighted means.
    at: f64,
    mean: f64,
    /// Weighted squared distances of all samples from their mean.
    squares: f64,
}

impl Stretch {
    fn new(from: f64, last: f64) -> Self {
        let to = from + (from * OF_POINT).min(last * OF_ALL);
        Self { from, to, count: 0, weight: 0.0, at: 0.0, mean: 0.0, squares: 0.0 }
    }

    fn reaches(&self, at: f64) -> bool {
        self.from <= at && at <= self.to
    }

    /// Adds a point, after West (1979).
    fn add(&mut self, point: &Point, scale: f64) {
        let weight = point.count as f64 / (scale * scale);
        self.count += point.count;
        self.weight += weight;
        let before = point.mean - self.mean;
        self.at += (point.at - self.at) * weight / self.weight;
        self.mean += before * weight / self.weight;
        self.squares += point.squares / (scale * scale) + weight * before * (point.mean - self.mean);
    }

    /// The scale that gives the samples of the stretch their weight.
    fn scale(&self) -> f64 {
        (self.count as f64 / self.weight).sqrt()
    }

    fn point(&self) -> Point {
        let scale = self.scale();
        Point { at: self.at, count: self.count, mean: self.mean, squares: self.squares * scale * scale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_points_stay_as_they_are() {
        let points: Vec<Point> = (1..=8_192).map(|at| Point::single(f64::from(at), 1.0)).collect();
        assert!(!Coarse::new(&points, &Scales::even(&points)).is_coarser());
    }

    #[test]
    fn stretches_hold_all_samples_at_their_means() {
        let points: Vec<Point> = (1..=100_000).map(|at| Point::single(f64::from(at), 3.0 * f64::from(at))).collect();
        let even = Scales::even(&points);
        let coarse = Coarse::new(&points, &even);
        assert!(coarse.points.len() < 8_192, "{}", coarse.points.len());
        assert_eq!(coarse.points.iter().map(|point| point.count).sum::<usize>(), 100_000);
        for point in coarse.points.iter() {
            assert!((point.mean - 3.0 * point.at).abs() < 1e-9 * point.mean);
            // n consecutive whole numbers have a sum of squares of n (n^2 - 1) / 12 about their mean.
            let n = point.count as f64;
            assert!((point.squares - 9.0 * n * (n * n - 1.0) / 12.0).abs() <= 1e-6 * point.squares);
        }
        assert!(coarse.scales.at.iter().all(|scale| (scale - 1.0).abs() < 1e-12));
    }
}
