//! Prices and values.
//!
//! In a schedule of S steps with R rounds, an arc carries its capacity times `r_s` blocks in step s, and `r_1 + .. + r_S = R`.
//! A certificate that an allgather of C blocks of each rank takes R / C >= p / q has a price for each arc and step, and a value
//! of a block of each rank at each vertex. To receive a block of r over the arc e = (x, y) in step s is worth
//!
//! ```text
//! gain(r, e, s) = value(r, y) + sum over arcs f from y that do not lead to r of best(r, f, s + latency(e))
//! best(r, f, t) = greatest of 0 and of gain(r, f, u) - price(f, u) over all u >= t that end by step S
//! ```
//!
//! where y is not r. If no gain over an arc from r is above the price, if no relay has a value above 0, and if prices times
//! capacities add up to at most `scale` in each step, then the sum of all values is at most R scale / C.
//!
//! *Proof.* Let no vertex receive a block of r twice, nor r at all, which a schedule can leave out. A transmission over f in step u
//! costs price(f, u) >= gain(r, f, u) - best(r, f, u), or gain(r, f, u) if f leaves r. Add that up over all transmissions of the block:
//! a vertex y that has it from step t on adds its value and best(r, f, t) for each arc f from y, and takes off best(r, f, u), with
//! u >= t, for each of those it uses, once at most; as best falls with the step, no less than the value is left. Vertices that do not
//! receive the block are relays, with values of at most 0. So a block costs at least the sum of its values, and all blocks together
//! at most R scale. ∎
//!
//! *Reduce-scatters* over arcs of one step are allgathers with all arcs and steps turned around, as in [`super::times`].

use super::super::fault::Wrong;
use super::{RoundsBound, rounds_turn_around};
use crate::synthesis::statement::Statement;
use logpine_models::job::MpiCollective;
use logpine_network::digraph::Arc;

/// Prices and values for a number of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The claim.
    pub bound: RoundsBound,
    /// The most that the prices of a step add up to.
    pub scale: u64,
    /// The price of each arc, step by step.
    pub prices: Vec<u64>,
    /// The value of a block at each vertex, rank by rank; 0 at the rank itself.
    pub values: Vec<i64>,
}

/// The most triples of a rank, an arc and a step.
const MOST: u64 = 1 << 32;

/// Checks all duals, and returns what they claim.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(P S m) time for P ranks, S steps and m arcs, at most 2^32.
pub(super) fn check(statement: &Statement<'_>, duals: &[Dual]) -> Result<Vec<RoundsBound>, Wrong> {
    statement.arcs()?;
    if !matches!(statement.collective, MpiCollective::Allgather | MpiCollective::ReduceScatter) {
        let (what, instead) = ("prices say", "node times do");
        return Err(Wrong::new(format_args!(
            "{what} nothing about {collective}; {instead}",
            collective = statement.collective
        )));
    }
    rounds_turn_around(statement)?;
    if duals.is_empty() {
        return Err(Wrong::new("the list is empty, and proves nothing"));
    }
    let arcs: Vec<Arc> = statement.spreading().collect();
    duals.iter().map(|dual| check_one(statement, &arcs, dual)).collect()
}

fn check_one(statement: &Statement<'_>, arcs: &[Arc], dual: &Dual) -> Result<RoundsBound, Wrong> {
    let RoundsBound { steps, p, q } = dual.bound;
    let (vertices, ranks) = (statement.graph.vertices(), statement.ranks());
    let of_prices = u64::from(steps).saturating_mul(arcs.len() as u64);
    let expected = [
        ("prices", dual.prices.len(), of_prices),
        ("values", dual.values.len(), u64::from(ranks) * u64::from(vertices)),
    ];
    if let Some(&(what, found, expected)) = expected.iter().find(|(_, found, expected)| *found as u64 != *expected) {
        return Err(Wrong::new(format_args!("there are {found} {what} for {steps} steps; {expected} are needed")));
    }
    if of_prices.saturating_mul(ranks.into()) > MOST {
        return Err(Wrong::new(format_args!("a check of {steps} steps would take too long")));
    }
    check_prices(arcs, dual)?;
    let mut gains = Gains { arcs, dual, worth: Vec::new(), best: Vec::new() };
    let mut total = 0i128;
    for rank in 0..ranks {
        let values = &dual.values[rank as usize * vertices as usize..][..vertices as usize];
        check_values(rank, ranks, values)?;
        gains.check(rank, values)?;
        total += values.iter().map(|&value| i128::from(value)).sum::<i128>();
    }
    let ratio = |need| Wrong::new(format_args!("the bound is {need}/{crossing}, not {p}/{q}", crossing = dual.scale));
    let need = u128::try_from(total).map_err(|_| ratio(0))?;
    let same = u128::from(p).checked_mul(dual.scale.into()) == need.checked_mul(q.into());
    if q > 0 && dual.scale > 0 && same { Ok(dual.bound) } else { Err(ratio(need)) }
}

fn check_prices(arcs: &[Arc], dual: &Dual) -> Result<(), Wrong> {
    for (step, prices) in (1u32..).zip(dual.prices.chunks(arcs.len().max(1))) {
        let of_arcs = prices.iter().zip(arcs).map(|(&price, arc)| u128::from(price) * u128::from(arc.capacity));
        let sum = of_arcs.fold(0, u128::saturating_add);
        if sum > dual.scale.into() {
            return Err(Wrong::new(format_args!(
                "the prices of step {step} are {sum} for all capacities together, more than the scale {scale}",
                scale = dual.scale
            )));
        }
    }
    Ok(())
}

fn check_values(rank: u32, ranks: u32, values: &[i64]) -> Result<(), Wrong> {
    for (vertex, &value) in (0u32..).zip(values) {
        let wrong = |allowed| {
            Err(Wrong::new(format_args!("a block of rank {rank} has the value {value} at vertex {vertex}; {allowed}")))
        };
        if vertex == rank && value != 0 {
            return wrong("it is 0 where the block comes from");
        }
        if vertex >= ranks && value > 0 {
            return wrong("it is at most 0 at relays");
        }
    }
    Ok(())
}

/// The gains of blocks of a rank.
struct Gains<'a> {
    arcs: &'a [Arc],
    dual: &'a Dual,
    /// The worth of having the block at the end of a step, at each vertex, step by step from 0 on.
    worth: Vec<i128>,
    /// The best gain over each arc from the step at hand on.
    best: Vec<i128>,
}

impl Gains<'_> {
    /// Checks that no gain over an arc from the rank is above its price.
    fn check(&mut self, rank: u32, values: &[i64]) -> Result<(), Wrong> {
        let steps = self.dual.bound.steps as usize;
        self.best.clear();
        self.best.resize(self.arcs.len(), 0);
        self.worth.clear();
        // To have a block at the end of the last step is worth its value.
        self.worth.extend((0..=steps).flat_map(|_| values.iter().map(|&value| i128::from(value))));
        // What is saturated stays far above all prices, and is refused where it is compared with one.
        for step in (1..=steps).rev() {
            for (index, arc) in self.arcs.iter().enumerate().filter(|(_, arc)| arc.to != rank) {
                let end = step as u64 + u64::from(arc.latency) - 1;
                let Some(end) = usize::try_from(end).ok().filter(|&end| end <= steps) else { continue };
                let gain = self.worth[end * values.len() + arc.to as usize];
                let price = self.dual.prices[(step - 1) * self.arcs.len() + index];
                if arc.from != rank {
                    self.best[index] = self.best[index].max(gain - i128::from(price));
                } else if gain > price.into() {
                    let step = u32::try_from(step).unwrap_or(u32::MAX);
                    return Err(Wrong::new(format_args!(
                        "a block of rank {rank} is worth {worth} over the arc from {rank} to {to} in step {step}, more than its price {price}",
                        to = arc.to,
                        worth = gain
                    )));
                }
            }
            // A block that is there at the end of a step can be passed on from the next one on.
            for (index, arc) in self.arcs.iter().enumerate() {
                let worth = &mut self.worth[(step - 1) * values.len() + arc.from as usize];
                *worth = worth.saturating_add(self.best[index]);
            }
        }
        Ok(())
    }
}
