//! Random points in a square.

use crate::network::Position;
use crate::random::Generator;
use rustc_hash::FxHashSet;

/// A point whose coordinates are whole, so that what is computed from them is exact.
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

    /// How far it is to another point.
    pub fn distance(self, other: Self) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        ((x * x + y * y) as f64).sqrt()
    }
}

/// So many points, no two of them the same, uniform in the square.
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
