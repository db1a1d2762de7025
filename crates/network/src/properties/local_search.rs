//! A small cut between halves by moving single nodes.

use crate::Network;
use logpine_text::random::Generator;
use rayon::prelude::*;
use std::collections::BinaryHeap;

/// The number of starts of the search.
const STARTS: u64 = 24;
/// The number of starts if passes take long: one of every kind.
const FEWEST_STARTS: u64 = 4;
/// The largest number of passes over all nodes in a start.
const MOST_PASSES: u64 = 40;
/// The number of passes in a start that is usually enough.
const USUAL_PASSES: u64 = 8;
/// The largest number of nodes and links in all passes of all starts: some seconds.
const MOST_MOVES: u64 = 1 << 25;

/// The smallest number of links between halves found from many starts (Fiduccia and Mattheyses, A Linear-Time Heuristic
/// for Improving Network Partitions, 1982); in large networks from fewer starts and with fewer passes. *Requires* two
/// endpoints.
pub(super) fn fewest_found(network: &Network) -> u64 {
    let neighbours = neighbours(network);
    let moves = u64::from(network.nodes()) + 2 * network.links().len() as u64;
    let starts = (MOST_MOVES / (moves * USUAL_PASSES)).clamp(FEWEST_STARTS, STARTS);
    let most_passes = (MOST_MOVES / (moves * starts)).clamp(1, MOST_PASSES);
    let found = (0..starts).into_par_iter().map(|start| {
        let mut halves = Halves::new(network, &neighbours, start);
        let mut passes = 0;
        while passes < most_passes && halves.pass() {
            passes += 1;
        }
        halves.cut
    });
    found.min().unwrap_or(0)
}

/// The nodes that a link joins with each node, in either direction.
fn neighbours(network: &Network) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); network.nodes() as usize];
    for link in network.links() {
        neighbours[link.from as usize].push(link.to);
        neighbours[link.to as usize].push(link.from);
    }
    neighbours
}

/// A division of the nodes, and the links between its sides.
struct Halves<'a> {
    neighbours: &'a [Vec<u32>],
    endpoints: u32,
    /// For each node, true if it is on the second side.
    second: Vec<bool>,
    /// The number of links between the sides.
    cut: u64,
}

impl<'a> Halves<'a> {
    /// Half of the endpoints: those nearest to a random one, or a random half.
    fn new(network: &Network, neighbours: &'a [Vec<u32>], start: u64) -> Self {
        let mut generator = Generator::stream(0, start);
        let order = if start % 4 == 3 {
            shuffled(network.nodes(), &mut generator)
        } else {
            by_distance(neighbours, below(network.endpoints(), &mut generator))
        };
        let endpoints = network.endpoints();
        let mut second = vec![false; neighbours.len()];
        let mut left = endpoints / 2;
        for node in order {
            if left == 0 {
                break;
            }
            second[node as usize] = true;
            left -= u32::from(node < endpoints);
        }
        // Nodes not reached by then stay on the first side, as do those linked with nothing else.
        let across = |link: &&crate::Link| second[link.from as usize] != second[link.to as usize];
        let cut = network.links().iter().filter(across).count() as u64;
        Self { neighbours, endpoints, second, cut }
    }

    /// The reduction of the cut if the node changes sides.
    fn gain(&self, node: u32) -> i64 {
        let here = self.second[node as usize];
        self.neighbours[node as usize]
            .iter()
            .map(|&other| if self.second[other as usize] == here { -1 } else { 1 })
            .sum()
    }

    /// Moves each node once, the best first and endpoints from side to side in turn, and goes back to the smallest cut on
    /// the way. True if the cut shrank.
    fn pass(&mut self) -> bool {
        let mut gains: Vec<i64> = (0..).zip(self.neighbours).map(|(node, _)| self.gain(node)).collect();
        let mut moved = vec![false; gains.len()];
        // Endpoints of the first side, of the second side, switches.
        let mut waiting = [BinaryHeap::new(), BinaryHeap::new(), BinaryHeap::new()];
        let kind = |node: u32, second: bool| if node < self.endpoints { usize::from(second) } else { 2 };
        for (node, &gain) in (0u32..).zip(&gains) {
            waiting[kind(node, self.second[node as usize])].push((gain, node));
        }
        let (mut best, mut kept, mut cut) = (self.cut.cast_signed(), 0, self.cut.cast_signed());
        let mut order: Vec<u32> = Vec::new();
        // The side that gives its endpoint next: the larger one, or either.
        let mut lead = 0i64;
        loop {
            for heap in &mut waiting {
                while heap.peek().is_some_and(|&(gain, node)| moved[node as usize] || gains[node as usize] != gain) {
                    heap.pop();
                }
            }
            let allowed = [lead <= 0, lead >= 0, true];
            let top = |index: usize| waiting[index].peek().filter(|_| allowed[index]).map(|&top| (top, index));
            let Some(((gain, node), _)) = (0..3).filter_map(top).max() else { break };
            let from_second = self.second[node as usize];
            moved[node as usize] = true;
            order.push(node);
            self.second[node as usize] = !from_second;
            cut -= gain;
            if node < self.endpoints {
                lead += if from_second { -1 } else { 1 };
            }
            for &other in &self.neighbours[node as usize] {
                // A link that was cut no longer is, and the other way round.
                gains[other as usize] += if self.second[other as usize] == from_second { 2 } else { -2 };
                if !moved[other as usize] {
                    waiting[kind(other, self.second[other as usize])].push((gains[other as usize], other));
                }
            }
            if lead == 0 && cut < best {
                (best, kept) = (cut, order.len());
            }
        }
        for &node in &order[kept..] {
            self.second[node as usize] = !self.second[node as usize];
        }
        let improved = kept > 0;
        self.cut = best.cast_unsigned();
        improved
    }
}

/// All nodes that are reached from one, the nearest first.
fn by_distance(neighbours: &[Vec<u32>], from: u32) -> Vec<u32> {
    let mut seen = vec![false; neighbours.len()];
    seen[from as usize] = true;
    let mut order = vec![from];
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for &other in &neighbours[node as usize] {
            if !std::mem::replace(&mut seen[other as usize], true) {
                order.push(other);
            }
        }
    }
    order
}

fn shuffled(count: u32, generator: &mut Generator) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    generator.shuffle(&mut order);
    order
}

fn below(count: u32, generator: &mut Generator) -> u32 {
    u32::try_from(generator.below(u64::from(count))).unwrap_or(0)
}
