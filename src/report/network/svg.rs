//! A drawing of a network.

use super::NetworkSubject;
use super::drawing::{Curve, Drawing, Label, Labels, Point, Route};
use super::painted::Painted;
use crate::report::draw::font::BASE;
use crate::report::draw::legend::{Row, SIGN, stroke};
use crate::report::draw::palette::{AROUND, BORDER, ENDPOINT, FRAME, LINK, SWITCH};
use crate::report::draw::{Frame, Picture, arrow_head, px, rimmed, words_at};
use crate::report::times::counted;
use logpine_network::{Certainty, LinkKind, Network, Properties, Topology};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// The links of the largest network that is drawn, and its nodes: no one can look at more.
pub const MOST_DRAWN: u64 = 20_000;

/// The heights of the title and of the legend.
const TITLE: f64 = 64.0;
const LEGEND: f64 = 30.0;
/// The left edge of the title, and the least width of a picture.
const INDENT: f64 = 24.0;
const LEAST_WIDTH: f64 = 560.0;
/// The opacity of links, and that of more than so many.
const DARK: f64 = 0.6;
const FAINT_LINK: f64 = 0.25;
const MOST_DARK: usize = 2_000;
/// The distance of a painted link from the line between its nodes, if there is a link back.
const ASIDE: f64 = 3.5;

/// The network as SVG: nodes at the places of its class, or its own, with a title of its size and shape, and a legend if there
/// is more than one kind of node or link.
#[must_use]
pub fn svg(subject: &NetworkSubject) -> String {
    let NetworkSubject { network, topology, properties } = subject;
    let summary = summary(properties);
    let drawing = Drawing::new(network, *topology, LEAST_WIDTH, TITLE);
    let mut text = links(network, &drawing);
    if network.kind() == LinkKind::Directed {
        text.insert_str(0, &arrow_head("arrow", LINK));
    }
    let legend = legend(network, &drawing);
    whole(network, &drawing, (network.name(), &summary), &text, legend)
}

/// A picture of a network whose links have colours of their own: see [`Painted`].
#[must_use]
pub(super) fn painted(network: &Network, topology: Option<&Topology>, painted: &Painted) -> String {
    let drawing = Drawing::new(network, topology, LEAST_WIDTH, TITLE);
    let lines = network.links().iter().zip(&drawing.routes).zip(&painted.links);
    let is_directed = network.kind() == LinkKind::Directed;
    let mut text = "<g fill=\"none\" stroke-linecap=\"round\">\n".to_owned();
    if is_directed {
        text.insert_str(0, &arrow_head("arrow", BORDER));
    }
    let both: FxHashSet<(u32, u32)> = network.links().iter().map(|link| (link.from, link.to)).collect();
    for ((link, route), (colour, width)) in lines {
        let has_way_back = is_directed && both.contains(&(link.to, link.from));
        let curves: &[Curve] = match route {
            Route::Whole(curve) => std::slice::from_ref(curve),
            Route::Stubs(stubs) => stubs,
        };
        for curve in curves {
            let curve = if is_directed { curve.shortened(drawing.radius + 1.0) } else { *curve };
            let curve = if has_way_back { curve.beside(ASIDE) } else { curve };
            let (path, width) = (curve.path(), px(*width));
            let _ = writeln!(text, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>");
            // Heads of one size, however wide the line.
            if is_directed {
                let _ = writeln!(
                    text,
                    "<path d=\"{path}\" stroke=\"none\" stroke-width=\"2.6\" marker-end=\"url(#arrow)\"/>"
                );
            }
        }
    }
    text += "</g>\n";
    let mut row = shapes(network, &drawing);
    for (sign, words) in &painted.legend {
        row.sign(sign, words);
    }
    whole(network, &drawing, (painted.title, &painted.facts), &text, row)
}

/// The nodes, names and headings around drawn links.
fn whole(network: &Network, drawing: &Drawing, (title, facts): (&str, &str), links: &str, legend: Row) -> String {
    let text = links.to_owned() + &nodes(network, drawing) + &names(drawing);
    let height = TITLE + drawing.height + LEGEND + legend.more();
    let text = text + &legend.finish();
    Picture { title, facts, about: facts, left: INDENT, width: drawing.width, height }.of(&text)
}

/// The links as lines.
fn links(network: &Network, drawing: &Drawing) -> String {
    let opacity = if drawing.routes.len() > MOST_DARK { FAINT_LINK } else { DARK };
    let is_directed = network.kind() == LinkKind::Directed;
    let arrow = if is_directed { " marker-end=\"url(#arrow)\"" } else { "" };
    let width = drawing.stroke;
    let mut text =
        format!("<g fill=\"none\" stroke=\"{LINK}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\"{arrow}>\n");
    let mut around = String::new();
    for route in &drawing.routes {
        match route {
            Route::Whole(curve) => {
                let curve = if is_directed { curve.shortened(drawing.radius + 1.0) } else { *curve };
                let _ = writeln!(text, "<path d=\"{}\"/>", curve.path());
            }
            Route::Stubs(stubs) => {
                for stub in stubs {
                    let _ = writeln!(around, "<path d=\"{}\"/>", stub.path());
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

/// The nodes, endpoints as discs and switches as squares.
fn nodes(network: &Network, drawing: &Drawing) -> String {
    let mut text = format!("<g stroke=\"{BORDER}\" stroke-width=\"1\">\n");
    for (node, &place) in (0u32..).zip(&drawing.places) {
        text += &shape(node >= network.endpoints(), place, drawing.radius);
    }
    text + "</g>\n"
}

/// A disc or a square.
fn shape(is_switch: bool, (x, y): Point, radius: f64) -> String {
    if is_switch {
        let (left, top, side) = (x - radius * 0.9, y - radius * 0.9, radius * 1.8);
        return Frame { left, top, width: side, height: side }.filled(SWITCH);
    }
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{ENDPOINT}\"/>\n", px(x), px(y), px(radius))
}

/// The names, those beside nodes with a white rim.
fn names(drawing: &Drawing) -> String {
    let attributes = |size: f64| format!("font-size=\"{}\" text-anchor=\"middle\"", px(size));
    match &drawing.labels {
        Labels::Inside(size, names) => {
            let mut text = format!("<g {}>\n", attributes(*size));
            for (name, &(x, y)) in names.iter().zip(&drawing.places) {
                text += &words_at((x, y + BASE * size), "", name);
            }
            text + "</g>\n"
        }
        Labels::Beside(_, names) if names.is_empty() => String::new(),
        Labels::Beside(size, names) => {
            let mut text = String::new();
            for Label { text: name, area, .. } in names {
                let (x, y) = (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
                text += &words_at((x, y + BASE * size), "", name);
            }
            leaders(names, drawing.radius) + &rimmed(&attributes(*size), &text)
        }
    }
}

/// Lines from names to nodes that are not near.
fn leaders(names: &[Label], radius: f64) -> String {
    let lines = names.iter().filter_map(|name| name.leader);
    let line = |(from, to): (Point, Point)| {
        let path = Curve::line(from, to).shortened(radius).path();
        format!("<path d=\"{path}\" stroke=\"{FRAME}\" stroke-width=\"0.8\" stroke-dasharray=\"2 2\"/>\n")
    };
    lines.map(line).collect()
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

/// The beginning of a legend: the shapes of nodes, if there are two.
fn shapes(network: &Network, drawing: &Drawing) -> Row {
    let mut row = Row::new(INDENT, TITLE + drawing.height + LEGEND - 27.0, drawing.width - INDENT);
    let middle = (SIGN.0 / 2.0, SIGN.1 / 2.0);
    let shape = |is_switch| format!("<g stroke=\"{BORDER}\">{}</g>", shape(is_switch, middle, 6.0).trim_end());
    if network.endpoints() < network.nodes() {
        row.sign(&shape(false), "endpoint");
        row.sign(&shape(true), "switch");
    }
    row
}

/// The legend.
fn legend(network: &Network, drawing: &Drawing) -> Row {
    let mut row = shapes(network, drawing);
    if drawing.routes.iter().any(|route| matches!(route, Route::Stubs(_))) {
        row.sign(&stroke(AROUND, 2.0), "around, to the other end of the row");
    }
    row
}
