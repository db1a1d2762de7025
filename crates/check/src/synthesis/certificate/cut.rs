//! Cuts.
//!
//! Let S be a set of vertices that misses a rank. All data of the ranks in S must leave S. If each rank has a unit of data, S has s
//! ranks, and the arcs that leave S have the capacity C, a unit takes a time of at least s/C. If a single root has a unit, and S
//! has the root, it takes 1/C. In reductions the arcs that enter S count.

use super::super::fault::Wrong;
use super::check_ratio;
use crate::synthesis::statement::Statement;
use logpine_models::job::MpiCollective;

/// Checks that a set of vertices proves that the time per unit is at least p/q. Of the statement, the number of blocks has no meaning.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(m log m) time for m arcs.
pub(super) fn check(statement: &Statement<'_>, p: u64, q: u64, set: &[u32]) -> Result<(), Wrong> {
    statement.arcs()?;
    let instead = match statement.collective {
        MpiCollective::Scatter | MpiCollective::Gather => Some("node times do"),
        MpiCollective::Allreduce => Some("a partition does"),
        _ => None,
    };
    if let Some(instead) = instead {
        return Err(Wrong::new(format_args!(
            "a cut says nothing about {collective}; {instead}",
            collective = statement.collective
        )));
    }
    let (vertices, ranks) = (statement.graph.vertices(), statement.ranks());
    let mut inside = vec![false; vertices as usize];
    for &vertex in set {
        match inside.get_mut(vertex as usize) {
            None => {
                return Err(Wrong::new(format_args!(
                    "there is no vertex {vertex}; the vertices are 0 to {last}",
                    last = vertices - 1
                )));
            }
            Some(true) => return Err(Wrong::new(format_args!("vertex {vertex} is in the set twice"))),
            Some(is_inside) => *is_inside = true,
        }
    }
    let of_ranks = &inside[..ranks as usize];
    if of_ranks.iter().all(|&is_inside| is_inside) {
        return Err(Wrong::new("all ranks are in the set; one must be missing"));
    }
    let need = if !statement.collective.is_rooted() {
        of_ranks.iter().filter(|&&is_inside| is_inside).count() as u128
    } else if of_ranks[statement.root as usize] {
        1
    } else {
        return Err(Wrong::new(format_args!("the root {root} is not in the set", root = statement.root)));
    };
    let leaving = statement.spreading().filter(|arc| inside[arc.from as usize] && !inside[arc.to as usize]);
    let crossing: u128 = leaving.map(|arc| u128::from(arc.capacity)).sum();
    check_ratio(need, crossing, p, q)
}
