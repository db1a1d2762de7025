//! Bounds on the rounds of an allgather in a number of steps, by linear programming.
//!
//! The certificate has a price for each arc and step, what a unit of its capacity costs, and a value for each rank r and vertex v,
//! what it is worth that v gets a block of r. Let hold(r, e, s) be the least numbers with
//!
//! ```text
//! hold(r, e, s) >= 0, hold(r, e, s + 1), worth(r, y, s + latency) - price(s, e)   for e = (x, y), x and y other than r
//! worth(r, y, t) = value(r, y) + sum of hold(r, e, t) over the arcs e from y that do not lead to r
//! ```
//!
//! where s + latency - 1 <= S, and hold(r, e, s) = 0 where it is not. If, for all arcs e = (r, y),
//!
//! ```text
//! worth(r, y, s + latency) <= price(s, e),    sum over e of capacity price(s, e) <= scale for each s,    value <= 0 at relays
//! ```
//!
//! then every allgather of C blocks of each rank in S steps takes R >= C (sum of values) / scale rounds.
//!
//! Proof. Take a block of r, and assume that no vertex receives it twice, nor r. The prices of its transmissions are at least, for
//! each, worth(r, y, s + latency) minus hold(r, e, s) if x is not r. Added up, that is the values of those who receive it, and,
//! for each y that receives it at the end of step t - 1, the sum over e from y of hold(r, e, t), minus the hold(r, e, s) of the
//! transmissions from y, one at most over each arc, with s >= t; so hold(r, e, t) >= hold(r, e, s), and the difference is not
//! negative. Relays that do not receive it have values of at most 0. So the prices of all transmissions are at least C (sum of
//! values). But an arc carries at most its capacity times `r_s` blocks in step s, so the prices are at most R scale.

mod program;
mod simplex;

pub use program::solve;

use logpine_network::digraph::Digraph;

/// A proof that an allgather of C blocks of each rank takes at least C times a ratio of rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The number of steps.
    pub steps: u32,
    /// The most the prices of a step may add up to.
    pub scale: u64,
    /// The price of each arc in each step, step by step: that of arc e in step s has the index (s - 1) arcs + e.
    pub prices: Vec<u64>,
    /// The value of a block of each rank at each vertex, rank by rank: that of r at v has the index r vertices + v; 0 at r itself.
    pub values: Vec<i64>,
}

impl Dual {
    /// The ratio that the rounds of a block are at least, as numerator and denominator; `None` if the numbers are no proof.
    ///
    /// **Complexity** O(ranks steps arcs).
    #[must_use]
    pub fn ratio(&self, graph: &Digraph) -> Option<(u64, u64)> {
        let (vertices, arcs) = (graph.vertices() as usize, graph.arcs().len());
        let sizes = (self.prices.len(), self.values.len());
        if sizes != (self.steps as usize * arcs, graph.compute() as usize * vertices) || self.scale == 0 {
            return None;
        }
        for step in 0..self.steps as usize {
            let mut sum = 0u128;
            for (price, arc) in self.prices[step * arcs..][..arcs].iter().zip(graph.arcs()) {
                sum = sum.checked_add(u128::from(*price).checked_mul(u128::from(arc.capacity))?)?;
            }
            if sum > u128::from(self.scale) {
                return None;
            }
        }
        let mut worth = Worth::new(graph, self.steps);
        let mut total = 0i64;
        for rank in 0..graph.compute() {
            let values = &self.values[rank as usize * vertices..][..vertices];
            let relays_gain = values[graph.compute() as usize..].iter().any(|&value| value > 0);
            if relays_gain || values[rank as usize] != 0 || worth.excess(self, rank, values)? > 0 {
                return None;
            }
            total = values.iter().try_fold(total, |total, &value| total.checked_add(value))?;
        }
        Some((u64::try_from(total).ok()?, self.scale))
    }
}

/// The worth of a block at each vertex and step.
struct Worth<'a> {
    graph: &'a Digraph,
    steps: u32,
    /// worth(r, y, t) - value(r, y), for t from 1 on, step by step; those beyond the last step are 0.
    later: Vec<i128>,
    /// hold(r, e, s) of the step after the present one.
    hold: Vec<i128>,
}

impl<'a> Worth<'a> {
    fn new(graph: &'a Digraph, steps: u32) -> Self {
        let later = vec![0; (steps as usize + 2) * graph.vertices() as usize];
        Self { graph, steps, later, hold: vec![0; graph.arcs().len()] }
    }

    /// The greatest amount by which the worth of what leaves the rank is above its price; `None` if numbers do not fit.
    fn excess(&mut self, dual: &Dual, rank: u32, values: &[i64]) -> Option<i128> {
        let vertices = self.graph.vertices() as usize;
        let mut most = i128::MIN;
        self.later.fill(0);
        self.hold.fill(0);
        for step in (1..=self.steps).rev() {
            for (index, arc) in self.graph.arcs().iter().enumerate() {
                let available = u64::from(step) + u64::from(arc.latency);
                if arc.to == rank || available > u64::from(self.steps) + 1 {
                    continue;
                }
                let available = usize::try_from(available).expect("a step");
                let price = dual.prices[(step as usize - 1) * self.graph.arcs().len() + index];
                let worth =
                    self.later[available * vertices + arc.to as usize].checked_add(values[arc.to as usize].into())?;
                let gain = worth.checked_sub(price.into())?;
                if arc.from == rank {
                    most = most.max(gain);
                } else {
                    self.hold[index] = self.hold[index].max(gain);
                }
            }
            for (hold, arc) in self.hold.iter().zip(self.graph.arcs()) {
                let later = &mut self.later[step as usize * vertices + arc.from as usize];
                *later = later.checked_add(*hold)?;
            }
        }
        Some(most)
    }
}

#[cfg(test)]
mod tests;
