//! The places of nodes' names: inside the nodes if all fit, else where they cover the least.

use super::geometry::{Area, Point, distance};
use crate::report::draw::font::LETTER;
use crate::report::draw::{fitted, width_of};
use logpine_network::Network;
use std::f64::consts::TAU;

/// The size of names beside nodes, where these are dense, and of the smallest inside: of numbers, and of words.
const SIZE: (f64, f64) = (12.0, 9.0);
const LEAST_INSIDE: (f64, f64) = (8.0, 9.0);
/// The widest name, in small letters.
const WIDEST: f64 = 26.0;
/// Distances of names from their nodes; those from `LED` on have a line to their node.
const DISTANCES: [f64; 6] = [3.0, 7.0, 14.0, 26.0, 42.0, 64.0];
const LED: usize = 3;
/// The distances at which numbers may stand: farther away, readers cannot tell which link they belong to.
const NEAR: usize = 2;
/// The directions in which a name may stand.
const DIRECTIONS: u32 = 24;
/// The most nodes with names beside them.
const MOST_NAMED: usize = 150;

/// A name beside a node.
#[derive(Clone, Debug)]
pub(in crate::report::network) struct Label {
    pub text: String,
    pub area: Area,
    /// A line from the name to its node, if it stands far away.
    pub leader: Option<(Point, Point)>,
}

/// The names of all nodes.
#[derive(Clone, Debug)]
pub(in crate::report::network) enum Labels {
    /// In the nodes, in letters of this size.
    Inside(f64, Vec<String>),
    /// Beside the nodes, in letters of this size. Nodes without room for a name have none.
    Beside(f64, Vec<Label>),
}

/// The obstacles of names: nodes, which they must not cover, links, which they should not, and the room there is.
pub(super) struct Around<'a> {
    pub places: &'a [Point],
    pub radius: f64,
    pub spacing: f64,
    /// The pieces of all links.
    pub pieces: &'a [[Point; 2]],
    pub room: Area,
}

/// The width of a name in small letters, in which no letter is wider than assumed.
fn letters(name: &str) -> f64 {
    width_of(name) + 0.4 * name.matches(['W', 'M', 'm', 'w', '@', '%']).count() as f64
}

/// The names of a network's nodes. Numbers beside tiny nodes say little and are left out, as are all names of large networks.
pub(super) fn labels(network: &Network, around: &Around) -> Labels {
    let names: Vec<String> = (0..network.nodes()).map(|node| fitted(&network.label(node), WIDEST)).collect();
    let widest = names.iter().map(|name| letters(name)).fold(1.0, f64::max);
    let inside = (1.75 * around.radius / (widest * LETTER)).min(around.radius * 1.15).min(13.0);
    let are_numbers = names.iter().all(|name| name.parse::<u32>().is_ok());
    if inside >= if are_numbers { LEAST_INSIDE.0 } else { LEAST_INSIDE.1 } {
        return Labels::Inside(inside, names);
    }
    let is_dense = names.len() > MOST_NAMED || (around.spacing < 14.0 && are_numbers);
    let size = if around.spacing < 24.0 { SIZE.1 } else { SIZE.0 };
    Labels::Beside(size, if is_dense { Vec::new() } else { around.beside(&names, size) })
}

impl Around<'_> {
    /// Each name at the place that covers the least, those of nodes with the fewest free places first; then again, now that the
    /// others are known.
    fn beside(&self, names: &[String], size: f64) -> Vec<Label> {
        let candidates: Vec<Vec<(f64, Label)>> =
            names.iter().zip(self.places).map(|(name, &place)| self.candidates(name, size, place)).collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        let free = |node: &usize| candidates[*node].iter().filter(|(cost, _)| *cost < 1.0).count();
        order.sort_by_key(free);
        let mut chosen: Vec<Option<&Label>> = vec![None; names.len()];
        for _ in 0..3 {
            for &node in &order {
                let is_free = |label: &Label| {
                    let others = chosen.iter().enumerate().filter(|(other, _)| *other != node);
                    others.filter_map(|(_, other)| *other).all(|other| !other.area.wider(2.0).meets(&label.area))
                };
                let possible = candidates[node].iter().filter(|(_, label)| is_free(label));
                chosen[node] = possible.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, label)| label);
            }
        }
        chosen.into_iter().flatten().cloned().collect()
    }

    /// The places around a node where a name covers no node and stays in the picture, with their costs.
    fn candidates(&self, name: &str, size: f64, place: Point) -> Vec<(f64, Label)> {
        let half = (letters(name) * LETTER * size / 2.0, size / 2.0);
        let is_number = name.parse::<u32>().is_ok();
        let distances = if is_number { &DISTANCES[..NEAR] } else { &DISTANCES[..] };
        let places = distances.iter().enumerate().flat_map(|(far, gap)| {
            (0..DIRECTIONS).map(move |step| (far, *gap, TAU * f64::from(step) / f64::from(DIRECTIONS)))
        });
        let label = |(far, gap, angle): (usize, f64, f64)| {
            let reach = self.radius + gap;
            let centre = (place.0 + (reach + half.0) * angle.cos(), place.1 + (reach + half.1) * angle.sin());
            let mut area = Area::around(centre, half);
            // Slid along the node's side as near as the gap allows.
            let near = distance(area.nearest(place), place) - reach;
            let (x, y) = (near * angle.cos(), near * angle.sin());
            area = Area { left: area.left - x, right: area.right - x, top: area.top - y, bottom: area.bottom - y };
            let nearest = area.nearest(place);
            let leader = (far >= LED).then_some((nearest, place));
            let is_oblique = angle.sin().abs() > 0.01 && angle.cos().abs() > 0.01;
            let cost = gap
                + if is_oblique { 2.0 } else { 0.0 }
                + 0.5 * (1.0 + angle.cos().abs())
                + if angle.sin() < -0.9 { -0.5 } else { 0.0 };
            (cost, Label { text: name.to_owned(), area, leader })
        };
        let is_possible = |label: &Label| {
            self.room.holds(&label.area)
                && self
                    .places
                    .iter()
                    .all(|other| distance(label.area.nearest(*other), *other) > self.radius * 1.1 + 1.0)
        };
        let possible = places.map(label).filter(|(_, label)| is_possible(label));
        possible.map(|(cost, label)| (cost + self.covered(&label), label)).collect()
    }

    /// The cost of covered links.
    fn covered(&self, label: &Label) -> f64 {
        let lengths = self.pieces.iter().map(|[from, to]| label.area.wider(1.0).length_inside(*from, *to));
        let (count, length) =
            lengths.filter(|length| *length > 0.0).fold((0.0, 0.0), |(count, all), one| (count + 1.0, all + one));
        25.0 * count + 0.5 * length
    }
}
