//! The formula that says that there is a schedule in so many steps.
//!
//! The guide `network_plans` says, under *Formulas*, which variables and clauses it has. A file with a formula is checked by
//! writing the formula of its statement, and comparing the two clause by clause. That it has no solution is left to a solver.
//!
//! *If there is a schedule, the formula has a solution.* Leave out of the schedule what leads to nobody in need of the block, and
//! what brings a block to where it is. The rest says of each variable if it is true. Blocks of one origin can change places, so
//! that they can be sorted as the formula wants them. Further variables count.

mod at_most;
mod clauses;
mod dimacs;
mod order;
mod windows;

pub use dimacs::Formula;

use super::fault::Wrong;
use super::statement::Statement;
use clauses::Block;
use dimacs::Comparison;
use logpine_network::digraph::Arc;
use windows::Windows;

/// What a formula says: that there is a schedule.
#[derive(Debug)]
pub(super) struct Question {
    vertices: u32,
    /// The number of ranks, the first vertices.
    ranks: u32,
    /// The arcs, in the direction in which blocks spread.
    arcs: Vec<Arc>,
    /// The number of steps.
    steps: u32,
    /// With one port: the step at whose end each vertex must have the block, if it is a rank.
    deadlines: Option<Vec<u32>>,
}

/// The most pairs of an origin and a vertex or an arc.
const MOST_WINDOWS: u64 = 1 << 24;

/// Checks that a formula says that all blocks of a statement spread in so many steps, each from one rank to all.
///
/// *Requires* a correct statement.
///
/// # Errors
/// [`Wrong`] if it does not.
///
/// **Complexity** O(length of the formula + (m log n) P) for m arcs, n vertices and P ranks.
pub(super) fn check_steps(statement: &Statement<'_>, steps: u32, dimacs: &str) -> Result<Formula, Wrong> {
    let comparison = Comparison::new(dimacs)?;
    // Each block has a clause of its own, for a rank that needs it.
    let blocks = statement.all_blocks();
    if u64::from(blocks) > comparison.formula().clauses {
        return Err(Wrong::new(format_args!("the formula has fewer clauses than there are blocks, {blocks}")));
    }
    let origins: Vec<u32> = (0..blocks).map(|block| statement.owner(block)).collect();
    Question::new(statement, steps, None).check(&origins, comparison)
}

/// Checks that a formula says that a block of the root spreads in so many steps, with a call of each vertex in a step. Ranks must
/// have it at their deadlines.
///
/// *Requires* a correct statement.
///
/// # Errors
/// [`Wrong`] if it does not.
///
/// **Complexity** O(length of the formula + m log n) for m arcs and n vertices.
pub(super) fn check_calls(
    statement: &Statement<'_>,
    steps: u32,
    deadlines: Vec<u32>,
    dimacs: &str,
) -> Result<Formula, Wrong> {
    Question::new(statement, steps, Some(deadlines)).check(&[statement.root], Comparison::new(dimacs)?)
}

impl Question {
    fn new(statement: &Statement<'_>, steps: u32, deadlines: Option<Vec<u32>>) -> Self {
        let (vertices, ranks) = (statement.graph.vertices(), statement.ranks());
        Self { vertices, ranks, arcs: statement.spreading().collect(), steps, deadlines }
    }

    /// The step at whose end a rank must have the block.
    fn deadline(&self, rank: u32) -> u64 {
        self.deadlines.as_ref().map_or(self.steps, |deadlines| deadlines[rank as usize]).into()
    }

    /// Compares a formula with the one of blocks with these origins, those of one origin next to each other.
    fn check(&self, origins: &[u32], mut to: Comparison<'_>) -> Result<Formula, Wrong> {
        let classes: Vec<&[u32]> = origins.chunk_by(|one, other| one == other).collect();
        let of_class = u64::from(self.vertices) + self.arcs.len() as u64;
        if classes.len() as u64 * of_class > MOST_WINDOWS {
            return Err(Wrong::new("a check of the formula would take too much memory"));
        }
        let windows: Vec<Windows> = classes.iter().map(|class| Windows::new(self, class[0])).collect();
        let mut blocks = Vec::with_capacity(origins.len());
        for (windows, class) in windows.iter().zip(&classes) {
            for _ in *class {
                // The variable of a block without windows is for the contradiction.
                let first = to.variables(windows.variables.max(1))?;
                blocks.push(Block { windows, first });
            }
        }
        clauses::compare(self, &blocks, &mut to)?;
        for pair in blocks.windows(2).filter(|pair| pair[0].windows.origin == pair[1].windows.origin) {
            order::compare(self, &pair[0], &pair[1], &mut to)?;
        }
        to.end()
    }
}
