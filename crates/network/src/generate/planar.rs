//! Random planar graphs.

use super::join::Components;
use super::points::{Point, points};
use super::{Draft, pairs};
use logpine_text::random::Generator;

/// Nodes at random points of a square, linked in random order wherever a straight link crosses no earlier one, until
/// there are `rel_connect` (3n - 6) links (3n - 6 is the most that a planar graph has) and the network is connected
/// (Lemeire, Dirkx and Colitti 2008, section 4). Beyond that number only links that join components are added.
///
/// If many points are in convex position, even a triangulation has fewer than 3n - 6 links; then every link that crosses
/// no other is added. The network can always be connected, since any set of links without crossings is part of a
/// triangulation. **Complexity** O(nodes^3) in the worst case.
pub(in super::super) fn planar(nodes: u32, rel_connect: f64, seed: u64) -> Draft {
    let mut generator = Generator::new(seed);
    let points = points(nodes, &mut generator);
    let wanted = wanted(nodes, rel_connect);
    let mut components = Components::new(nodes);
    let mut parts = nodes;
    let mut links: Vec<[u32; 2]> = Vec::new();
    let ends = |[from, to]: [u32; 2]| [points[from as usize], points[to as usize]];
    for link in shuffled_pairs(nodes, &mut generator) {
        let enough = links.len() as u64 >= wanted;
        if enough && parts <= 1 {
            break;
        }
        let joins = components.of(link[0]) != components.of(link[1]);
        if (enough && !joins) || links.iter().any(|&other| touch(ends(link), ends(other))) {
            continue;
        }
        if passes_a_point(ends(link), &points) {
            continue;
        }
        parts -= u32::from(components.unite(link));
        links.push(link);
    }
    Draft { positions: points.iter().map(|point| point.position()).collect(), ..Draft::new(nodes, links) }
}

/// `rel_connect` times the most links of a planar graph, rounded half up.
fn wanted(nodes: u32, rel_connect: f64) -> u64 {
    let most = match nodes {
        0..=2 => nodes.saturating_sub(1),
        _ => 3 * nodes - 6,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rel_connect is in 0..=1")]
    let wanted = (rel_connect * f64::from(most) + 0.5).floor() as u64;
    wanted
}

/// All pairs of nodes in random order.
fn shuffled_pairs(nodes: u32, generator: &mut Generator) -> Vec<[u32; 2]> {
    let mut pairs: Vec<[u32; 2]> = pairs(nodes).collect();
    generator.shuffle(&mut pairs);
    pairs
}

/// The side of the line from `a` to `b` on which the point lies, as an exact sign.
fn side(a: Point, b: Point, point: Point) -> i64 {
    ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)).signum()
}

/// True if two segments cross inside both.
fn touch([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/// True if a segment leads through a point that is not one of its ends.
fn passes_a_point([a, b]: [Point; 2], points: &[Point]) -> bool {
    let inside = |point: Point| {
        let within = |from: i64, to: i64, at: i64| from.min(to) <= at && at <= from.max(to);
        point != a && point != b && within(a.x, b.x, point.x) && within(a.y, b.y, point.y) && side(a, b, point) == 0
    };
    points.iter().any(|&point| inside(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_links_cross_and_there_are_as_many_as_wanted() {
        for (nodes, rel_connect) in [(25, 0.05), (25, 0.4), (25, 0.9), (60, 0.7), (4, 1.0), (2, 0.5), (1, 0.5)] {
            let drawn = planar(nodes, rel_connect, u64::from(nodes));
            let place = |node: u32| drawn.positions[node as usize];
            let turn = |a: u32, b: u32, c: u32| {
                let (a, b, c) = (place(a), place(b), place(c));
                (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
            };
            for (index, &[a, b]) in drawn.links.iter().enumerate() {
                for &[c, d] in &drawn.links[..index] {
                    let common = a == c || a == d || b == c || b == d;
                    let crossing = turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0;
                    assert!(common || !crossing, "{a}-{b} and {c}-{d}");
                }
            }
            let links = drawn.links.len() as u64;
            assert!(links + 1 >= u64::from(nodes) && links <= u64::from(3 * nodes));
            // Fewer only if the hull has many corners: a triangulation has 3n - 3 - corners links.
            assert!(rel_connect > 0.7 || links >= wanted(nodes, rel_connect), "{links}");
        }
    }
}
