//! The names of overlay trees in the rows of rankings.

use super::rows::Row;
use crate::answer::{Candidate, NON_UNIFORM, OverlayTree};
use crate::report::overlay_name::{fanouts, with_fanouts};
pub use crate::report::overlay_name::{of, of_family, with_parameters};
use itertools::Itertools;

/// The families in the order in which a row names them: rules of tools first.
const ORDER: [&str; 23] = [
    "cbtf",
    "stat",
    "sqrt",
    "slurm",
    "slurm-16",
    "slurm-30",
    "slurm-50",
    "slurm-cube-root",
    "slurm-greedy",
    "slurm-greedy-50",
    "prrte",
    "prrte-64",
    "flux-kary",
    "flux-kary-32",
    "flux-mincrit",
    "flux-mincrit-auto",
    "flux-binomial",
    "flat",
    "chain",
    "k-ary",
    "binomial",
    "k-nomial",
    "balanced",
];

/// The names of all who use a tree, and its fanouts from the root down if a family lists them, in place of other parameters:
/// `CBTF, STAT, sqrt(N): 10,10`.
pub fn of_row(row: &Row<OverlayTree>) -> String {
    let mut of_people: Vec<_> = row.candidates.iter().filter(|candidate| candidate.family != NON_UNIFORM).collect();
    of_people.sort_by_key(|candidate| ORDER.iter().position(|family| *family == candidate.family));
    let fanouts = row.candidates.iter().find_map(|candidate| fanouts(&candidate.parameters));
    let name = |candidate: &&Candidate<OverlayTree>| match &fanouts {
        // The fanouts say k.
        Some(_) if matches!(candidate.family, "k-ary" | "k-nomial") && of(candidate) != "binary" => {
            of_family(candidate.family).to_owned()
        }
        _ => of(candidate),
    };
    let names = match of_people.iter().map(|candidate| name(candidate)).dedup().join(", ") {
        none if none.is_empty() => of_family(NON_UNIFORM).to_owned(),
        names => names,
    };
    with_fanouts(names, fanouts)
}

#[cfg(test)]
mod tests {
    use super::ORDER;
    use crate::tree::families::ALL;

    #[test]
    fn every_family_has_its_place() {
        for family in ALL {
            assert!(ORDER.contains(&family.name()), "{}", family.name());
        }
    }
}
