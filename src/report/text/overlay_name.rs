//! The names of overlay trees in the rows of rankings.

use super::rows::Row;
use crate::answer::{Candidate, NON_UNIFORM, OverlayTree};
use crate::report::overlay_name::fanouts;
pub use crate::report::overlay_name::{of, of_family, of_people, with_parameters};
use itertools::Itertools;
use logpine_trees::tree::families;

/// The names of all who use a tree, and its fanouts from the root down if a family lists them, in place of other parameters:
/// `CBTF, STAT, sqrt(N): 10,10`.
pub fn of_row(row: &Row<OverlayTree>) -> String {
    let mut candidates: Vec<_> = row.candidates.iter().filter(|candidate| candidate.family != NON_UNIFORM).collect();
    candidates.sort_by_key(|candidate| (families::facts(candidate.family).place, candidate.family));
    let fanouts = row.candidates.iter().find_map(|candidate| fanouts(&candidate.parameters));
    let name = |candidate: &&Candidate<OverlayTree>| match &fanouts {
        // The fanouts say k. The number of a setting is shown even so.
        Some(_) if families::facts(candidate.family).title.is_none() => {
            of_people(candidate.family, &candidate.parameters).to_owned()
        }
        _ => of(candidate),
    };
    let names = match candidates.iter().map(|candidate| name(candidate)).dedup().join(", ") {
        none if none.is_empty() && fanouts.is_none() => of_family(NON_UNIFORM).to_owned(),
        names => names,
    };
    match fanouts {
        Some(fanouts) if names.is_empty() => fanouts,
        Some(fanouts) => format!("{fanouts}  {names}"),
        None => names,
    }
}
