//! Dragonflies: a disc for each group.

use super::Overview;
use crate::report::counted::counted;
use crate::report::draw::palette::{BORDER, LINK, SWITCH};
use crate::report::draw::px;
use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;

/// The radius of the circle, the room around, and the largest radius of a disc.
const RADIUS: f64 = 260.0;
const ROOM: f64 = 50.0;
const MOST_DISC: f64 = 14.0;
/// The most groups of which all links are drawn.
const MOST_LINKED: u32 = 24;

/// The groups around a circle; the links of the first one, or all if they are few.
pub(super) fn overview(hosts: u32, routers: u32, global: u32) -> Overview {
    let groups = routers * global + 1;
    let disc = radius(groups);
    let middle = RADIUS + ROOM;
    let place = |group: u32| {
        let angle = TAU * f64::from(group) / f64::from(groups) - PI / 2.0;
        (px(middle + RADIUS * angle.cos()), px(middle + RADIUS * angle.sin()))
    };
    let all = groups <= MOST_LINKED;
    let mut drawn = format!("<g stroke=\"{LINK}\" stroke-opacity=\"0.6\">\n");
    for from in 0..if all { groups } else { 1 } {
        for to in from + 1..groups {
            let (from, to) = (place(from), place(to));
            let _ = writeln!(drawn, "<path d=\"M{} {}L{} {}\"/>", from.0, from.1, to.0, to.1);
        }
    }
    let _ = writeln!(drawn, "</g>\n<g fill=\"{SWITCH}\" stroke=\"{BORDER}\">");
    for group in 0..groups {
        let (x, y) = place(group);
        let _ = writeln!(drawn, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", px(disc));
    }
    let [routers, hosts] = [counted(routers, "router", "routers"), counted(routers * hosts, "host", "hosts")];
    let links = if all { "" } else { "; only the links of the first are drawn" };
    let note = format!("each of the {groups} discs is a group of {routers}, linked with each other, and {hosts}{links}");
    Overview { drawn: drawn + "</g>\n", width: 2.0 * middle, height: 2.0 * middle, note }
}

/// The radius of a disc: not too near to the next one, nor, if few are drawn, to the chord that passes it.
pub(super) fn radius(groups: u32) -> f64 {
    let step = PI / f64::from(groups.max(2));
    let apart = 2.0 * RADIUS * step.sin();
    let chord = apart * step.sin();
    (0.35 * apart).min(MOST_DISC).min((0.8 * chord).max(1.0))
}
