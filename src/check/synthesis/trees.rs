//! Checks of packings of trees.
//!
//! A packing gives every root trees with weights that sum up to the same K; a rank's data are cut into parts in proportion to
//! the weights, and each part takes its tree. With the time p/q per unit (the data of a rank), an arc of capacity c carries
//! c p/q in that time, and the trees ask for load / K. So what must hold is load * q <= c * p * K.

use super::fault::{Fault, Faults, Limits};
use super::spanning::Trees;
use super::statement::{Arcs, Statement};
use super::tree_edge::{TreeEdge, WrongTree};
use crate::request::MpiCollective;

/// A packing with its claims. Of the statement, the number of blocks has no meaning.
///
/// For an allreduce, which is a reduce-scatter and then an allgather, the edges are those of the allgather; the
/// reduce-scatter takes the same trees with all paths turned around, and p/q is the time of each of the two.
#[derive(Clone, Copy, Debug)]
pub struct Packing<'a> {
    /// Time per unit: the numerator.
    pub p: u64,
    /// Time per unit: the denominator.
    pub q: u64,
    /// The number of edges from a root to the deepest rank of all trees, if it is claimed.
    pub height: Option<u32>,
    /// The edges of all trees, in any order.
    pub edges: &'a [TreeEdge],
}

/// The measures of a correct packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The number of trees.
    pub trees: u64,
    /// The sum K of the weights of each root.
    pub weight: u64,
    /// The greatest number of edges from a root to a rank.
    pub height: u32,
}

/// Checks a packing: every tree spans all ranks; its paths lead over arcs, between the ranks of their edges through vertices
/// that are no ranks; the weights of each root have the same sum; no arc carries more than it can in the time; the height is
/// as claimed. Trees may be numbered in any way.
///
/// # Errors
/// The first faults, at most [`Limits::faults`]: those of single edges if there are any, else those of trees, else those of
/// sums and loads.
///
/// **Complexity** O(n log n + m log m) time for n vertices on all paths and m arcs; 4 bytes an edge, 16 a rank and 32 an arc.
pub fn check_trees(
    statement: &Statement<'_>,
    packing: &Packing<'_>,
    limits: &Limits,
) -> Result<Packed, Vec<Fault<WrongTree>>> {
    let mut faults = Faults::new(limits);
    let fatal = |wrong: WrongTree| vec![Fault { row: None, wrong }];
    if matches!(statement.collective, MpiCollective::Scatter | MpiCollective::Gather) {
        return Err(fatal(WrongTree::Collective(statement.collective)));
    }
    let arcs = Statement { blocks: 1, ..*statement }.arcs().map_err(|wrong| fatal(wrong.into()))?;
    let Packing { p, q, height: claimed, edges } = *packing;
    if p == 0 || q == 0 {
        return Err(fatal(WrongTree::Throughput { p, q }));
    }
    let rows = u32::try_from(edges.len()).map_err(|_| fatal(WrongTree::TooMany { edges: edges.len() }))?;
    for (row, edge) in edges.iter().enumerate() {
        check_edge(statement, &arcs, row, edge, &mut faults);
    }
    if !faults.is_empty() {
        return faults.or(Packed { trees: 0, weight: 0, height: 0 });
    }
    let mut order: Vec<u32> = (0..rows).collect();
    order.sort_unstable_by_key(|&row| (edges[row as usize].tree, row));
    let mut trees = Trees::new(statement, edges);
    for rows in order.chunk_by(|&a, &b| edges[a as usize].tree == edges[b as usize].tree) {
        trees.add(rows, &mut faults);
    }
    let packed = Packed { trees: trees.count, weight: trees.common_weight(&mut faults), height: trees.height };
    if faults.is_empty() {
        check_loads(statement, &arcs, packing, packed.weight, &mut faults);
        if let Some(claimed) = claimed.filter(|&claimed| claimed != packed.height) {
            faults.add(None, WrongTree::Height { height: packed.height, claimed });
        }
    }
    faults.or(packed)
}

/// Checks what can be seen of an edge by itself.
fn check_edge(statement: &Statement<'_>, arcs: &Arcs, row: usize, edge: &TreeEdge, faults: &mut Faults<WrongTree>) {
    let ranks = statement.ranks();
    let mut add = |wrong| faults.add(Some(row), wrong);
    for vertex in [edge.root, edge.child, edge.parent] {
        if vertex >= ranks {
            add(WrongTree::NoSuchRank { vertex, last: ranks - 1 });
        }
    }
    if edge.weight == 0 {
        add(WrongTree::NoWeight { tree: edge.tree });
    }
    if statement.collective.is_rooted() && edge.root != statement.root {
        add(WrongTree::WrongRoot { tree: edge.tree, root: edge.root });
    }
    let upwards = statement.collective.is_backward();
    let (from, to) = if upwards { (edge.child, edge.parent) } else { (edge.parent, edge.child) };
    if edge.path.len() < 2 || edge.path.first() != Some(&from) || edge.path.last() != Some(&to) {
        return add(WrongTree::Ends { from, to });
    }
    for &rank in edge.path[1..edge.path.len() - 1].iter().filter(|&&vertex| vertex < ranks) {
        add(WrongTree::Through { rank });
    }
    for hop in edge.path.windows(2) {
        if arcs.find(hop[0], hop[1]).is_none() {
            add(WrongTree::NoSuchArc { from: hop[0], to: hop[1] });
        }
        if statement.collective == MpiCollective::Allreduce && arcs.find(hop[1], hop[0]).is_none() {
            add(WrongTree::NoSuchArc { from: hop[1], to: hop[0] });
        }
    }
}

/// Counts the load of each arc, and checks that it fits.
fn check_loads(
    statement: &Statement<'_>,
    arcs: &Arcs,
    packing: &Packing<'_>,
    weight: u64,
    faults: &mut Faults<WrongTree>,
) {
    let Packing { p, q, edges, .. } = *packing;
    // A load is below 2^64 times the number of hops, far below 2^128.
    let mut forward = vec![0u128; statement.graph.arcs().len()];
    let mut backward = forward.clone();
    for (edge, hop) in edges.iter().flat_map(|edge| edge.path.windows(2).map(move |hop| (edge, hop))) {
        for (loads, from, to) in [(&mut forward, hop[0], hop[1]), (&mut backward, hop[1], hop[0])] {
            if let Some(arc) = arcs.find(from, to) {
                loads[arc as usize] += u128::from(edge.weight);
            }
        }
    }
    let both = statement.collective == MpiCollective::Allreduce;
    for (index, arc) in statement.graph.arcs().iter().enumerate() {
        let load = if both { forward[index].max(backward[index]) } else { forward[index] };
        let allowed = u128::from(arc.capacity).checked_mul(u128::from(p)).map(|c| c.checked_mul(u128::from(weight)));
        let (from, to, capacity) = (arc.from, arc.to, arc.capacity);
        match (load.checked_mul(u128::from(q)), allowed) {
            // Beyond 128 bits the right side is greater than any load.
            (Some(needed), Some(Some(allowed))) if needed > allowed => {
                faults.add(None, WrongTree::Load { from, to, load, weight, capacity, p, q });
            }
            (None, _) => faults.add(None, WrongTree::Overflow),
            _ => {}
        }
    }
}
