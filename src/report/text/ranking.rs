//! Tables of rankings, and the candidates that are left out.

use super::rows::{Row, first_equals, is_the_answer, rows};
use super::table::Table;
use super::{Detail, overlay_name, with_unit};
use crate::answer::{Candidate, OverlayTree, Plan};
use crate::request::Objective;
use logpine_text::units::{Time, TimeUnit};
use logpine_trees::tree::families::{LeftOut, LeftOutReason};
use std::fmt::Write as _;
use std::mem::discriminant;

/// The trees that people use, best first: in brief, the best of each family and the binary tree.
pub fn table(plan: &Plan, unit: TimeUnit, detail: Detail) -> String {
    let value = match plan.job.objective {
        Objective::Latency => "time",
        Objective::Period => "period",
        Objective::Total { .. } => "total",
    };
    in_common_use(value, plan.candidates(), unit, detail) + &left_out(plan.candidates(), &plan.left_out, detail)
}

/// The same table if only the time of one wave was asked for.
pub fn of_latency(
    candidates: &[Candidate<OverlayTree>],
    without: &[LeftOut],
    unit: TimeUnit,
    detail: Detail,
) -> String {
    in_common_use("time", candidates, unit, detail) + &left_out(candidates, without, detail)
}

fn in_common_use(value: &str, candidates: &[Candidate<OverlayTree>], unit: TimeUnit, detail: Detail) -> String {
    let columns =
        Columns { name: "against what people use", before: &[], time: value, after: &["processes", "height"] };
    let is_binary = |candidate: &Candidate<OverlayTree>| overlay_name::of(candidate) == "binary";
    let same = |one: &Candidate<OverlayTree>, other: &Candidate<OverlayTree>| {
        one.time == other.time && one.construction.shape == other.construction.shape
    };
    let mut rows = rows(candidates, detail, is_binary, &first_equals(candidates, same));
    rows.retain(|row| !is_the_answer(row, candidates));
    let cells = |row: &Row<OverlayTree>| {
        let shape = &row.first().construction.shape;
        let after = vec![shape.internal_nodes().to_string(), shape.height().to_string()];
        Cells { name: overlay_name::of_row(row), before: Vec::new(), after }
    };
    columns.table_of_rows(candidates, &rows, |time| with_unit(time, unit), cells).to_string()
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
        let mut table = self.empty_table();
        let mut best = None;
        for candidate in candidates {
            let best = *best.get_or_insert(candidate.time);
            table.row(Self::row(cells(candidate), candidate.time, best, &time));
        }
        table
    }

    /// A line for each row, the best first, with slowdowns against the best of all candidates; without rows, an empty table.
    pub fn table_of_rows<C>(
        &self,
        candidates: &[Candidate<C>],
        rows: &[Row<C>],
        time: impl Fn(Time) -> String,
        cells: impl Fn(&Row<C>) -> Cells,
    ) -> Table {
        let mut table = if rows.is_empty() { Table::plain() } else { self.empty_table() };
        for row in rows {
            let best = candidates.first().map_or(row.first().time, |best| best.time);
            table.row(Self::row(cells(row), row.first().time, best, &time));
        }
        table
    }

    fn empty_table(&self) -> Table {
        let header = [self.name].into_iter().chain(self.before.iter().copied()).chain([self.time, "slower by"]);
        Table::new(header.chain(self.after.iter().copied()))
    }

    fn row(cells: Cells, own: Time, best: Time, time: impl Fn(Time) -> String) -> impl Iterator<Item = String> {
        let Cells { name, before, after } = cells;
        [name].into_iter().chain(before).chain([time(own), slower_by(own, best)]).chain(after)
    }
}

/// The candidates that are not ranked, with the reasons. In brief, the families without a ranked candidate, each with the reason of the
/// member that is nearest to the limits;
/// else for each family the first for each kind of reason, and the number of others.
pub fn left_out<C>(ranked: &[Candidate<C>], all: &[LeftOut], detail: Detail) -> String {
    if detail.is_full() { each_left_out(all) } else { families_left_out(ranked, all) }
}

fn families_left_out<C>(ranked: &[Candidate<C>], all: &[LeftOut]) -> String {
    let is_ranked = |out: &LeftOut| ranked.iter().any(|candidate| candidate.family == out.family);
    let is_first = |index: usize| all[..index].iter().all(|earlier| earlier.family != all[index].family);
    let nearest = |family: &str| all.iter().filter(|out| out.family == family).min_by_key(|out| need(&out.reason));
    // The best width of a ranked family may be another.
    let is_cut_short = |out: &LeftOut| matches!(out.reason, LeftOutReason::TooManyWidths { .. });
    let is_shown = |&(index, out): &(usize, &LeftOut)| is_cut_short(out) || is_first(index) && !is_ranked(out);
    let firsts = all.iter().enumerate().filter(is_shown);
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for out in firsts.filter_map(|(_, out)| nearest(out.family)) {
        let (reason, name) = (out.reason.to_string(), overlay_name::of_family(out.family));
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    let line = |(reason, names): &(String, Vec<&str>)| format!("  left out: {}: {reason}\n", names.join(", "));
    reasons.iter().map(line).collect()
}

/// The limit that a member breaks, the one checked last before the others, and its need of what is limited: the least is that of
/// the family.
const fn need(reason: &LeftOutReason) -> (u8, u64) {
    match *reason {
        LeftOutReason::MaxInternal { internal, .. } => (1, internal),
        LeftOutReason::MaxHeight { height, .. } => (2, height as u64),
        LeftOutReason::MaxFanout { fanout, .. } => (3, fanout),
        _ => (0, 0),
    }
}

fn each_left_out(all: &[LeftOut]) -> String {
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
        let family = overlay_name::of_family(family);
        let parameters = if parameters.is_empty() { String::new() } else { format!(" ({parameters})") };
        let more = match all[index + 1..].iter().filter(|&other| alike(other)).count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let _ = writeln!(text, "  left out: {family}{parameters}{more}: {reason}");
    }
    text
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

#[cfg(test)]
mod tests {
    use super::super::{Detail, overlay_name};
    use super::table;
    use crate::answer::{Found, Plan, answer};
    use crate::request::Request;
    use logpine_models::machine::Machine;
    use logpine_text::units::TimeUnit;

    fn plan(leaves: u64) -> Plan {
        let request = Request { leaves: Some(leaves), ..Request::default() };
        let answer = answer(&Machine::built_in("cab").expect("a machine"), &request).expect("an answer");
        let Found::Tree { plan, .. } = answer.found else { panic!("a tree") };
        plan
    }

    #[test]
    fn a_tree_is_one_row_that_names_all_who_use_it() {
        let text = table(&plan(100), TimeUnit::Microsecond, Detail::Brief);
        let first = text.lines().nth(1).expect("a row");
        assert!(first.starts_with("  CBTF, STAT, sqrt(N), k-ary, balanced: 10,10 "), "{text}");
        assert_eq!(text.matches("10,10").count(), 1, "{text}");
    }

    #[test]
    fn the_answer_is_no_competitor_of_its_own() {
        let plan = plan(128);
        let text = table(&plan, TimeUnit::Microsecond, Detail::Brief);
        assert!(!text.contains("11,12"), "{text}");
        assert_eq!(crate::report::overlay_name::in_full(plan.best(), plan.best().time), "fanouts 11,12");
        let full = table(&plan, TimeUnit::Microsecond, Detail::Full);
        assert!(full.lines().count() > text.lines().count(), "{full}");
        for candidate in plan.candidates().iter().skip(1) {
            assert!(full.contains(overlay_name::of_family(candidate.family)), "{full}");
        }
    }
}
