//! The names of overlay trees in reports.

use super::fanouts::in_runs;
use crate::answer::{Candidate, NON_UNIFORM, OverlayTree};
use crate::tree::families::{Parameters, Value};
use itertools::Itertools;
use logpine_text::units::Time;

/// The name that people know a family by.
pub fn of_family(family: &str) -> &str {
    match family {
        "sqrt" => "sqrt(N)",
        "stat" => "STAT",
        "cbtf" => "CBTF",
        "slurm" => "Slurm",
        "slurm-greedy" => "Slurm up to 24.05",
        "slurm-16" => "TreeWidth=16, the default",
        "slurm-30" => "TreeWidth=30 (AWS)",
        "slurm-50" => "TreeWidth=50",
        "slurm-greedy-50" => "TreeWidth=50, the default before 23.11",
        "slurm-cube-root" => "TreeWidth=cube root",
        "prrte" => "PRRTE",
        "prrte-64" => "PRRTE's default of 64",
        "flux-kary" => "Flux kary",
        "flux-kary-32" => "Flux kary:32, launched",
        "flux-mincrit" => "Flux mincrit",
        "flux-mincrit-auto" => "Flux mincrit, its own k",
        "flux-binomial" => "Flux binomial",
        NON_UNIFORM => "found by the search",
        family => family,
    }
}

/// The family with the parameters that are no fanouts: `k-ary (k = 12)`.
pub fn of_member(family: &str, parameters: &Parameters) -> String {
    let name = of_family(family);
    // A number that the name says already.
    let is_named = [
        "binomial",
        "flat",
        "chain",
        "slurm-16",
        "slurm-30",
        "slurm-50",
        "slurm-greedy-50",
        "prrte-64",
        "flux-kary-32",
    ];
    let is_shown =
        |parameter: &str| !["cap", "processes", "fanouts"].contains(&parameter) && !is_named.contains(&family);
    let shown = parameters.iter().filter(|(parameter, _)| is_shown(parameter));
    match shown.map(|(parameter, value)| format!("{parameter} = {value}")).join(", ").as_str() {
        "" => name.to_owned(),
        "k = 2" if family == "k-ary" => "binary".to_owned(),
        shown => format!("{name} ({shown})"),
    }
}

/// The family with all parameters: `sqrt(N): 15,14`.
pub fn with_parameters(family: &str, parameters: &Parameters) -> String {
    with_fanouts(of_member(family, parameters), fanouts(parameters))
}

/// The name of a candidate, without its fanouts.
pub fn of(candidate: &Candidate<OverlayTree>) -> String {
    of_member(candidate.family, &candidate.parameters)
}

/// The name of a candidate with its fanouts. A tree outside all families has no other name than these; without them, it is the
/// fastest, or the one the search found. A root with all the leaves is flat, whoever uses it.
pub fn in_full(candidate: &Candidate<OverlayTree>, lower_bound: Time) -> String {
    match fanouts(&candidate.parameters) {
        Some(fanouts) if candidate.family == NON_UNIFORM => format!("fanouts {fanouts}"),
        None if candidate.family == NON_UNIFORM && candidate.time == lower_bound => "best over all trees".to_owned(),
        _ if candidate.family != NON_UNIFORM && candidate.construction.shape.height() == 1 => "flat".to_owned(),
        fanouts => with_fanouts(of(candidate), fanouts),
    }
}

/// The fanouts among the parameters.
pub fn fanouts(parameters: &Parameters) -> Option<String> {
    match parameters.get("fanouts") {
        Some(Value::List(fanouts)) if !fanouts.is_empty() => Some(in_runs(fanouts, ",")),
        _ => None,
    }
}

/// A name with the fanouts, if there are any.
pub fn with_fanouts(name: String, fanouts: Option<String>) -> String {
    match fanouts {
        Some(fanouts) => format!("{name}: {fanouts}"),
        None => name,
    }
}
