//! Dragonflies: routers around a circle, group by group, and their hosts outside.

use super::geometry::Point;
use std::f64::consts::{PI, TAU};

/// The part of a group's share of the circle that its routers take.
const TAKEN: f64 = 0.84;

/// The distance from the routers to their hosts, if the routers are at distance 1 from the centre.
pub(super) fn depth(groups: u32) -> f64 {
    (0.62 * TAU * TAKEN / f64::from(groups.max(1))).clamp(0.2, 0.45)
}

/// Hosts, then routers, group by group. All routers are on one circle, so that no link between groups, a chord, leads through a
/// router; links within a group bend outwards, between its routers and their hosts.
pub(super) fn dragonfly(hosts: u32, routers: u32, groups: u32) -> Vec<Point> {
    let group = TAU / f64::from(groups);
    let slot = if groups == 1 { group } else { group * TAKEN } / f64::from(routers);
    let point = |distance: f64, angle: f64| (distance * angle.cos(), distance * angle.sin());
    let angle = |router: u32| {
        let (at, index) = (f64::from(router / routers), f64::from(router % routers));
        group * at + slot * (index - 0.5 * f64::from(routers - 1)) - PI / 2.0
    };
    let all = || 0..groups * routers;
    let outside = |router: u32| {
        let shift = move |host: u32| slot.min(1.2) * ((f64::from(host) + 0.5) / f64::from(hosts) - 0.5);
        (0..hosts).map(move |host| point(1.0 + depth(groups), angle(router) + shift(host)))
    };
    all().flat_map(outside).chain(all().map(|router| point(1.0, angle(router)))).collect()
}
