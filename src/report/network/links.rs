//! Drawing links.

use crate::network::{Grid, Link, LinkKind, Network, Topology, Wrap};
use crate::report::draw::palette::{AROUND, LINK};
use crate::report::draw::px;
use std::fmt::Write as _;

/// The most nodes of a network whose links bend around other nodes.
const MOST_BENT: usize = 100;

/// The shape of a drawn link.
enum Way {
    /// A line.
    Straight,
    /// A bend around other nodes: its height, as a part of the link's length.
    Bent(f64),
    /// A short piece at each end of a link around a grid.
    Stubs,
}

/// The links as SVG. `places`, the `spacing` of nodes and the `radius` of a node are in pixels.
pub(super) fn links(
    network: &Network,
    topology: Option<&Topology>,
    places: &[(f64, f64)],
    spacing: f64,
    radius: f64,
) -> String {
    let is_ring = matches!(topology, Some(Topology::Ring { .. }));
    let grid = network.grid().filter(|grid| !is_ring && !is_circle(grid));
    let opacity = if network.links().len() > 2_000 { 0.25 } else { 0.6 };
    let width = if spacing < 12.0 { 0.6 } else { 1.2 };
    let arrow = if network.kind() == LinkKind::Directed { " marker-end=\"url(#arrow)\"" } else { "" };
    let mut text =
        format!("<g fill=\"none\" stroke=\"{LINK}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\"{arrow}>\n");
    let mut around = String::new();
    let is_small = places.len() <= MOST_BENT && arrow.is_empty();
    for link in network.links() {
        let (from, to) = (places[link.from as usize], places[link.to as usize]);
        let way = match grid.map_or(Way::Straight, |grid| way(grid, link)) {
            Way::Straight if is_small => around_others(places, link, radius),
            way => way,
        };
        match way {
            Way::Straight => {
                let to = if arrow.is_empty() { to } else { shortened(from, to, radius + 1.0) };
                let _ = writeln!(text, "<path d=\"M{} {}L{} {}\"/>", px(from.0), px(from.1), px(to.0), px(to.1));
            }
            Way::Bent(by) => {
                let side = side(from, to, by);
                let _ = writeln!(
                    text,
                    "<path d=\"M{} {}Q{} {} {} {}\"/>",
                    px(from.0),
                    px(from.1),
                    px(side.0),
                    px(side.1),
                    px(to.0),
                    px(to.1)
                );
            }
            Way::Stubs => {
                for (at, other) in [(from, to), (to, from)] {
                    let end = stub(at, other, radius + 0.3 * spacing);
                    let _ = writeln!(around, "<path d=\"M{} {}L{} {}\"/>", px(at.0), px(at.1), px(end.0), px(end.1));
                }
            }
        }
    }
    text.push_str("</g>\n");
    if !around.is_empty() {
        let _ = write!(
            text,
            "<g fill=\"none\" stroke=\"{AROUND}\" stroke-width=\"{width}\" stroke-linecap=\"round\">\n{around}</g>\n"
        );
    }
    text
}

/// The point to the side of a link that bends it.
fn side(from: (f64, f64), to: (f64, f64), by: f64) -> (f64, f64) {
    let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
    (middle.0 - by * (to.1 - from.1), middle.1 + by * (to.0 - from.0))
}

/// The least bend of a link that keeps it away from all other nodes; a line if that does, or if none does.
fn around_others(places: &[(f64, f64)], link: &Link, radius: f64) -> Way {
    const BENDS: [f64; 9] = [0.0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.45, -0.45];
    let (from, to) = (places[link.from as usize], places[link.to as usize]);
    let others = || (0u32..).zip(places).filter(|(node, _)| *node != link.from && *node != link.to);
    let is_free = |by: f64| {
        let side = side(from, to, by);
        (1..40).all(|step| {
            let at = f64::from(step) / 40.0;
            let part = |a: f64, b: f64, c: f64| (1.0 - at) * (1.0 - at) * a + 2.0 * at * (1.0 - at) * b + at * at * c;
            let (x, y) = (part(from.0, side.0, to.0), part(from.1, side.1, to.1));
            others().all(|(_, other)| (x - other.0).hypot(y - other.1) > 1.4 * radius + 3.0)
        })
    };
    match BENDS.into_iter().find(|&by| is_free(by)) {
        Some(by) if by != 0.0 => Way::Bent(by),
        _ => Way::Straight,
    }
}

/// True if a grid is drawn as a circle.
fn is_circle(grid: &Grid) -> bool {
    grid.wraps == Wrap::Around && grid.sides.iter().filter(|&&side| side > 1).count() == 1
}

/// The shape of a link in a grid that is drawn as a grid.
fn way(grid: &Grid, link: &Link) -> Way {
    let mut stride = 1;
    let mut long = 0;
    for &side in grid.sides.iter().rev() {
        let apart = (link.to / stride % side).abs_diff(link.from / stride % side);
        if apart > 1 {
            return Way::Stubs;
        }
        if apart == 1 && long > 2 {
            return Way::Bent(0.12);
        }
        stride *= side;
        long += u32::from(side > 1);
    }
    Way::Straight
}

/// The point at distance `length` from `at`, away from `other`.
fn stub(at: (f64, f64), other: (f64, f64), length: f64) -> (f64, f64) {
    let (x, y) = (at.0 - other.0, at.1 - other.1);
    let by = length / (x * x + y * y).sqrt().max(1e-6);
    (at.0 + by * x, at.1 + by * y)
}

/// The end of a line that stops short of `to`.
fn shortened(from: (f64, f64), to: (f64, f64), by: f64) -> (f64, f64) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = (x * x + y * y).sqrt().max(1e-6);
    let part = (1.0 - by / length).max(0.0);
    (from.0 + part * x, from.1 + part * y)
}
