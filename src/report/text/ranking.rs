//! Rankings: one table for every kind of answer, and the members that are left out.

use super::page::Page;
use super::rows::Row;
use super::table::{Table, VS_BEST};
use super::{Detail, overlay_name};
use crate::answer::Candidate;
use crate::report::times::ratio;
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOut, LeftOutReason};
use std::mem::discriminant;

/// The heads of a ranking: what a row is, columns of its own, the time, and `vs best`; columns of its own again.
pub struct Columns<'a> {
    pub name: &'a str,
    pub before: &'a [&'a str],
    pub time: &'a str,
    pub after: &'a [&'a str],
}

/// The cells of a row but its time and ratio.
#[derive(Default)]
pub struct Cells {
    pub name: String,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

impl Columns<'_> {
    /// The table of rows, whose times are compared with the best.
    pub fn table<C>(
        &self,
        best: Time,
        rows: &[Row<C>],
        time: impl Fn(Time) -> String,
        cells: impl Fn(&Row<C>) -> Cells,
    ) -> Table {
        let header = [self.name].into_iter().chain(self.before.iter().copied()).chain([self.time, VS_BEST]);
        let mut table = Table::new(header.chain(self.after.iter().copied()));
        for row in rows {
            let Cells { name, before, after } = cells(row);
            let own = row.first().time;
            table.row([name].into_iter().chain(before).chain([time(own), ratio(own, best)]).chain(after));
        }
        table
    }
}

/// Adds the candidates that are not ranked, with the reasons. In brief, the families without a ranked candidate, each with the
/// reason of the member that is nearest to the limits. In the long form, the first of each family for each kind of reason.
pub fn left_out<C>(page: &mut Page, ranked: &[Candidate<C>], all: &[LeftOut], detail: Detail) {
    let lines = if detail.is_full() { each_left_out(all) } else { families_left_out(ranked, all) };
    for line in lines {
        page.left_out(line);
    }
}

fn families_left_out<C>(ranked: &[Candidate<C>], all: &[LeftOut]) -> Vec<String> {
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
    reasons.into_iter().map(|(reason, names)| format!("{}: {reason}", names.join(", "))).collect()
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

fn each_left_out(all: &[LeftOut]) -> Vec<String> {
    let kind = |reason: &LeftOutReason| match reason {
        LeftOutReason::Score(error) => (discriminant(reason), Some(discriminant(error))),
        _ => (discriminant(reason), None),
    };
    let alike = |one: &LeftOut, other: &LeftOut| one.family == other.family && kind(&one.reason) == kind(&other.reason);
    let mut lines = Vec::new();
    for (index, out) in all.iter().enumerate() {
        if all[..index].iter().any(|other| alike(out, other)) {
            continue;
        }
        let LeftOut { family, parameters, reason } = out;
        let family = overlay_name::of_family(family);
        let parameters = if parameters.is_empty() { String::new() } else { format!(" ({parameters})") };
        let more = match all[index + 1..].iter().filter(|other| alike(out, other)).count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!("{family}{parameters}{more}: {reason}"));
    }
    lines
}
