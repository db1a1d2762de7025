//! Hops between endpoints.

use crate::{Grid, Network, Wrap};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Hops on shortest paths between different endpoints, over ordered pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// The largest number of hops between two endpoints (the paper's `diameter`).
    pub diameter: u32,
    /// The sum over all pairs.
    pub sum: u128,
    /// The number of pairs.
    pub pairs: u128,
}

impl Distances {
    /// The largest number of arcs that a search from all endpoints follows: about a second.
    const MOST_STEPS: u64 = 1 << 29;

    /// The distances between all endpoints; `None` if the search would follow more than 2^29 arcs. Grids of any size are
    /// computed from their sides.
    ///
    /// **Complexity** O(endpoints * arcs / 64) at best, with as many sources searched at a time, O(endpoints * arcs) at worst.
    #[must_use]
    pub fn new(network: &Network) -> Option<Self> {
        if let Some(grid) = network.grid() {
            return Some(Self::of_grid(grid));
        }
        let arcs = network.links().len() as u64 * 2;
        let batches = network.endpoints().div_ceil(u64::BITS);
        if u64::from(batches).saturating_mul(arcs) > Self::MOST_STEPS {
            return None;
        }
        let nodes = network.nodes() as usize;
        // The total of all batches does not depend on their order, so neither does giving up.
        let left = Steps(AtomicU64::new(Self::MOST_STEPS));
        let found = (0..batches)
            .into_par_iter()
            .map_init(|| Search::new(nodes), |search, batch| search.batch(network, batch * u64::BITS, &left))
            .try_reduce(Self::default, |one, other| Some(one.with(other)))?;
        let endpoints = u128::from(network.endpoints());
        Some(Self { pairs: endpoints * (endpoints - 1), ..found })
    }

    /// Sums hops over the dimensions of a grid.
    fn of_grid(grid: &Grid) -> Self {
        let nodes: u128 = grid.sides.iter().map(|&side| u128::from(side)).product();
        let mut distances = Self { pairs: nodes * (nodes - 1), ..Self::default() };
        for &side in &grid.sides {
            let long = u128::from(side);
            // Over ordered pairs of a path or a cycle of `side` nodes.
            let (sum, diameter) = match grid.wraps {
                Wrap::Open => (long * (long * long - 1) / 3, side - 1),
                Wrap::Around => (long * (long * long / 4), side / 2),
            };
            distances.sum += sum * (nodes / long) * (nodes / long);
            distances.diameter += diameter;
        }
        distances
    }

    fn with(self, other: Self) -> Self {
        Self { diameter: self.diameter.max(other.diameter), sum: self.sum + other.sum, pairs: self.pairs + other.pairs }
    }

    /// The paper's `avgDistance`; 0 for a single endpoint.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.pairs == 0 { 0.0 } else { self.sum as f64 / self.pairs as f64 }
    }
}

/// The number of arcs that all searches together may still follow.
struct Steps(AtomicU64);

impl Steps {
    /// Takes `steps` of them; `None` if too few are left.
    fn take(&self, steps: u64) -> Option<()> {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(steps)).ok().map(drop)
    }
}

/// A breadth-first search from up to 64 nodes at a time, a bit for each.
struct Search {
    seen: Vec<u64>,
    /// The searches that reached each node in the last step, and in this one.
    front: Vec<u64>,
    next: Vec<u64>,
    active: Vec<u32>,
    reached: Vec<u32>,
}

impl Search {
    fn new(nodes: usize) -> Self {
        let none = || vec![0; nodes];
        Self { seen: none(), front: none(), next: none(), active: Vec::new(), reached: Vec::new() }
    }

    /// The distances from the endpoints `first..first + 64` to all; `None` if they take more steps than are left.
    fn batch(&mut self, network: &Network, first: u32, left: &Steps) -> Option<Distances> {
        // Clearing takes about as long as that.
        left.take(self.seen.len() as u64 / 8)?;
        self.seen.fill(0);
        self.active.clear();
        for source in first..network.endpoints().min(first.saturating_add(u64::BITS)) {
            let bit = 1 << (source - first);
            self.seen[source as usize] = bit;
            self.front[source as usize] = bit;
            self.active.push(source);
        }
        let mut distances = Distances::default();
        for hops in 1u32.. {
            if self.active.is_empty() {
                break;
            }
            left.take(self.active.iter().map(|&node| 1 + network.arcs(node).len() as u64).sum())?;
            let reached = self.step(network);
            if reached > 0 {
                distances.sum += u128::from(reached) * u128::from(hops);
                distances.diameter = hops;
            }
        }
        Some(distances)
    }

    /// Advances one hop. Returns the number of endpoints newly reached, summed over the searches.
    fn step(&mut self, network: &Network) -> u64 {
        for &node in &self.active {
            let front = std::mem::take(&mut self.front[node as usize]);
            for arc in network.arcs(node) {
                let to = arc.to as usize;
                let new = front & !self.seen[to];
                if new != 0 {
                    if self.next[to] == 0 {
                        self.reached.push(arc.to);
                    }
                    self.next[to] |= new;
                }
            }
        }
        let mut endpoints = 0;
        for &node in &self.reached {
            let new = std::mem::take(&mut self.next[node as usize]);
            self.seen[node as usize] |= new;
            self.front[node as usize] = new;
            if node < network.endpoints() {
                endpoints += u64::from(new.count_ones());
            }
        }
        self.active.clear();
        std::mem::swap(&mut self.active, &mut self.reached);
        endpoints
    }
}
