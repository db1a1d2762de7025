//! The geometry of a drawing of a network, in pixels, which `svg.rs` of the folder above writes down.

mod classes;
mod dragonfly;
mod geometry;
mod grid;
mod labels;
mod layout;
mod relaxed;
mod routes;
mod springs;
#[cfg(test)]
mod tests;

use geometry::{Area, distance_to_points};
pub(super) use geometry::{Curve, Point};
pub(super) use labels::{Label, Labels};
pub(super) use routes::Route;

use crate::report::draw::width_of;
use labels::{Around, labels};
use layout::{Kind, Layout};
use logpine_network::{Link, Network, Topology};
use relaxed::relaxed;
use routes::{Nodes, any_meet, kept, routes};

/// Sizes in pixels: the drawing's area, a node's share of it in small drawings, and the room around for names.
const AREA: f64 = 640_000.0;
const NODE_AREA: f64 = 40_000.0;
const MARGIN: f64 = 70.0;
/// The room at the border of the picture that stays empty.
const BORDER: f64 = 6.0;
/// The most nodes for which distances from links are computed.
const MOST_MEASURED: u32 = 160;

/// A drawing.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub width: f64,
    pub height: f64,
    /// The nodes and the radius of each.
    pub places: Vec<Point>,
    pub radius: f64,
    /// The way of each link.
    pub routes: Vec<Route>,
    /// The width of a link.
    pub stroke: f64,
    pub labels: Labels,
}

impl Drawing {
    /// The drawing of a network, at least so wide, from so far below the upper border on.
    pub fn new(network: &Network, topology: Option<&Topology>, least_width: f64, top: f64) -> Self {
        let layout = classes::layout(network, topology);
        let drawn = Self::of(network, &layout, least_width, top);
        let has_places = matches!(topology, Some(Topology::Planar(_))) || layout.kind == Kind::Given;
        if has_places && network.nodes() <= MOST_MEASURED && drawn.is_worse_than_lines(network) {
            // Smaller nodes, a little apart, need no bends that cross.
            let layout = Layout { kind: Kind::Plane, ..layout };
            return Self::of(network, &layout, least_width, top);
        }
        if network.positions().is_empty() && drawn.is_tangled(network) {
            let around = Layout { places: classes::circle(network.nodes()), kind: Kind::Circle };
            return Self::of(network, &around, least_width, top);
        }
        drawn
    }

    fn of(network: &Network, layout: &Layout, least_width: f64, top: f64) -> Self {
        let frame = Frame::new(layout, network.nodes(), least_width, top);
        let mut places: Vec<Point> = layout.places.iter().map(|place| frame.at(*place)).collect();
        if matches!(layout.kind, Kind::Free | Kind::Plane) {
            places = relaxed(network, places, frame.inner);
        }
        let spacing = spacing(&places).min(120.0);
        let picture = Area { left: 0.0, top, right: frame.width, bottom: top + frame.height };
        let mut nodes =
            Nodes { places: &places, radius: 0.0, spacing, kind: layout.kind, room: picture.wider(-BORDER) };
        nodes.radius = radius(network, &nodes, frame.share);
        let radius = nodes.radius;
        let routes = routes(network, &nodes);
        let pieces = pieces(&routes);
        let around = Around { places: &places, radius, spacing, pieces: &pieces, room: nodes.room };
        let labels = labels(network, &around);
        Self {
            width: frame.width,
            height: frame.height,
            radius,
            routes,
            stroke: if spacing < 12.0 { 0.6 } else { 1.2 },
            labels,
            places,
        }
    }

    /// True if bends cross other links though no lines between the nodes would, or if links lead through nodes.
    fn is_worse_than_lines(&self, network: &Network) -> bool {
        let curves: Vec<Curve> = self.routes.iter().filter_map(Route::curve).collect();
        let lines: Vec<Curve> = curves.iter().map(|curve| Curve::line(curve.from, curve.to)).collect();
        let has_bends = curves.iter().any(|curve| curve.control.is_some());
        self.faults(network) > 0 || (has_bends && !any_meet(&lines) && any_meet(&curves))
    }

    /// True if links of a small network lead through nodes.
    fn is_tangled(&self, network: &Network) -> bool {
        let is_small = network.nodes() <= MOST_MEASURED && network.grid().is_none();
        is_small && self.faults(network) > 0
    }

    /// The links that lead through nodes which are none of their ends.
    pub fn faults(&self, network: &Network) -> usize {
        let hits = |(link, route): (&Link, &Route)| {
            let Some(curve) = route.curve() else { return false };
            let points = curve.points();
            let others = (0u32..).zip(&self.places).filter(|(node, _)| *node != link.from && *node != link.to);
            others.map(|(_, place)| *place).any(|place| distance_to_points(place, &points) < kept(self.radius) - 0.5)
        };
        network.links().iter().zip(&self.routes).filter(|pair| hits(*pair)).count()
    }
}

/// From the units of a layout to pixels.
struct Frame {
    width: f64,
    height: f64,
    /// The area of the nodes.
    inner: Area,
    /// A node's share of it.
    share: f64,
    from: Area,
}

impl Frame {
    fn new(layout: &Layout, nodes: u32, least_width: f64, top: f64) -> Self {
        let first =
            Area { left: f64::INFINITY, top: f64::INFINITY, right: f64::NEG_INFINITY, bottom: f64::NEG_INFINITY };
        let from = layout.places.iter().copied().fold(first, |all, (x, y)| Area {
            left: all.left.min(x),
            top: all.top.min(y),
            right: all.right.max(x),
            bottom: all.bottom.max(y),
        });
        let (wide, high) = (from.right - from.left, from.bottom - from.top);
        let aspect = if wide.max(high) > 1e-9 { (wide / high.max(1e-9)).clamp(0.4, 2.5) } else { 1.0 };
        let area = (NODE_AREA * f64::from(nodes)).clamp(4.0 * NODE_AREA, AREA);
        let (across, down) = ((area * aspect).sqrt(), (area / aspect).sqrt());
        // All nodes in a row need no more than their own height.
        let down = if high < 1e-9 { 40.0 } else { down };
        let (width, height) = ((across + 2.0 * MARGIN).max(least_width), down + 2.0 * MARGIN);
        let (left, upper) = ((width - across) / 2.0, top + MARGIN);
        let inner = Area { left, top: upper, right: left + across, bottom: upper + down };
        Self { width, height, inner, share: area / f64::from(nodes.max(1)), from }
    }

    fn at(&self, (x, y): Point) -> Point {
        let part = |at: f64, low: f64, high: f64| if high - low > 1e-9 { (at - low) / (high - low) } else { 0.5 };
        let mix = |part: f64, low: f64, high: f64| low + part * (high - low);
        let Self { inner, from, .. } = self;
        (
            mix(part(x, from.left, from.right), inner.left, inner.right),
            mix(part(y, from.top, from.bottom), inner.top, inner.bottom),
        )
    }
}

/// The distance of the two nearest nodes. In large networks, the distances of other nodes count too, so that two close nodes
/// do not make all others tiny.
fn spacing(places: &[Point]) -> f64 {
    let nearest = |(index, one): (usize, &Point)| {
        let others = places.iter().enumerate().filter(|(other, _)| *other != index);
        others.map(|(_, other)| geometry::distance(*one, *other)).fold(f64::INFINITY, f64::min)
    };
    let mut nearest: Vec<f64> = places.iter().enumerate().map(nearest).collect();
    nearest.sort_unstable_by(f64::total_cmp);
    let least = nearest.first().copied().unwrap_or(120.0);
    let tenth = nearest.get(nearest.len() / 10).copied().unwrap_or(least);
    least.max(0.6 * tenth)
}

/// The radius of nodes: not too near to each other, nor to links.
fn radius(network: &Network, nodes: &Nodes, share: f64) -> f64 {
    let least = (0.05 * share.sqrt()).max(1.5);
    // Short names fit into large nodes.
    let letters = (0..network.nodes().min(200)).map(|node| width_of(&network.label(node))).fold(0.0, f64::max);
    let most = if (3.5..=8.0).contains(&letters) { 24.0 } else { 17.0 };
    let wanted = (0.3 * nodes.spacing).max(least).min(most);
    if network.nodes() > MOST_MEASURED || nodes.kind == Kind::Grid {
        return wanted;
    }
    let lowest = match nodes.kind {
        Kind::Free => 5.0,
        Kind::Plane => 1.5,
        Kind::Given => 8.0,
        _ => 13.0,
    };
    wanted.min(((nodes.clearance(network.links()) - 2.0) / 1.3).max(lowest))
}

/// The straight pieces of all links.
fn pieces(routes: &[Route]) -> Vec<[Point; 2]> {
    let of = |route: &Route| match route {
        Route::Whole(curve) => curve.points(),
        Route::Stubs(stubs) => stubs.iter().flat_map(Curve::points).collect(),
    };
    let routes = routes.iter().map(of).collect::<Vec<_>>();
    routes.iter().flat_map(|points| points.windows(2).map(|pair| [pair[0], pair[1]])).collect()
}
