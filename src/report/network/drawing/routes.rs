//! The ways of links between nodes: lines, unless these would lead through other nodes.

use super::geometry::{Area, Curve, Point, cross, distance_to, distance_to_points};
use super::grid::sides;
use super::layout::Kind;
use logpine_network::{Link, Network};
use std::f64::consts::TAU;

/// The most nodes of a network with links that bend around other nodes.
const MOST_BENT: usize = 600;

/// More room between a bend and other nodes, where there is some: for their names.
const ROOM: f64 = 14.0;

/// The drawing of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report::network) enum Route {
    /// A curve from node to node.
    Whole(Curve),
    /// A short piece at each end, of a link around a grid.
    Stubs([Curve; 2]),
}

impl Route {
    /// The curve from node to node.
    pub fn curve(&self) -> Option<Curve> {
        if let Self::Whole(curve) = self { Some(*curve) } else { None }
    }
}

/// Nodes in pixels, as obstacles of links.
pub(super) struct Nodes<'a> {
    pub places: &'a [Point],
    pub radius: f64,
    /// The distance of the nearest two.
    pub spacing: f64,
    pub kind: Kind,
    /// Curves stay within it.
    pub room: Area,
}

/// The distance from a node's centre that links of others keep.
pub(super) fn kept(radius: f64) -> f64 {
    // A switch is a square whose corners are 1.27 radii away.
    1.3 * radius + 1.5
}

/// The route of each link.
pub(super) fn routes(network: &Network, nodes: &Nodes) -> Vec<Route> {
    let grid = network.grid().filter(|_| nodes.kind == Kind::Grid).and_then(sides);
    let first = |link: &Link| match &grid {
        Some(sides) => nodes.in_grid(sides, link),
        None => Route::Whole(nodes.line(link)),
    };
    let mut routes: Vec<Route> = network.links().iter().map(first).collect();
    if nodes.places.len() <= MOST_BENT {
        bend(network, nodes, &mut routes);
    }
    routes
}

/// Bends the lines that lead through nodes.
fn bend(network: &Network, nodes: &Nodes, routes: &mut [Route]) {
    for (index, link) in network.links().iter().enumerate() {
        let Route::Whole(line) = routes[index] else { continue };
        if nodes.is_free(link, &line) {
            continue;
        }
        let others: Vec<Curve> = routes
            .iter()
            .enumerate()
            .filter_map(|(other, route)| match route {
                Route::Whole(curve) if other != index => Some(*curve),
                _ => None,
            })
            .collect();
        if let Some(curve) = nodes.best_bend(link, &others) {
            routes[index] = Route::Whole(curve);
        }
    }
}

impl Nodes<'_> {
    fn at(&self, node: u32) -> Point {
        self.places[node as usize]
    }

    fn line(&self, link: &Link) -> Curve {
        Curve::line(self.at(link.from), self.at(link.to))
    }

    /// The nodes that are no end of a link.
    fn others(&self, link: &Link) -> impl Iterator<Item = Point> + '_ {
        let [from, to] = [link.from, link.to];
        (0u32..).zip(self.places).filter(move |(node, _)| *node != from && *node != to).map(|(_, place)| *place)
    }

    /// True if a curve keeps away from all nodes but its ends.
    pub fn is_free(&self, link: &Link, curve: &Curve) -> bool {
        self.distance(link, curve) >= kept(self.radius)
    }

    /// The distance of a curve from the nearest node that is none of its ends.
    fn distance(&self, link: &Link, curve: &Curve) -> f64 {
        let points = curve.points();
        self.others(link).map(|other| distance_to_points(other, &points)).fold(f64::INFINITY, f64::min)
    }

    /// The least distance of a node from a link that is none of its own, if all are lines.
    pub fn clearance(&self, links: &[Link]) -> f64 {
        let of = |link: &Link| {
            let (from, to) = (self.at(link.from), self.at(link.to));
            self.others(link).map(|other| distance_to(other, from, to)).fold(f64::INFINITY, f64::min)
        };
        links.iter().map(of).fold(f64::INFINITY, f64::min)
    }

    /// The bend that keeps away from all nodes with the fewest crossings, then the least height; `None` if none does.
    fn best_bend(&self, link: &Link, others: &[Curve]) -> Option<Curve> {
        let (from, to) = (self.at(link.from), self.at(link.to));
        let length = super::geometry::distance(from, to);
        let heights = (1..=24).map(|step| f64::from(step) * (0.5 * self.radius.max(3.0)).max(0.02 * length));
        let curves = heights.flat_map(|height| {
            self.sides(from, to)
                .into_iter()
                .map(move |side| (Curve::bent(from, to, side * height), height))
                .collect::<Vec<_>>()
        });
        let is_inside = |curve: &Curve| {
            let point = |&(x, y): &Point| self.room.holds(&Area::around((x, y), (0.0, 0.0)));
            curve.points().iter().all(point)
        };
        let free = curves.filter(|(curve, height)| {
            *height < 0.75 * length + 4.0 * self.radius && is_inside(curve) && self.is_free(link, curve)
        });
        let count = |curve: &Curve| others.iter().filter(|other| meet(curve, other)).count();
        let is_round = matches!(self.kind, Kind::Circle | Kind::Dragonfly { .. });
        let crossings = |curve: &Curve| if is_round || others.len() > 600 { 0 } else { count(curve) };
        let near = |curve: &Curve| (kept(self.radius) + ROOM - self.distance(link, curve)).max(0.0);
        let cost = |(curve, height): &(Curve, f64)| {
            crossings(curve) as f64 * 20.0 * self.radius.max(5.0)
                + height
                + if is_round { 0.0 } else { 2.0 * near(curve) }
        };
        let costs = free.map(|candidate| (cost(&candidate), candidate.0));
        costs.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, curve)| curve)
    }

    /// The sides to which a link bends: around a circle to its middle, in a dragonfly's group away from it.
    fn sides(&self, from: Point, to: Point) -> Vec<f64> {
        let room = &self.room;
        let centre = (f64::midpoint(room.left, room.right), f64::midpoint(room.top, room.bottom));
        let arms = [from, to].map(|(x, y)| (x - centre.0, y - centre.1));
        let [(x, y), other] = arms;
        let (turn, angle) =
            (x * other.1 - y * other.0, (x * other.1 - y * other.0).abs().atan2(x * other.0 + y * other.1));
        let inwards = if turn > 0.0 { 1.0 } else { -1.0 };
        match self.kind {
            Kind::Dragonfly { groups } if angle < 0.9 * TAU / f64::from(groups) => vec![-inwards],
            Kind::Circle | Kind::Dragonfly { .. } => vec![inwards],
            _ => vec![1.0, -1.0],
        }
    }

    /// A link of a grid: in pieces around a side.
    fn in_grid(&self, sides: &[u32], link: &Link) -> Route {
        let mut stride = 1;
        for &side in sides {
            if (link.to / stride % side).abs_diff(link.from / stride % side) > 1 {
                let (from, to) = (self.at(link.from), self.at(link.to));
                let length = self.radius + 0.3 * self.spacing;
                return Route::Stubs([stub(from, to, length), stub(to, from, length)]);
            }
            stride *= side;
        }
        Route::Whole(self.line(link))
    }
}

/// True if two curves cross.
pub(super) fn meet(one: &Curve, other: &Curve) -> bool {
    let (one, other) = (one.points(), other.points());
    one.windows(2).any(|piece| other.windows(2).any(|with| cross([piece[0], piece[1]], [with[0], with[1]])))
}

/// True if any two curves cross.
pub(super) fn any_meet(curves: &[Curve]) -> bool {
    curves.iter().enumerate().any(|(index, one)| curves[..index].iter().any(|other| meet(one, other)))
}

/// The piece from `at` away from `other`.
fn stub(at: Point, other: Point, length: f64) -> Curve {
    let (x, y) = (at.0 - other.0, at.1 - other.1);
    let by = length / x.hypot(y).max(1e-6);
    Curve::line(at, (at.0 + by * x, at.1 + by * y))
}
