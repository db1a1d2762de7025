//! The clauses that say that at most so many of some literals are true: all pairs of a few, or else a sequential counter (Sinz,
//! Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, 2005).

use super::super::fault::Wrong;
use super::dimacs::Comparison;
use std::ops::Range;

/// The most literals whose pairs are excluded one by one.
const PAIRS: usize = 5;

/// Compares the clauses.
pub(super) fn compare(literals: &[i32], most: u64, to: &mut Comparison<'_>) -> Result<(), Wrong> {
    let count = literals.len() as u64;
    if count <= most {
        return Ok(());
    }
    if count == most + 1 {
        let none: Vec<i32> = literals.iter().map(|literal| -literal).collect();
        return to.clause(&none);
    }
    if most == 1 && literals.len() <= PAIRS {
        for (i, one) in literals.iter().enumerate() {
            for other in &literals[..i] {
                to.clause(&[-one, -other])?;
            }
        }
        return Ok(());
    }
    let first = to.variables((count - 1).saturating_mul(most))?;
    // The variables exist, so that `most` and the indices fit.
    let width = i32::try_from(most).map_err(|_| Wrong::new("a check of the formula would take too much memory"))?;
    let Some((last, counted)) = literals.split_last() else { return Ok(()) };
    let mut before: Option<Range<i32>> = None;
    for (i, x) in (0i32..).zip(counted) {
        let row = first + i * width..first + (i + 1) * width;
        if let Some(before) = &before {
            to.clause(&[-x, -(before.end - 1)])?;
        }
        to.clause(&[-x, row.start])?;
        let mut fewer: Option<i32> = None;
        for (was, is) in before.into_iter().flatten().zip(row.clone()) {
            to.clause(&[-was, is])?;
            if let Some(fewer) = fewer {
                to.clause(&[-x, -fewer, is])?;
            }
            fewer = Some(was);
        }
        before = Some(row);
    }
    before.map_or(Ok(()), |before| to.clause(&[-last, -(before.end - 1)]))
}
