//! Nodes pushed away from each other and from the links of others, without new crossings.

use super::geometry::{Area, Point, cross, distance, distance_to};
use logpine_network::Network;
use logpine_text::random::Generator;
use std::f64::consts::TAU;

/// The work, in comparisons, after which places stay as they are.
const MOST_WORK: usize = 80_000_000;
const MOST_ROUNDS: usize = 80;
/// Tries for each node and round.
const TRIES: usize = 6;
/// Wanted distances from other nodes and from links, as parts of a node's share of the area.
const WANTED: (f64, f64) = (0.6, 0.33);

/// Places, and the forces on them.
struct Plane<'a> {
    places: Vec<Point>,
    network: &'a Network,
    room: Area,
    /// A length: the side of a node's share of the area.
    share: f64,
}

/// The places after rounds of small moves within `room`; each brings a node farther from other nodes and from links of others,
/// or these farther from its own links, and never adds a crossing. So a drawing without crossings keeps none.
pub(super) fn relaxed(network: &Network, places: Vec<Point>, room: Area) -> Vec<Point> {
    let (nodes, links) = (places.len(), network.links().len());
    let share = ((room.right - room.left) * (room.bottom - room.top) / nodes.max(1) as f64).sqrt();
    let work = TRIES * (nodes * (nodes + links) + 2 * links * (nodes + links)).max(1);
    let rounds = (MOST_WORK / work).min(MOST_ROUNDS);
    let mut plane = Plane { places, network, room, share };
    let mut generator = Generator::new(1);
    for round in 0..rounds {
        let step = share * (0.5 - 0.45 * round as f64 / rounds as f64);
        for node in 0..network.nodes() {
            plane.improve(node, step, &mut generator);
        }
    }
    plane.places
}

impl Plane<'_> {
    /// The best of some small moves of a node, or none.
    fn improve(&mut self, node: u32, step: f64, generator: &mut Generator) {
        let old = self.places[node as usize];
        let mut least = (self.push(node), old);
        if least.0 == 0.0 {
            return;
        }
        let crossings = self.crossings(node);
        for _ in 0..TRIES {
            let (angle, length) = (TAU * generator.fraction(), step * generator.fraction());
            self.places[node as usize] =
                self.room.nearest((old.0 + length * angle.cos(), old.1 + length * angle.sin()));
            let push = self.push(node);
            if push < least.0 && self.crossings(node) <= crossings {
                least = (push, self.places[node as usize]);
            }
        }
        self.places[node as usize] = least.1;
    }

    /// The penalty for distances from other nodes and links that are shorter than wanted.
    fn push(&self, node: u32) -> f64 {
        let too_near = |distance: f64, wanted: f64| (1.0 - distance / (wanted * self.share)).max(0.0).powi(2);
        let at = self.places[node as usize];
        let place = |node: u32| self.places[node as usize];
        let others = || (0..self.network.nodes()).filter(move |other| *other != node);
        let nodes: f64 = others().map(|other| too_near(distance(at, place(other)), WANTED.0)).sum();
        let links = self.network.links().iter().filter(|link| link.from != node && link.to != node);
        let links: f64 = links.map(|link| too_near(distance_to(at, place(link.from), place(link.to)), WANTED.1)).sum();
        let own = self.neighbours(node).map(|end| {
            let passed = others().filter(|other| *other != end);
            passed.map(|other| too_near(distance_to(place(other), at, place(end)), WANTED.1)).sum::<f64>()
        });
        nodes + links + own.sum::<f64>()
    }

    /// The crossings of a node's links with others.
    fn crossings(&self, node: u32) -> usize {
        let place = |node: u32| self.places[node as usize];
        let own = self.neighbours(node).map(|end| [place(node), place(end)]);
        let of = |own: [Point; 2]| {
            self.network.links().iter().filter(|link| cross(own, [place(link.from), place(link.to)])).count()
        };
        own.map(of).sum()
    }

    fn neighbours(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.network.arcs(node).iter().map(|arc| arc.to)
    }
}
