//! Checks of allgathers in which all ranks use one tree, translated.
//!
//! The ranks are vectors of coordinates, which are added modulo the sides. If v receives a block of rank 0 from u in step t, then
//! r + v receives that of rank r from r + u in step t, for all r. That is an allgather if the arcs from r + u to r + v are there
//! for all r, if no more vertices and blocks of rank 0 share the difference v - u and the step than these arcs carry, and if the tree
//! itself reaches every vertex after the vertex before it: two blocks meet on an arc only if they share difference and step.
//!
//! A reduce-scatter is the same with all arcs and steps turned around.

use super::fault::Wrong;
use super::sends::Executed;
use super::statement::{Arcs, Statement};
use logpine_models::job::MpiCollective;
use std::collections::HashMap;

/// The transmission by which a vertex receives a block of rank 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The step in which it is sent; 0 for rank 0 itself.
    pub step: u32,
    /// The vertex that sends it.
    pub from: u32,
}

/// Checks a tree with its translations. `sides` are those of the coordinates, of which the last is the fastest; `tree` has an entry for
/// each vertex and block of rank 0, with the index vertex times blocks plus block.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(n B log(n B) + n D) time for n vertices, B blocks of each, and D differences.
pub fn check_translated(statement: &Statement<'_>, sides: &[u32], tree: &[Hop]) -> Result<Executed, Wrong> {
    let arcs = statement.arcs()?;
    let (ranks, blocks) = (statement.ranks(), statement.blocks);
    let is_whole = statement.graph.vertices() == ranks;
    if !matches!(statement.collective, MpiCollective::Allgather | MpiCollective::ReduceScatter) || !is_whole {
        return Err(Wrong::new("only allgathers and reduce-scatters among all vertices are translations"));
    }
    let product = sides.iter().fold(1u64, |product, &side| product.saturating_mul(side.into()));
    let sizes = [
        ("vertices of the sides", product, u64::from(ranks)),
        ("entries of the tree", tree.len() as u64, u64::from(ranks) * u64::from(blocks)),
    ];
    if let Some(&(what, found, expected)) = sizes.iter().find(|(_, found, expected)| found != expected) {
        return Err(Wrong::new(format_args!("there are {found} {what}; {expected} are needed")));
    }
    let mut differences = Differences { statement, arcs: &arcs, sides, known: HashMap::new() };
    let mut used: Vec<(u32, u32, u64)> = Vec::new();
    let mut ends = vec![0u64; tree.len()];
    for (index, &Hop { step, from }) in tree.iter().enumerate() {
        let (vertex, block) = (narrow(index / blocks as usize), narrow(index % blocks as usize));
        if (step == 0) != (vertex == 0) {
            return Err(Wrong::new(format_args!("block {block} of rank 0 has step {step} at vertex {vertex}")));
        }
        if step > 0 {
            if from >= ranks {
                return Err(Wrong::new(format_args!("there is no arc from {from} to {vertex}")));
            }
            let (capacity, latency) = differences.find(difference(sides, vertex, from))?;
            used.push((difference(sides, vertex, from), step, capacity));
            ends[index] = u64::from(step) + u64::from(latency) - 1;
        }
    }
    for (index, &Hop { step, from }) in tree.iter().enumerate().filter(|(_, of)| of.step > 0) {
        let block = narrow(index % blocks as usize);
        if u64::from(step) <= ends[from as usize * blocks as usize + block as usize] {
            return Err(Wrong::new(format_args!(
                "vertex {from} sends block {block} of rank 0 in step {step}, and does not have it before"
            )));
        }
    }
    used.sort_unstable();
    for together in used.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let (to, step, capacity) = together[0];
        if together.len() as u64 > capacity {
            return Err(Wrong::new(format_args!(
                "{sent} blocks begin in step {step} on an arc to vertex {to}, more than its capacity",
                sent = together.len() as u64
            )));
        }
    }
    let sends = u64::from(ranks) * used.len() as u64;
    Ok(Executed { steps: ends.into_iter().max().unwrap_or(0), sends })
}

/// The arcs by the differences of their ends.
struct Differences<'a> {
    statement: &'a Statement<'a>,
    arcs: &'a Arcs,
    sides: &'a [u32],
    known: HashMap<u32, (u64, u32)>,
}

impl Differences<'_> {
    /// The least capacity, and the latency, of all arcs of a difference.
    fn find(&mut self, difference: u32) -> Result<(u64, u32), Wrong> {
        if let Some(&known) = self.known.get(&difference) {
            return Ok(known);
        }
        let backward = self.statement.collective.is_backward();
        let mut all: Option<(u64, u32)> = None;
        for rank in 0..self.statement.ranks() {
            let (from, to) = (rank, sum(self.sides, rank, difference));
            let (from, to) = if backward { (to, from) } else { (from, to) };
            let arc = self
                .arcs
                .find(from, to)
                .ok_or_else(|| Wrong::new(format_args!("there is no arc from {from} to {to}")))?;
            let arc = self.statement.graph.arcs()[arc as usize];
            let (capacity, latency) = all.unwrap_or((arc.capacity, arc.latency));
            if arc.latency != latency {
                return Err(Wrong::new(format_args!(
                    "the arc from {from} to {to} has another latency than the arc from 0 that it is translated from"
                )));
            }
            all = Some((capacity.min(arc.capacity), latency));
        }
        let found = all.ok_or_else(|| Wrong::new(format_args!("there is no arc from 0 to {difference}")))?;
        self.known.insert(difference, found);
        Ok(found)
    }
}

/// The vertex whose coordinates are combined from those of two.
fn combined(sides: &[u32], one: u32, other: u32, combine: impl Fn(u64, u64, u64) -> u64) -> u32 {
    let (mut vertex, mut stride) = (0, 1);
    for &side in sides.iter().rev() {
        let at = |of: u32| u64::from(of) / stride % u64::from(side);
        vertex += combine(at(one), at(other), side.into()) % u64::from(side) * stride;
        stride *= u64::from(side);
    }
    u32::try_from(vertex).unwrap_or(u32::MAX)
}

fn sum(sides: &[u32], one: u32, other: u32) -> u32 {
    combined(sides, one, other, |one, other, _| one + other)
}

fn difference(sides: &[u32], one: u32, other: u32) -> u32 {
    combined(sides, one, other, |one, other, side| one + side - other)
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
