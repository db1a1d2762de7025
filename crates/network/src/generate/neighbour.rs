//! Random points that are linked with their neighbours.

use super::Draft;
use super::join::join_components;
use super::points::{Point, points};
use logpine_text::random::Generator;

/// Nodes at random points of a square; two at distance d are linked with probability p = `rel_connect` (1 - d/dmax)^2,
/// where dmax is the largest distance between two nodes (Lemeire, Dirkx and Colitti 2008, section 4, say that p decreases
/// quadratically); components are joined by random links.
///
/// **Complexity** O(nodes^2).
pub(in super::super) fn neighbour(nodes: u32, rel_connect: f64, seed: u64) -> Draft {
    let mut generator = Generator::new(seed);
    let points = points(nodes, &mut generator);
    let farthest = farthest(&points);
    let mut links = Vec::new();
    for (from, &point) in (0u32..).zip(&points) {
        for (to, &other) in (0u32..).zip(&points).skip(from as usize + 1) {
            let nearness = 1.0 - point.distance(other) / farthest;
            if generator.fraction() < rel_connect * nearness * nearness {
                links.push([from, to]);
            }
        }
    }
    join_components(nodes, &mut links, &mut generator);
    Draft { positions: points.iter().map(|point| point.position()).collect(), ..Draft::new(nodes, links) }
}

/// The largest distance.
fn farthest(points: &[Point]) -> f64 {
    let from = |(index, point): (usize, &Point)| {
        points[index + 1..].iter().map(|other| point.distance(*other)).fold(0.0, f64::max)
    };
    points.iter().enumerate().map(from).fold(0.0, f64::max)
}
