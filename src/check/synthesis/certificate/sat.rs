//! A formula that a solver has to refute.
//!
//! The formula says that a schedule of T steps exists, see [`formula`](super::super::formula). If it has no solution, a schedule takes
//! T + 1 steps at least.

use super::WrongCertificate;
use crate::check::synthesis::formula::{Formula, check_steps};
use crate::check::synthesis::statement::Statement;
use crate::request::MpiCollective;

/// Checks that a formula says that there is a schedule of so many steps.
///
/// # Errors
/// The first [`WrongCertificate`].
///
/// **Complexity** O(length of the formula + (m log n) P) for m arcs, n vertices and P ranks.
pub(super) fn check(statement: &Statement<'_>, steps: u32, dimacs: &str) -> Result<Formula, WrongCertificate> {
    statement.arcs()?;
    match statement.collective {
        collective @ (MpiCollective::Scatter | MpiCollective::Gather | MpiCollective::Allreduce) => {
            Err(WrongCertificate::Collective { what: "a formula says", collective, instead: "node times do" })
        }
        _ => Ok(check_steps(statement, steps, dimacs)?),
    }
}
