//! Grids: two dimensions flat, a third one seen from aside.

use super::geometry::Point;
use logpine_network::{Grid, Wrap};

/// The nodes of the largest grid with three dimensions that is seen from aside.
const MOST_ASIDE: u32 = 125;

/// The sides of a grid from the last one on, without those of one node; `None` if they are too many, or too long, to be drawn on rows and
/// columns.
pub(super) fn sides(grid: &Grid) -> Option<Vec<u32>> {
    let sides: Vec<u32> = grid.sides.iter().rev().copied().filter(|&side| side > 1).collect();
    let is_drawn = sides.len() < 3 || sides.len() == 3 && sides.iter().product::<u32>() <= MOST_ASIDE;
    is_drawn.then_some(sides)
}

/// True if a grid is a ring.
pub(super) fn is_circle(grid: &Grid) -> bool {
    grid.wraps == Wrap::Around && grid.sides.iter().filter(|&&side| side > 1).count() == 1
}

/// The nodes of a grid: the first dimension to the right, the second downwards, the third backwards, in steps that leave all rows and
/// columns apart.
pub(super) fn grid(sides: &[u32]) -> Vec<Point> {
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
