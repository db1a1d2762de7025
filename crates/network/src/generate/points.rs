//! Random points in a square.

use crate::Position;
use logpine_text::random::Generator;
use rustc_hash::FxHashSet;

/// A point with integer coordinates, so that computations on them are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Point {
    pub x: i64,
    pub y: i64,
}

/// The length of a side.
const SIDE: u64 = 1 << 24;

impl Point {
    /// The point in the unit square.
    pub fn position(self) -> Position {
        Position { x: self.x as f64 / SIDE as f64, y: self.y as f64 / SIDE as f64 }
    }

    /// The distance to another point.
    pub fn distance(self, other: Self) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        ((x * x + y * y) as f64).sqrt()
    }
}

/// `count` different points, uniform in the square.
pub(super) fn points(count: u32, generator: &mut Generator) -> Vec<Point> {
    let mut seen = FxHashSet::default();
    let mut points = Vec::with_capacity(count as usize);
    while points.len() < count as usize {
        let mut coordinate = || generator.below(SIDE).cast_signed();
        let point = Point { x: coordinate(), y: coordinate() };
        if seen.insert(point) {
            points.push(point);
        }
    }
    points
}
