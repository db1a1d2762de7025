//! A drawing of a network.

use super::links::links;
use super::nodes::{nodes, shape};
use super::{Layout, NetworkSubject};
use crate::network::{Certainty, LinkKind, Properties, Wrap};
use crate::report::counted::counted;
use crate::report::draw::legend::{Row, SIGN, stroke};
use crate::report::draw::palette::{AROUND, BORDER, LINK};
use crate::report::draw::{Picture, arrow_head};

/// The links of the largest network that is drawn, and its nodes: no one can look at more.
pub const MOST_DRAWN: u64 = 20_000;

/// Sizes in pixels: the drawing's area, a node's share of it in small drawings, the margin, and the height of the title.
const AREA: f64 = 640_000.0;
const NODE_AREA: f64 = 40_000.0;
const MARGIN: f64 = 70.0;
const TITLE: f64 = 64.0;
const LEGEND: f64 = 30.0;
/// The left edge of the title, and the approximate width of a character of the line below it.
const INDENT: f64 = 24.0;
const CHARACTER: f64 = 7.0;

/// The network as SVG: nodes at the places of [`Layout`], with a title of its size and shape, and a legend if there is more
/// than one kind of node or link.
#[must_use]
pub fn svg(subject: &NetworkSubject) -> String {
    let NetworkSubject { network, topology, properties } = subject;
    let Layout { places, aspect } = Layout::new(network, *topology);
    let area = (NODE_AREA * f64::from(network.nodes())).clamp(4.0 * NODE_AREA, AREA);
    let (width, height) = ((area * aspect).sqrt(), (area / aspect).sqrt());
    let summary = summary(properties);
    let title = summary.chars().count().max(2 * network.name().chars().count()) as f64 * CHARACTER + 2.0 * INDENT;
    let (full_width, full_height) = ((width + 2.0 * MARGIN).max(title), TITLE + height + 2.0 * MARGIN + LEGEND);
    let left = (full_width - width) / 2.0;
    let places: Vec<(f64, f64)> =
        places.iter().map(|place| (left + place.x * width, TITLE + MARGIN + place.y * height)).collect();
    let spacing = spacing(&places).min(120.0);
    let least = (0.05 * (area / f64::from(network.nodes())).sqrt()).max(1.5);
    let radius = (0.3 * spacing).max(least).min(17.0);
    let mut text = String::new();
    if network.kind() == LinkKind::Directed {
        text += &arrow_head("arrow", LINK);
    }
    text += &links(network, *topology, &places, spacing, radius);
    text += &nodes(network, &places, spacing, radius);
    text += &legend(subject, full_height - 27.0);
    let (title, width, height) = (network.name(), full_width, full_height);
    Picture { title, facts: &summary, about: &summary, left: INDENT, width, height }.of(&text)
}

/// The distance of the two nearest nodes. In large networks, the distances of other nodes count too, so that two close nodes
/// do not make all others tiny.
fn spacing(places: &[(f64, f64)]) -> f64 {
    let mut nearest: Vec<f64> = places
        .iter()
        .enumerate()
        .map(|(index, one)| {
            let others = places.iter().enumerate().filter(|(other, _)| *other != index);
            others.map(|(_, other)| (one.0 - other.0).hypot(one.1 - other.1)).fold(f64::INFINITY, f64::min)
        })
        .collect();
    nearest.sort_unstable_by(f64::total_cmp);
    let least = nearest.first().copied().unwrap_or(120.0);
    let tenth = nearest.get(nearest.len() / 10).copied().unwrap_or(least);
    least.max(0.6 * tenth)
}

/// The properties in a line.
fn summary(properties: &Properties) -> String {
    let mut parts = vec![counted(properties.nodes, "node", "nodes")];
    if properties.endpoints < properties.nodes {
        parts.push(counted(properties.endpoints, "of them an endpoint", "of them endpoints"));
    }
    parts.push(counted(properties.links, "link", "links"));
    if let Some(distances) = properties.distances {
        parts.push(format!("diameter {}", distances.diameter));
        parts.push(format!("average distance {:.3}", distances.mean()));
    }
    if let Some(bisection) = properties.bisection {
        let at_most = if bisection.certainty == Certainty::Exact { "" } else { "at most " };
        parts.push(format!("bisection {at_most}{}", bisection.links));
    }
    parts.join(", ")
}

/// The legend.
fn legend(subject: &NetworkSubject, y: f64) -> String {
    let network = subject.network;
    let mut row = Row::new(INDENT, y);
    let middle = (SIGN.0 / 2.0, SIGN.1 / 2.0);
    let shape =
        |is_switch| format!("<g stroke=\"{BORDER}\">{}</g>", shape(is_switch, middle.0, middle.1, 6.0).trim_end());
    if network.endpoints() < network.nodes() {
        row.sign(&shape(false), "endpoint");
        row.sign(&shape(true), "switch");
    }
    let goes_around = network.grid().is_some_and(|grid| {
        let long = grid.sides.iter().filter(|&&side| side > 1).count();
        grid.wraps == Wrap::Around && long > 1 && grid.sides.iter().any(|&side| side > 2)
    });
    if goes_around {
        row.sign(&stroke(AROUND), "around, to the other end of the row");
    }
    row.finish()
}
