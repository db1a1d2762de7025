//! Checks if times by size lie on one straight line.
//!
//! Libraries send short messages immediately and long ones after a handshake (eager and rendezvous protocols), so that times
//! may jump, or change their slope, at some size.

use super::line::LineFit;
use super::range::SizeRange;
use crate::Sample;
use crate::regression::{Noise, Point, Regression};

/// The minimum number of points of each of two lines; any line fits two points.
const LEAST: usize = 3;
/// The maximum number of positions tried for a break; with more points only some positions are tried.
const CUTS: usize = 64;
/// The F ratio above which a break is significant: about the 0.1 % quantile for few points, with a margin for the choice of
/// the position.
const RATIO: f64 = 15.0;
/// The typical distance, relative to the time, below which one line is good enough in spite of two protocols.
const NEAR: f64 = 0.05;
/// The typical distance, relative to the time, above which no line is good enough.
const FAR: f64 = 0.2;
/// The R^2 below which no line is good enough.
const LEAST_R_SQUARED: f64 = 0.95;

/// The doubt, if any, about describing samples by one line.
pub(super) fn doubt(line: &LineFit) -> Option<String> {
    let LineFit { quantity, start, samples, regression, .. } = line;
    let points = &line.points();
    let distance = distance(points, regression);
    if distance < NEAR {
        return None;
    }
    if let Some(first) = cut(points, regression.noise).and_then(|cut| points.get(cut)) {
        let is_above = |sample: &&Sample| start.beyond(sample.at) as f64 >= first.at;
        let range = |above| {
            SizeRange::of(samples.samples.iter().filter(|sample| is_above(sample) == above).map(|sample| sample.at))
        };
        let (below, above) = (range(false)?, range(true)?);
        return Some(format!(
            "one line for all {quantity} is off by {:.0} %, two fit much better: messages of {below} bytes and of {above} seem to \
             go by different protocols; fit the sizes you will use, --bytes {below} or --bytes {above}",
            100.0 * distance
        ));
    }
    let r_squared = regression.r_squared;
    (distance > FAR || r_squared < LEAST_R_SQUARED).then(|| {
        format!(
            "no straight line describes the {quantity} well (R^2 = {r_squared:.4}, off by {:.0} %); fit a narrower range of \
             sizes with --bytes, or measure PLogP",
            100.0 * distance
        )
    })
}

/// The root of the mean squared distance of the points from a fit, relative to their times.
fn distance(points: &[Point], regression: &Regression) -> f64 {
    let relative = |point: &Point| (point.mean != 0.0).then(|| regression.at(point.at) / point.mean - 1.0);
    let distances: Vec<f64> = points.iter().filter_map(relative).collect();
    let squares: f64 = distances.iter().map(|distance| distance * distance).sum();
    (squares / distances.len().max(1) as f64).sqrt()
}

/// The index of the point before which a break is best, if two lines are significantly better than one.
fn cut(points: &[Point], noise: Noise) -> Option<usize> {
    let weight = |point: &Point| match noise {
        Noise::Absolute => 1.0,
        Noise::Relative => 1.0 / (point.mean * point.mean).max(f64::MIN_POSITIVE),
    };
    let samples: usize = points.iter().map(|point| point.count).sum();
    // Five parameters: four coefficients and the position of the break.
    let freedom = samples.checked_sub(5).filter(|&freedom| freedom > 0)?;
    let last = points.len().checked_sub(LEAST).filter(|&last| last >= LEAST)?;
    let stride = (last - LEAST) / CUTS + 1;
    let both = |cut: usize| squares(&points[..cut], weight) + squares(&points[cut..], weight);
    let cuts = (LEAST..=last).step_by(stride).map(|cut| (cut, both(cut)));
    let (best, two) = cuts.min_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let one = squares(points, weight);
    let ratio = ((one - two) / 3.0) / (two.max(f64::EPSILON * f64::EPSILON * one) / freedom as f64);
    (ratio > RATIO).then_some(best)
}

/// The weighted sum of squares of the samples about their regression line.
fn squares(points: &[Point], weight: impl Fn(&Point) -> f64) -> f64 {
    let sum = |value: &dyn Fn(&Point) -> f64| -> f64 {
        points.iter().map(|point| point.count as f64 * weight(point) * value(point)).sum()
    };
    let total = sum(&|_| 1.0);
    let (x, y) = (sum(&|point| point.at) / total, sum(&|point| point.mean) / total);
    let xx = sum(&|point| (point.at - x) * (point.at - x));
    let slope = if xx > 0.0 { sum(&|point| (point.at - x) * (point.mean - y)) / xx } else { 0.0 };
    let residual = |point: &Point| point.mean - y - slope * (point.at - x);
    let within: f64 = points.iter().map(|point| weight(point) * point.squares).sum();
    sum(&|point| residual(point) * residual(point)) + within
}
