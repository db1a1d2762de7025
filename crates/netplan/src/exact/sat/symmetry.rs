//! The order of blocks that nothing tells apart.
//!
//! Blocks with the same origin and the same sinks can change their names: a permutation of them maps schedules to schedules. So if
//! there is a schedule, then there is one in which the first columns of the blocks, as rows of a matrix of truth values, fall
//! lexicographically (Crawford, Ginsberg, Luks and Roy, Symmetry-Breaking Predicates for Search Problems, 1996): sort the
//! rows. The columns are the transmissions over the arcs that leave the origin, step by step, so that earlier blocks leave earlier.

use super::block::Block;
use super::formula::{Formula, Literal};
use super::limits::Obstacle;
use logpine_network::digraph::Digraph;
use std::collections::HashMap;
use std::rc::Rc;

/// Adds that each block's row is not before that of the block of the same class before it.
pub fn add_order(graph: &Digraph, blocks: &[Block], formula: &mut Formula) -> Result<(), Obstacle> {
    let mut previous = HashMap::new();
    for block in blocks {
        let row = row(graph, block);
        // Blocks of a class share their windows.
        if let Some(before) = previous.insert(Rc::as_ptr(&block.windows), row.clone()) {
            add_not_before(&before, &row, formula)?;
        }
    }
    Ok(())
}

/// The columns of a block.
fn row(graph: &Digraph, block: &Block) -> Vec<Literal> {
    let leaving = graph.leaving(block.origin);
    let window = |&arc: &u32| block.windows.sent[arc as usize];
    let last = leaving.iter().map(|arc| window(arc).last).max().unwrap_or(0);
    (1..=last).flat_map(|step| leaving.iter().filter_map(move |&arc| block.sent(arc, step))).collect()
}

/// Adds that the first row is lexicographically at least the second. The variable of a column says that the rows are equal up to it; it
/// may also be true if they are not, but then an earlier column has decided.
fn add_not_before(first: &[Literal], second: &[Literal], formula: &mut Formula) -> Result<(), Obstacle> {
    let mut equal = None;
    for (&one, &other) in first.iter().zip(second) {
        let unequal: Option<Literal> = equal.map(|equal: Literal| !equal);
        formula.add([one, !other].into_iter().chain(unequal))?;
        let next = Literal::of_variable(formula.add_variables(1)?);
        formula.add([one, next].into_iter().chain(unequal))?;
        formula.add([!other, next].into_iter().chain(unequal))?;
        equal = Some(next);
    }
    Ok(())
}
