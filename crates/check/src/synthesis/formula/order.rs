//! The clauses that say that of two blocks of one origin the first is not sent later.
//!
//! The variables of what the origin sends, by step and then arc, are the row of a block; the row of the first is lexicographically not
//! below that of the second. Further variables say that the rows are equal so far.

use super::super::fault::Wrong;
use super::Question;
use super::clauses::Block;
use super::dimacs::Comparison;

/// Compares the clauses.
pub(super) fn compare(
    question: &Question,
    first: &Block<'_>,
    second: &Block<'_>,
    to: &mut Comparison<'_>,
) -> Result<(), Wrong> {
    let mut places = Vec::new();
    for (arc, window) in question.arcs.iter().zip(&first.windows.sent) {
        if arc.from == first.windows.origin {
            places.extend(window.steps.clone().map(|step| (step, window.variable(step))));
        }
    }
    // In the order of the arcs within a step.
    places.sort_by_key(|&(step, _)| step);
    let mut equal: Option<i32> = None;
    for variable in places.into_iter().filter_map(|(_, variable)| variable) {
        let (a, b) = (first.literal(variable), second.literal(variable));
        let unless: Vec<i32> = equal.map(|equal| -equal).into_iter().collect();
        to.clause(&[&[a, -b], &unless[..]].concat())?;
        let next = to.variables(1)?;
        to.clause(&[&[a, next], &unless[..]].concat())?;
        to.clause(&[&[-b, next], &unless[..]].concat())?;
        equal = Some(next);
    }
    Ok(())
}
