//! A formula that a solver has to refute.
//!
//! The formula says that a schedule of T steps exists, see [`formula`](super::super::formula). If it has no solution, a schedule takes
//! T + 1 steps at least.

use super::super::fault::Wrong;
use crate::synthesis::formula::{Formula, check_steps};
use crate::synthesis::statement::Statement;
use logpine_models::job::MpiCollective;

/// Checks that a formula says that there is a schedule of so many steps.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(length of the formula + (m log n) P) for m arcs, n vertices and P ranks.
pub(super) fn check(statement: &Statement<'_>, steps: u32, dimacs: &str) -> Result<Formula, Wrong> {
    statement.arcs()?;
    match statement.collective {
        collective @ (MpiCollective::Scatter | MpiCollective::Gather | MpiCollective::Allreduce) => {
            Err(Wrong::new(format_args!("a formula says nothing about {collective}; node times do")))
        }
        _ => Ok(check_steps(statement, steps, dimacs)?),
    }
}
