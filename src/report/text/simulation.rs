//! A replay: its finish time, the parts of that time, and the utilization of the ranks.

use super::page::Page;
use super::table::Table;
use crate::report::timeline::{NodeParts, Origin, SimulationReport};
use crate::report::times::{DIGITS, counted, sentence, size, symbol, time};
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::replay::{Activity, CriticalPath, Group, Part, Reason, Step};
use logpine_text::units::{Bytes, Time, TimeUnit};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Lines of the critical path.
const PATH_LINES: usize = 20;

/// A replay as text: the finish time, the parts of the critical path, the shares of the time in which ranks are busy, and the
/// steps of the critical path. Repeated steps are shown once with their number, and steps that add nothing are left out.
///
/// The title and the machine's name are printed as they are.
#[must_use]
pub fn simulation(report: &SimulationReport) -> String {
    simulation_page(report).text()
}

/// The report of a replay as a page.
pub fn simulation_page(report: &SimulationReport) -> Page {
    let finish = report.replayed.finish;
    let unit = finish.natural_unit(report.clock);
    let mut page = Page::warned(report.warnings);
    headline(&mut page, report);
    if finish == Time::ZERO {
        return page;
    }
    if let Some(path) = report.critical_path {
        page.table(totals(report, path));
    }
    page.table(utilisation(report));
    match report.critical_path {
        Some(path) => steps(&mut page, path, unit, report),
        None => page.line("No critical path: with so many operations, the times of each are not kept."),
    }
    page
}

fn headline(page: &mut Page, report: &SimulationReport) {
    let SimulationReport { title, machine, model, replayed, usage, clock, .. } = *report;
    let title = format!("{title} on {machine}");
    let title = if matches!(report.origin, Origin::Goal { .. }) { title } else { sentence(&title) };
    page.headline(&title, &time(replayed.finish, clock), "");
    page.facts([against(report)]);
    let [one, several] = report.members();
    page.facts([
        format!("{model}, {}", report.semantics.name()),
        format!(
            "{} in {}",
            counted(report.operations(), "operation", "operations"),
            counted(u64::from(report.ranks()), one, several)
        ),
        format!("{}, {} in all", counted(usage.messages(), "message", "messages"), size(usage.bytes())),
    ]);
    page.facts([last(report)]);
}

/// The time compared with the plan's prediction; empty of a file.
fn against(report: &SimulationReport) -> String {
    let (Some(predicted), finish, clock) = (report.predicted, report.replayed.finish, report.clock) else {
        return String::new();
    };
    let (longer, shorter) = (finish.max(predicted), finish.min(predicted));
    let by = longer.checked_sub(shorter).unwrap_or_default();
    let than = match finish.cmp(&predicted) {
        Ordering::Equal => return "exactly as predicted".to_owned(),
        Ordering::Less => "earlier",
        Ordering::Greater => "later",
    };
    format!("{} {than} than predicted ({})", time(by, clock), time(predicted, clock))
}

/// The ranks that are done last and first.
fn last(report: &SimulationReport) -> String {
    let done = &report.replayed.ranks;
    let (Some(last), Some(&first)) = (report.last_rank(), done.iter().min()) else { return String::new() };
    let finish = report.replayed.finish;
    let at_last = done.iter().filter(|&&rank| rank == finish).count();
    let others = match at_last.saturating_sub(1) {
        0 => String::new(),
        others => format!(" (with {})", counted(others as u64, "other", "others")),
    };
    let [one, several] = report.members();
    if first == finish {
        return format!("all {several} end at the same time");
    }
    let first_rank = done.iter().position(|&rank| rank == first).unwrap_or(0);
    format!("{one} {last} ends last{others}, {one} {first_rank} first, at {}", time(first, report.clock))
}

fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

/// The parts of the critical path.
fn totals(report: &SimulationReport, path: &CriticalPath) -> Table {
    let mut table = Table::new(["critical path", "time", "share"]);
    let rows = report.node_parts().map_or_else(|| parts(path), |parts| node_parts(&parts));
    for (words, part) in rows {
        if part > Time::ZERO {
            let share = part.ticks() as f64 / path.finish().ticks() as f64;
            table.row([words.to_owned(), time(part, report.clock), percent(share)]);
        }
    }
    table
}

fn parts(path: &CriticalPath) -> Vec<(&'static str, Time)> {
    let words = |part: Part| match part {
        Part::Send => "sending",
        Part::Wire => "messages on their way",
        Part::Receive => "receiving",
        Part::Calculate => "calculating",
        Part::Gap => "gaps between messages",
        Part::Clock => "waiting for the next round",
        Part::Other => "waiting for anything else",
    };
    Part::ALL.iter().map(|&part| (words(part), path.total(part))).collect()
}

/// The parts of waves over an overlay tree, in the terms of the model.
fn node_parts(parts: &NodeParts) -> Vec<(&'static str, Time)> {
    let overhead = parts.overhead.total().unwrap_or(Time::MAX);
    vec![
        ("latency", parts.latency),
        ("overhead", overhead),
        ("gap", parts.gap),
        ("filter", parts.filter),
        ("startup of the leaves", parts.startup),
        ("anything else", parts.other),
    ]
}

/// The share of the time in which the ranks are busy: their processors, or their ports if the processors never are.
fn utilisation(report: &SimulationReport) -> Table {
    let share = |activity| report.usage.share(activity, report.replayed.finish);
    let of_ports = report.usage.main_activity(report.replayed.finish) == Activity::Interface;
    let [one, several] = report.members();
    let heading = if of_ports { "ports are busy".to_owned() } else { format!("{several} are busy") };
    let mut table = Table::new([heading.as_str(), "mean", "least", "most", &format!("at {one}")]);
    for activity in Activity::ALL {
        let words = match activity {
            Activity::Sends => "sending",
            Activity::Receptions => "receiving",
            Activity::Calculations => "calculating",
            Activity::Busy => "all of these",
            Activity::Interface if of_ports => "sending",
            Activity::Interface => "(interface kept by sends)",
        };
        let share = share(activity);
        if share.most > 0.0 || (activity == Activity::Busy && !of_ports) {
            let rank = if share.most > share.least { share.most_rank.to_string() } else { "-".to_owned() };
            table.row([words.to_owned(), percent(share.mean), percent(share.least), percent(share.most), rank]);
        }
    }
    table
}

/// A line of the critical path: one step, or one of a group with those like it.
struct Line<'a> {
    first: &'a Step,
    last: &'a Step,
    times: usize,
}

/// The lines of a group; steps that add nothing have none.
fn lines<'a>(path: &'a CriticalPath, group: &Group) -> Vec<Line<'a>> {
    let steps = &path.steps()[group.steps.clone()];
    let line = |index: usize| {
        let last = &steps[(group.times() - 1) * group.period + index];
        Line { first: &steps[index], last, times: group.times() }
    };
    (0..group.period).map(line).filter(|line| line.first.adds() > Time::ZERO).collect()
}

/// The steps of the critical path.
fn steps(page: &mut Page, path: &CriticalPath, unit: TimeUnit, report: &SimulationReport) {
    let [one, several] = report.members();
    let ranks: BTreeSet<u32> = path.steps().iter().map(|step| step.span.rank).collect();
    let lines: Vec<_> = path.groups().iter().flat_map(|group| lines(path, group)).collect();
    let from = format!("from ({})", symbol(unit));
    let mut table = Table::new([from.as_str(), "steps", one, "operation", "after", "waits", "takes", "in all"]);
    let shown = if lines.len() > PATH_LINES { PATH_LINES - 1 } else { lines.len() };
    for line in &lines[..shown] {
        table.row(cells(line, unit));
    }
    page.line(format!(
        "Critical path: {} on {}",
        counted(path.steps().len() as u64, "step", "steps"),
        counted(ranks.len() as u64, one, several)
    ));
    page.table(table.left_columns(&[3, 4]));
    if shown < lines.len() {
        let left = &lines[shown..];
        let steps: usize = left.iter().map(|line| line.times).sum();
        let rest = path.finish().checked_sub(left[0].first.from).unwrap_or_default();
        page.note(format!(
            "... {} more in {}, {}",
            counted(steps as u64, "step", "steps"),
            counted(left.len() as u64, "line", "lines"),
            time(rest, report.clock)
        ));
    }
}

fn cells(line: &Line, unit: TimeUnit) -> [String; 8] {
    let &Line { first, last, times } = line;
    let number = |time: Time| {
        let whole = time.ticks().is_multiple_of(unit.ticks());
        time.in_unit(unit, if whole { 0 } else { DIGITS })
    };
    let (from, to) = (first.span.rank, last.span.rank);
    let rank = if from == to { from.to_string() } else { format!("{from} to {to}") };
    let peer = |word: &str, peer: u32| if times == 1 { format!(" {word} {peer}") } else { String::new() };
    let operation = match first.operation {
        Operation::Send { to, bytes, .. } => format!("send {}{}", Bytes(bytes), peer("to", to)),
        Operation::Receive { bytes, .. } => format!("receive {}", Bytes(bytes)),
        Operation::Calculate { .. } => "calculate".to_owned(),
        Operation::Combine { .. } => "combine".to_owned(),
        Operation::Wait { .. } => "wait".to_owned(),
    };
    let cause = first.span.cause;
    let is_wait = matches!(first.operation, Operation::Wait { .. });
    let after = match cause.reason {
        Reason::Start => "-".to_owned(),
        Reason::Order => "the one before".to_owned(),
        Reason::Message => format!("the message{}", peer("of", cause.rank)),
        Reason::Processor => "the processor".to_owned(),
        Reason::Gap => "the gap".to_owned(),
        Reason::Clock if is_wait => format!("the round's last{}", peer("of", cause.rank)),
        Reason::Clock => "the round before".to_owned(),
    };
    // A group's times are all alike, and their sum is representable.
    let all = first.adds().checked_mul(times as u64).unwrap_or(Time::MAX);
    let (waits, takes) = (number(first.waited()), number(first.performed()));
    [number(first.from), times.to_string(), rank, operation, after, waits, takes, number(all)]
}
