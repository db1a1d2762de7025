//! Grids: two dimensions flat, a third one seen from aside, further ones as boxes in boxes.

use super::geometry::{Area, Point};
use super::layout::{Bundle, Kind, Layout};
use crate::network::{Grid, Wrap};

/// The nodes of the largest grid with three dimensions that is seen from aside.
const MOST_ASIDE: u32 = 125;
/// Room between the nodes of a box and its border, and between boxes, in steps of the grid.
const PAD: f64 = 0.45;
const GAP: f64 = 0.75;
/// The length of the end of a bundle around a level.
const LENGTH: f64 = 0.3;
/// The most boxes of a row, if there is no second dimension.
const MOST_IN_ROW: u32 = 4;

/// The dimensions that are drawn link by link, and the levels of boxes, one or two dimensions each; all from the last dimension
/// on, without those of one node.
pub(super) struct Parts {
    pub flat: Vec<u32>,
    levels: Vec<Vec<u32>>,
}

impl Parts {
    /// The parts of a grid.
    pub fn of(grid: &Grid) -> Self {
        let sides: Vec<u32> = grid.sides.iter().rev().copied().filter(|&side| side > 1).collect();
        let aside = sides.len() > 2 && sides[..3].iter().product::<u32>() <= MOST_ASIDE;
        let flat = sides.len().min(if aside { 3 } else { 2 });
        let levels = sides[flat..].chunks(2).map(<[u32]>::to_vec).collect();
        Self { flat: sides[..flat].to_vec(), levels }
    }

    /// The nodes of an innermost box.
    pub fn in_a_box(&self) -> u32 {
        self.flat.iter().product()
    }
}

/// True if a grid is a ring.
pub(super) fn is_circle(grid: &Grid) -> bool {
    grid.wraps == Wrap::Around && grid.sides.iter().filter(|&&side| side > 1).count() == 1
}

/// A level of boxes: their number in each dimension, and their places.
struct Level {
    sides: Vec<u32>,
    /// Boxes in a row, if there is one dimension.
    columns: u32,
    /// The size of a box, and the distance to the next.
    size: Point,
    step: Point,
}

impl Level {
    fn new(sides: &[u32], inner: Point, depth: usize) -> Self {
        let size = (inner.0 + 2.0 * PAD, inner.1 + 2.0 * PAD);
        let gap = GAP * (1.0 + 0.5 * depth as f64);
        let step = (size.0 + gap, size.1 + gap);
        let row = |&columns: &u32| {
            let rows = sides[0].div_ceil(columns);
            (f64::from(columns) * step.0) >= 1.2 * f64::from(rows) * step.1
        };
        let columns = if sides[0] <= MOST_IN_ROW { sides[0] } else { (1..sides[0]).find(row).unwrap_or(sides[0]) };
        Self { sides: sides.to_vec(), columns, size, step }
    }

    fn boxes(&self) -> u32 {
        self.sides.iter().product()
    }

    /// The column and the row of a box; a row without a second dimension turns back at its end.
    fn place(&self, index: u32) -> Point {
        let columns = if self.sides.len() > 1 { self.sides[0] } else { self.columns };
        let (mut column, row) = (index % columns, index / columns);
        if self.sides.len() == 1 && row % 2 == 1 {
            column = columns - 1 - column;
        }
        (f64::from(column) * self.step.0, f64::from(row) * self.step.1)
    }

    /// The size of all boxes together.
    fn whole(&self) -> Point {
        let places = (0..self.boxes()).map(|index| self.place(index));
        let (x, y) = places.fold((0.0_f64, 0.0_f64), |most, place| (most.0.max(place.0), most.1.max(place.1)));
        (x + self.size.0, y + self.size.1)
    }

    /// The boxes that a box is linked with: the next one of each dimension.
    fn next(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let mut stride = 1;
        self.sides.iter().filter_map(move |&side| {
            let next = (index / stride % side + 1 < side).then_some(index + stride);
            stride *= side;
            next
        })
    }
}

/// The layout of a grid.
pub(super) fn grid(grid: &Grid) -> Layout {
    let parts = Parts::of(grid);
    let mut places = flat(&parts.flat);
    let mut size = extent(&places);
    let shift = places.iter().fold(0.0_f64, |least, place| least.min(place.1));
    for place in &mut places {
        place.1 -= shift;
    }
    let (mut boxes, mut bundles): (Vec<Area>, Vec<Bundle>) = (Vec::new(), Vec::new());
    for (depth, sides) in parts.levels.iter().enumerate() {
        let level = Level::new(sides, size, depth);
        let links = u32::try_from(places.len()).unwrap_or(u32::MAX);
        let at = |index: u32| level.place(index);
        let inside = |index: u32, (x, y): Point| (x + at(index).0 + PAD, y + at(index).1 + PAD);
        let all = 0..level.boxes();
        let inner = all.clone().flat_map(|index| boxes.iter().map(move |part| (index, *part)));
        let moved = |(index, part): (u32, Area)| {
            let ((left, top), (right, bottom)) =
                (inside(index, (part.left, part.top)), inside(index, (part.right, part.bottom)));
            Area { left, top, right, bottom }
        };
        let own = all.clone().map(|index| {
            let (left, top) = at(index);
            Area { left, top, right: left + level.size.0, bottom: top + level.size.1 }
        });
        let own: Vec<Area> = own.collect();
        let mut drawn: Vec<Bundle> = all
            .clone()
            .flat_map(|index| bundles.iter().map(move |bundle| (index, *bundle)))
            .map(|(index, bundle)| Bundle { from: inside(index, bundle.from), to: inside(index, bundle.to), ..bundle })
            .collect();
        for index in all.clone() {
            drawn.extend(level.next(index).map(|next| between(&own[index as usize], &own[next as usize], links)));
            drawn.extend(around(&level, grid.wraps, index, &own[index as usize]));
        }
        boxes = inner.map(moved).chain(own).collect();
        bundles = drawn;
        places = all
            .flat_map(|index| places.iter().map(move |place| (index, *place)))
            .map(|(index, place)| inside(index, place))
            .collect();
        size = level.whole();
    }
    Layout { boxes, bundles, ..Layout::of(places, Kind::Grid) }
}

/// The nodes of an innermost box: the first dimension to the right, the second downwards, the third backwards, in steps that
/// leave all rows and columns apart.
fn flat(sides: &[u32]) -> Vec<Point> {
    let side = |index: usize| sides.get(index).copied().unwrap_or(1);
    let nodes: u32 = sides.iter().product();
    let back = 0.8 / f64::from(side(2));
    let place = |node: u32| {
        let (x, y) = (f64::from(node % side(0)), f64::from(node / side(0) % side(1)));
        let z = back * f64::from(node / side(0) / side(1));
        (x + z, y - z)
    };
    (0..nodes).map(place).collect()
}

fn extent(places: &[Point]) -> Point {
    let range = |of: fn(&Point) -> f64| {
        let (low, high) = places
            .iter()
            .map(of)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        high - low
    };
    (range(|place| place.0), range(|place| place.1))
}

/// The bundle between two boxes beside or below each other.
fn between(one: &Area, other: &Area, links: u32) -> Bundle {
    let middle = |area: &Area| (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
    let (from, to) = (one.nearest(middle(other)), other.nearest(middle(one)));
    Bundle { from, to, links: Some(links) }
}

/// The ends of bundles around a level, to the other end of its row.
fn around(level: &Level, wraps: Wrap, index: u32, own: &Area) -> Vec<Bundle> {
    let mut ends = Vec::new();
    if wraps != Wrap::Around {
        return ends;
    }
    // The first and the last box of a row that turns back need not be at opposite borders.
    if level.sides.len() == 1 && level.columns < level.sides[0] {
        return snake_end(level, index, own).into_iter().collect();
    }
    let (x, y) = (f64::midpoint(own.left, own.right), f64::midpoint(own.top, own.bottom));
    let mut stride = 1;
    for (dimension, &side) in level.sides.iter().enumerate() {
        let at = index / stride % side;
        stride *= side;
        let is_row = dimension == 0;
        if side > 2 && at == 0 {
            let from = if is_row { (own.left, y) } else { (x, own.top) };
            let to = if is_row { (own.left - LENGTH, y) } else { (x, own.top - LENGTH) };
            ends.push(Bundle { from, to, links: None });
        }
        if side > 2 && at + 1 == side {
            let from = if is_row { (own.right, y) } else { (x, own.bottom) };
            let to = if is_row { (own.right + LENGTH, y) } else { (x, own.bottom + LENGTH) };
            ends.push(Bundle { from, to, links: None });
        }
    }
    ends
}

/// The end of a row of boxes that turns back: above the first box, below the last one.
fn snake_end(level: &Level, index: u32, own: &Area) -> Option<Bundle> {
    let x = f64::midpoint(own.left, own.right);
    let (y, length) = match index {
        0 => (own.top, -LENGTH),
        index if index + 1 == level.boxes() => (own.bottom, LENGTH),
        _ => return None,
    };
    Some(Bundle { from: (x, y), to: (x, y + length), links: None })
}
