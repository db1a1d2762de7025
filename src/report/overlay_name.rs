//! The names of overlay trees in reports.

use super::fanouts::in_runs;
use crate::answer::{Candidate, NON_UNIFORM, OverlayTree};
use itertools::Itertools;
use logpine_text::units::Time;
use logpine_trees::tree::families::{self, Parameters, Value};

/// The name that people know a family by.
pub fn of_family(family: &str) -> &str {
    if family == NON_UNIFORM { "found by the search" } else { families::facts(family).title.unwrap_or(family) }
}

/// The name that people know a member by, without its parameters: `binary`.
pub fn of_people<'a>(family: &'a str, parameters: &Parameters) -> &'a str {
    let alias = families::facts(family).alias;
    let alias = alias.filter(|&(key, value, _)| parameters.get(key) == Some(&Value::Number(value)));
    alias.map_or_else(|| of_family(family), |(.., alias)| alias)
}

/// The family with the parameters that are no fanouts: `k-ary (k = 12)`.
pub fn of_member(family: &str, parameters: &Parameters) -> String {
    let name = of_people(family, parameters);
    let is_named = families::facts(family).says_its_number || name != of_family(family);
    let is_shown = |parameter: &str| !["cap", "processes", "fanouts"].contains(&parameter) && !is_named;
    let shown = parameters.iter().filter(|(parameter, _)| is_shown(parameter));
    match shown.map(|(parameter, value)| format!("{parameter} = {value}")).join(", ").as_str() {
        "" => name.to_owned(),
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
