//! Dragonflies: a disc for each group.

use super::Overview;
use crate::report::counted::counted;
use crate::report::draw::palette::{BORDER, LINK, SWITCH};
use crate::report::draw::px;
use crate::report::network::drawing::Curve;
#[cfg(test)]
use crate::report::network::drawing::Point;
use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;

/// The radius of the circle, the room around, and the largest radius of a disc.
const RADIUS: f64 = 260.0;
const ROOM: f64 = 50.0;
const MOST_DISC: f64 = 14.0;
/// The most groups that have all their links drawn.
const MOST_LINKED: u32 = 24;

/// The groups around a circle; the links of the first one, or all if they are few.
pub(super) fn overview(hosts: u32, routers: u32, global: u32) -> Overview {
    let groups = routers * global + 1;
    let disc = radius(groups);
    let middle = RADIUS + ROOM;
    let place = |group: u32| {
        let angle = TAU * f64::from(group) / f64::from(groups) - PI / 2.0;
        (middle + RADIUS * angle.cos(), middle + RADIUS * angle.sin())
    };
    let all = groups <= MOST_LINKED;
    let mut drawn = format!("<g stroke=\"{LINK}\" stroke-opacity=\"0.6\">\n");
    for from in 0..if all { groups } else { 1 } {
        for to in from + 1..groups {
            let chord = Curve::bent(place(from), place(to), depth(groups, to - from));
            let _ = writeln!(drawn, "<path d=\"{}\" fill=\"none\"/>", chord.path());
        }
    }
    let _ = writeln!(drawn, "</g>\n<g fill=\"{SWITCH}\" stroke=\"{BORDER}\">");
    for group in 0..groups {
        let (x, y) = place(group);
        let _ = writeln!(drawn, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", px(x), px(y), px(disc));
    }
    let [routers, hosts] = [counted(routers, "router", "routers"), counted(routers * hosts, "host", "hosts")];
    let links = if all { "" } else { "; only the links of the first are drawn" };
    let note =
        format!("each of the {groups} discs is a group of {routers}, linked with each other, and {hosts}{links}");
    Overview { drawn: drawn + "</g>\n", width: 2.0 * middle, height: 2.0 * middle, note }
}

/// The distance of two discs beside each other, and their radius.
pub(super) fn apart(groups: u32) -> f64 {
    2.0 * RADIUS * (PI / f64::from(groups.max(2))).sin()
}

fn radius(groups: u32) -> f64 {
    (0.3 * apart(groups)).min(MOST_DISC)
}

/// The depth, in pixels, of the bend of a link to the group `span` places on: towards the middle, around the discs beside its ends.
pub(super) fn depth(groups: u32, span: u32) -> f64 {
    let short = f64::from(span.min(groups - span));
    let passed = apart(groups) * (PI * (short - 1.0) / f64::from(groups)).sin();
    let lacking = (1.4 * radius(groups) + 2.0 - passed).max(0.0);
    let side = if 2 * span > groups { -1.0 } else { 1.0 };
    if short < 2.0 { 0.0 } else { side * lacking / (4.0 * (1.0 - 1.0 / short) / short) }
}

/// The centre and the radius of a disc.
#[cfg(test)]
pub(super) fn disc(groups: u32, group: u32) -> (Point, f64) {
    let angle = TAU * f64::from(group) / f64::from(groups) - PI / 2.0;
    ((RADIUS * angle.cos(), RADIUS * angle.sin()), radius(groups))
}
