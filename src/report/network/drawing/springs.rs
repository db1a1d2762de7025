//! Places for networks that have none: linked nodes attract, all nodes repel each other.

use super::geometry::Point;
use logpine_network::Network;
use logpine_text::random::Generator;

/// Nodes of the largest network that is laid out by springs.
pub(super) const MOST_SPRINGS: u32 = 150;

/// A layout in which linked nodes attract and all nodes repel each other, more slowly from round to round (Fruchterman and
/// Reingold, Graph Drawing by Force-directed Placement, 1991).
pub(super) fn springs(network: &Network) -> Vec<Point> {
    const ROUNDS: u32 = 300;
    let count = network.nodes() as usize;
    let mut generator = Generator::new(1);
    let mut points: Vec<(f64, f64)> = (0..count).map(|_| (generator.fraction(), generator.fraction())).collect();
    let wanted = (1.0 / count as f64).sqrt();
    for round in 0..ROUNDS {
        let mut forces = vec![(0.0, 0.0); count];
        let mut push = |one: usize, other: usize, strength: &dyn Fn(f64) -> f64| {
            let (x, y) = (points[one].0 - points[other].0, points[one].1 - points[other].1);
            let distance = (x * x + y * y).sqrt().max(1e-6);
            let by = strength(distance) / distance;
            forces[one] = (forces[one].0 + by * x, forces[one].1 + by * y);
            forces[other] = (forces[other].0 - by * x, forces[other].1 - by * y);
        };
        for one in 0..count {
            for other in one + 1..count {
                push(one, other, &|distance| wanted * wanted / distance);
            }
        }
        for link in network.links() {
            push(link.from as usize, link.to as usize, &|distance| -distance * distance / wanted);
        }
        let most = 0.1 * (1.0 - f64::from(round) / f64::from(ROUNDS));
        for (point, force) in points.iter_mut().zip(forces) {
            let length = (force.0 * force.0 + force.1 * force.1).sqrt().max(1e-9);
            let by = length.min(most) / length;
            *point = (point.0 + by * force.0, point.1 + by * force.1);
        }
    }
    points
}
