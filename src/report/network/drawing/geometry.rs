//! Points, areas, segments and curves in the plane; y grows downwards.

use crate::report::draw::px;

/// A point.
pub(in crate::report::network) type Point = (f64, f64);

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report::network) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    /// The rectangle with this centre and half its width and height.
    pub fn around((x, y): Point, (wide, high): (f64, f64)) -> Self {
        Self { left: x - wide, top: y - high, right: x + wide, bottom: y + high }
    }

    /// The rectangle that is larger by so much on all sides.
    pub fn wider(&self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// True if both have inner points in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// True if the other lies within it.
    pub fn holds(&self, other: &Self) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    /// The nearest of its points.
    pub fn nearest(&self, (x, y): Point) -> Point {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }

    /// The length of the part of a segment inside (Liang and Barsky 1984).
    pub fn length_inside(&self, from: Point, to: Point) -> f64 {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        let borders =
            [(-x, from.0 - self.left), (x, self.right - from.0), (-y, from.1 - self.top), (y, self.bottom - from.1)];
        for (speed, room) in borders {
            if speed.abs() < 1e-9 {
                if room < 0.0 {
                    return 0.0;
                }
            } else if speed < 0.0 {
                enters = enters.max(room / speed);
            } else {
                leaves = leaves.min(room / speed);
            }
        }
        (leaves - enters).max(0.0) * x.hypot(y)
    }
}

/// The distance of two points.
pub(in crate::report::network) fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// The distance of a point from a segment.
pub(in crate::report::network) fn distance_to(point: Point, from: Point, to: Point) -> f64 {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let square = x * x + y * y;
    let along = if square < 1e-12 { 0.0 } else { ((point.0 - from.0) * x + (point.1 - from.1) * y) / square };
    let along = along.clamp(0.0, 1.0);
    distance(point, (from.0 + along * x, from.1 + along * y))
}

/// True if two segments cross inside both; those with a common end do not.
pub(in crate::report::network) fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let turn = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

/// A line, or a curve with one control point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report::network) struct Curve {
    pub from: Point,
    pub control: Option<Point>,
    pub to: Point,
}

/// The segments that stand for a curve.
const SEGMENTS: u32 = 20;

impl Curve {
    /// A line.
    pub const fn line(from: Point, to: Point) -> Self {
        Self { from, control: None, to }
    }

    /// A curve whose middle is `depth` to the side of the line's middle; to the right of who goes from `from` to `to`, on a
    /// plane whose y grows downwards.
    pub fn bent(from: Point, to: Point, depth: f64) -> Self {
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        let by = 2.0 * depth / distance(from, to).max(1e-6);
        let control = (middle.0 - by * (to.1 - from.1), middle.1 + by * (to.0 - from.0));
        Self { from, control: (depth != 0.0).then_some(control), to }
    }

    /// Points along it, both ends among them.
    pub fn points(&self) -> Vec<Point> {
        if self.control.is_none() {
            return vec![self.from, self.to];
        }
        (0..=SEGMENTS).map(|step| self.at(f64::from(step) / f64::from(SEGMENTS))).collect()
    }

    /// The point at a part of the way.
    fn at(&self, part: f64) -> Point {
        let control =
            self.control.unwrap_or((f64::midpoint(self.from.0, self.to.0), f64::midpoint(self.from.1, self.to.1)));
        let mix =
            |a: f64, b: f64, c: f64| (1.0 - part) * (1.0 - part) * a + 2.0 * part * (1.0 - part) * b + part * part * c;
        (mix(self.from.0, control.0, self.to.0), mix(self.from.1, control.1, self.to.1))
    }

    /// The curve moved aside by so much; to the right of who goes from `from` to `to`, so that the way back has a side of its own.
    pub fn beside(&self, by: f64) -> Self {
        let (wide, high) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let length = libm::hypot(wide, high).max(f64::MIN_POSITIVE);
        let moved = |(x, y): Point| (x - by * high / length, y + by * wide / length);
        Self { from: moved(self.from), to: moved(self.to), control: self.control.map(moved) }
    }

    /// The curve that ends where it is still `by` away from its end.
    pub fn shortened(&self, by: f64) -> Self {
        let (mut near, mut far) = (0.0, 1.0);
        for _ in 0..30 {
            let middle = f64::midpoint(near, far);
            if distance(self.at(middle), self.to) > by { near = middle } else { far = middle }
        }
        let mix = |one: Point, other: Point| (one.0 + near * (other.0 - one.0), one.1 + near * (other.1 - one.1));
        Self { from: self.from, control: self.control.map(|control| mix(self.from, control)), to: self.at(near) }
    }

    /// The path of an SVG.
    pub fn path(&self) -> String {
        let point = |(x, y): Point| format!("{} {}", px(x), px(y));
        let to = self.control.map_or_else(|| "L".to_owned(), |control| format!("Q{} ", point(control)));
        format!("M{}{to}{}", point(self.from), point(self.to))
    }
}

/// The distance of a point from a row of points joined by segments.
pub(in crate::report::network) fn distance_to_points(point: Point, points: &[Point]) -> f64 {
    points.windows(2).map(|pair| distance_to(point, pair[0], pair[1])).fold(f64::INFINITY, f64::min)
}
