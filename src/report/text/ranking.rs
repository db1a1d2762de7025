//! The ranking against common trees: the best member of each family.

use super::table::Table;
use super::{Detail, with_unit};
use crate::answer::{Candidate, NON_UNIFORM, OverlayTree, Plan};
use crate::report::fanouts::in_runs;
use crate::request::Objective;
use crate::tree::families::Value;
use crate::tree::families::{LeftOut, LeftOutReason};
use crate::units::{Time, TimeUnit};
use std::fmt::Write as _;
use std::mem::discriminant;

/// The best of each family, and the binary tree, best first.
pub fn table(plan: &Plan, unit: TimeUnit) -> String {
    let value = match plan.job.objective {
        Objective::Latency => "time",
        Objective::Period => "period",
        Objective::Total { .. } => "total",
    };
    best_of_families(value, plan.candidates(), plan.claim.bound.value, unit) + &left_out(&plan.left_out)
}

/// The same table if only the time of one wave was asked for.
pub fn of_latency(
    candidates: &[Candidate<OverlayTree>],
    without: &[LeftOut],
    lower_bound: Time,
    unit: TimeUnit,
) -> String {
    best_of_families("time", candidates, lower_bound, unit) + &left_out(without)
}

fn best_of_families(value: &str, candidates: &[Candidate<OverlayTree>], lower_bound: Time, unit: TimeUnit) -> String {
    let columns =
        Columns { name: "against what people use", before: &[], time: value, after: &["processes", "height"] };
    let mut shown: Vec<&str> = Vec::new();
    let listed = candidates.iter().filter(|candidate| {
        let is_binary = candidate.family == "k-ary" && candidate.parameters.to_string() == "k = 2";
        let is_new = !shown.contains(&candidate.family);
        shown.push(candidate.family);
        is_new || is_binary
    });
    let cells = |candidate: &Candidate<OverlayTree>| {
        let shape = &candidate.construction.shape;
        let after = vec![shape.internal_nodes().to_string(), shape.height().to_string()];
        Cells { name: label(candidate, lower_bound), before: Vec::new(), after }
    };
    columns.table(listed, |time| with_unit(time, unit), cells).to_string()
}

/// The candidates of a ranking: in brief, the best of each family.
pub fn listed<C>(candidates: &[Candidate<C>], detail: Detail) -> impl Iterator<Item = &Candidate<C>> {
    let is_first = move |index: usize, family| candidates[..index].iter().all(|before| before.family != family);
    let all = candidates.iter().enumerate();
    all.filter(move |&(index, candidate)| detail.is_full() || is_first(index, candidate.family)).map(|(_, one)| one)
}

/// The columns of a ranking: names, columns of the kind of answer, times, slowdowns against the best, and further columns of
/// the kind.
pub struct Columns<'a> {
    pub name: &'a str,
    pub before: &'a [&'a str],
    pub time: &'a str,
    pub after: &'a [&'a str],
}

/// The cells of a candidate without its time.
pub struct Cells {
    pub name: String,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

impl Columns<'_> {
    /// A row for each candidate, the best first.
    pub fn table<'c, C: 'c>(
        &self,
        candidates: impl IntoIterator<Item = &'c Candidate<C>>,
        time: impl Fn(Time) -> String,
        mut cells: impl FnMut(&'c Candidate<C>) -> Cells,
    ) -> Table {
        let header = [self.name].into_iter().chain(self.before.iter().copied()).chain([self.time, "slower by"]);
        let mut table = Table::new(header.chain(self.after.iter().copied()));
        let mut best = None;
        for candidate in candidates {
            let best = *best.get_or_insert(candidate.time);
            let Cells { name, before, after } = cells(candidate);
            let times = [time(candidate.time), slower_by(candidate.time, best)];
            table.row([name].into_iter().chain(before).chain(times).chain(after));
        }
        table
    }
}

/// The candidates that are not ranked, and why: for each family the first for each kind of reason, and the number of others.
pub fn left_out(all: &[LeftOut]) -> String {
    let kind = |reason: &LeftOutReason| match reason {
        LeftOutReason::Score(error) => (discriminant(reason), Some(discriminant(error))),
        _ => (discriminant(reason), None),
    };
    let mut text = String::new();
    for (index, out) in all.iter().enumerate() {
        let alike = |other: &LeftOut| other.family == out.family && kind(&other.reason) == kind(&out.reason);
        if all[..index].iter().any(alike) {
            continue;
        }
        let LeftOut { family, parameters, reason } = out;
        let parameters = if parameters.is_empty() { String::new() } else { format!(" ({parameters})") };
        let more = match all[index + 1..].iter().filter(|&other| alike(other)).count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let _ = writeln!(text, "  left out: {family}{parameters}{more}: {reason}");
    }
    text
}

/// A family and its parameters in words.
pub fn label(candidate: &Candidate<OverlayTree>, lower_bound: Time) -> String {
    let name = match candidate.family {
        "flat" => "flat",
        "balanced" => "best exact b: list",
        "k-ary" if candidate.parameters.to_string() == "k = 2" => "binary",
        "k-ary" => "best k-ary",
        "k-nomial" => "best k-nomial",
        "sqrt" => "sqrt(N), two levels",
        "stat" => "STAT's rule, cap 64",
        "cbtf" => "CBTF's rule, cap 32",
        NON_UNIFORM if candidate.time == lower_bound => "best over all trees",
        NON_UNIFORM => "found by the search",
        family => family,
    };
    let parameters = candidate.parameters.iter().filter(|(name, _)| *name != "cap" && *name != "processes");
    let parameters: Vec<String> = parameters
        .filter(|(_, value)| **value != Value::List(Vec::new()))
        .filter(|(name, _)| !(*name == "k" && matches!(candidate.family, "binomial")))
        .map(|(name, value)| match value {
            Value::List(fanouts) if name == "fanouts" => in_runs(fanouts, ","),
            value => format!("{name} = {value}"),
        })
        .collect();
    if parameters.is_empty() || name == "binary" {
        name.to_owned()
    } else {
        format!("{name}: {}", parameters.join(", "))
    }
}

/// The slowdown of a time against the best: in percent below twice, else as a ratio.
pub fn slower_by(time: Time, best: Time) -> String {
    if time == best {
        return "-".to_owned();
    }
    let ratio = time.ticks() as f64 / best.ticks() as f64;
    match (ratio - 1.0) * 100.0 {
        percent if percent < 0.05 => "< 0.1 %".to_owned(),
        percent if percent < 100.0 => format!("{percent:.1} %"),
        percent if percent.is_finite() => format!("{ratio:.1} x"),
        _ => "beyond measure".to_owned(),
    }
}
