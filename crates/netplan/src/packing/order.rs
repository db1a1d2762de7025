//! The order in which links through a switch are joined.

use logpine_text::random::Generator;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Distances in hops on a network that changes.
pub struct Hops {
    leaving: Vec<Vec<u32>>,
    distances: Vec<u32>,
    queue: Vec<u32>,
}

impl Hops {
    /// The distances over open arcs that avoid a vertex.
    pub fn new(vertices: u32, arcs: impl Iterator<Item = [u32; 2]>, avoided: u32) -> Self {
        let mut leaving = vec![Vec::new(); vertices as usize];
        for [from, to] in arcs.filter(|ends| !ends.contains(&avoided)) {
            leaving[from as usize].push(to);
        }
        Self { leaving, distances: Vec::new(), queue: Vec::new() }
    }

    /// Adds an arc.
    pub fn add(&mut self, [from, to]: [u32; 2]) {
        if !self.leaving[from as usize].contains(&to) {
            self.leaving[from as usize].push(to);
        }
    }

    fn distance(&mut self, [from, to]: [u32; 2]) -> u32 {
        if self.leaving[from as usize].contains(&to) {
            return 1;
        }
        self.distances.clear();
        self.distances.resize(self.leaving.len(), u32::MAX);
        self.distances[from as usize] = 0;
        self.queue.clear();
        self.queue.push(from);
        let mut at = 0;
        while let Some(&vertex) = self.queue.get(at).filter(|_| self.distances[to as usize] == u32::MAX) {
            at += 1;
            for &next in &self.leaving[vertex as usize] {
                if self.distances[next as usize] == u32::MAX {
                    self.distances[next as usize] = self.distances[vertex as usize] + 1;
                    self.queue.push(next);
                }
            }
        }
        self.distances[to as usize]
    }
}

/// The pairs of neighbours that are left in a pass, those that are farthest apart first, and in random order where distances are
/// the same. Distances only shrink while links are joined, so they are computed again when a pair comes first.
pub struct Order(BinaryHeap<(u32, u64, Reverse<[u32; 2]>)>);

impl Order {
    pub fn new(pairs: &[[u32; 2]], random: &mut Generator) -> Self {
        Self(pairs.iter().map(|&pair| (u32::MAX, random.next(), Reverse(pair))).collect())
    }

    /// Removes the first pair.
    pub fn next(&mut self, hops: &mut Hops) -> Option<[u32; 2]> {
        loop {
            let (known, random, Reverse(pair)) = self.0.pop()?;
            let distance = hops.distance(pair);
            if distance == known || self.0.peek().is_none_or(|next| (distance, random, Reverse(pair)) >= *next) {
                return Some(pair);
            }
            self.0.push((distance, random, Reverse(pair)));
        }
    }
}
