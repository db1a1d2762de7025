//! A replay: its finish time, the parts of that time, and the utilization of the ranks.

use super::detail::wrapped;
use super::table::Table;
use super::with_unit;
use crate::report::timeline::{NodeParts, SimulationReport};
use crate::report::times::counted;
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::replay::{Activity, CriticalPath, Group, Part, Reason, Step};
use logpine_text::units::{Bytes, Time, TimeUnit};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Lines of the critical path.
const PATH_LINES: usize = 20;

/// A replay as text: the finish time, the parts of the critical path, the shares of the time in which ranks are busy, and the
/// steps of the critical path. Repeated steps are shown once with their number, and steps that add nothing are left out.
///
/// The title and the machine's name are printed as they are.
#[must_use]
pub fn simulation(report: &SimulationReport) -> String {
    let finish = report.replayed.finish;
    let unit = finish.natural_unit(report.clock);
    let text = super::warned(report.warnings) + &headline(report, unit);
    if finish == Time::ZERO {
        return wrapped(&text);
    }
    let utilisation = utilisation(report);
    let Some(path) = report.critical_path else {
        let no_path = "no critical path: with so many operations, the times of each are not kept\n";
        return wrapped(&[&text, &utilisation, no_path].join("\n"));
    };
    let totals = totals(report, path, unit);
    wrapped(&[text, totals, utilisation, steps(path, unit, report.members())].join("\n"))
}

fn headline(report: &SimulationReport, unit: TimeUnit) -> String {
    let SimulationReport { title, machine, model, replayed, usage, .. } = *report;
    let finish = with_unit(replayed.finish, unit);
    let mut text = format!("{title} on {machine} ({model}, {}): {finish}\n", report.semantics.name());
    let [one, several] = report.members();
    let (operations, messages) = (report.operations(), usage.messages());
    let _ = writeln!(
        text,
        "{} in {}, {}, {} in all",
        counted(operations, "operation", "operations"),
        counted(u64::from(report.ranks()), one, several),
        counted(messages, "message", "messages"),
        Bytes(usage.bytes()),
    );
    text += &predicted(report, unit);
    text += &last(report, unit);
    text
}

/// The time compared with the plan's prediction.
fn predicted(report: &SimulationReport, unit: TimeUnit) -> String {
    let (Some(predicted), finish) = (report.predicted, report.replayed.finish) else { return String::new() };
    let than = |by: Option<Time>| by.map_or_else(String::new, |by| with_unit(by, unit));
    let by = match finish.cmp(&predicted) {
        Ordering::Equal => return "exactly as predicted\n".to_owned(),
        Ordering::Less => format!("{} earlier", than(predicted.checked_sub(finish))),
        Ordering::Greater => format!("{} later", than(finish.checked_sub(predicted))),
    };
    format!("{by} than predicted ({})\n", with_unit(predicted, unit))
}

/// The ranks that are done last and first.
fn last(report: &SimulationReport, unit: TimeUnit) -> String {
    let done = &report.replayed.ranks;
    let (Some(last), Some(&first)) = (report.last_rank(), done.iter().min()) else { return String::new() };
    let finish = report.replayed.finish;
    let at_last = done.iter().filter(|&&rank| rank == finish).count();
    let others = match at_last.saturating_sub(1) {
        0 => String::new(),
        others => format!(" (and {} with it)", counted(others as u64, "other", "others")),
    };
    let [one, several] = report.members();
    if first == finish {
        return format!("all {several} are done at {}\n", with_unit(finish, unit));
    }
    let (first_rank, first) = (done.iter().position(|&rank| rank == first).unwrap_or(0), with_unit(first, unit));
    format!("{one} {last} is done last{others}, {one} {first_rank} first, at {first}\n")
}

fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// The parts of the critical path.
fn totals(report: &SimulationReport, path: &CriticalPath, unit: TimeUnit) -> String {
    let mut table = Table::new(["critical path", "time", "share"]);
    let rows = report.node_parts().map_or_else(|| parts(path), |parts| node_parts(&parts));
    for (words, time) in rows {
        if time > Time::ZERO {
            let share = time.ticks() as f64 / path.finish().ticks() as f64;
            table.row([words.to_owned(), with_unit(time, unit), percent(share)]);
        }
    }
    table.to_string()
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
fn utilisation(report: &SimulationReport) -> String {
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
    table.to_string()
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
fn steps(path: &CriticalPath, unit: TimeUnit, [one, several]: [&'static str; 2]) -> String {
    let ranks: BTreeSet<u32> = path.steps().iter().map(|step| step.span.rank).collect();
    let mut text = format!(
        "critical path: {} on {}\n",
        counted(path.steps().len() as u64, "step", "steps"),
        counted(ranks.len() as u64, one, several)
    );
    let lines: Vec<_> = path.groups().iter().flat_map(|group| lines(path, group)).collect();
    let symbol = unit.symbol();
    let from = format!("from ({symbol})");
    let mut table = Table::new([from.as_str(), "steps", one, "operation", "after", "waits", "takes", "in all"]);
    let shown = if lines.len() > PATH_LINES { PATH_LINES - 1 } else { lines.len() };
    for line in &lines[..shown] {
        table.row(cells(line, unit));
    }
    text += &table.left_columns(&[3, 4]).to_string();
    if shown < lines.len() {
        let left = &lines[shown..];
        let steps: usize = left.iter().map(|line| line.times).sum();
        let rest = path.finish().checked_sub(left[0].first.from).unwrap_or_default();
        let _ = writeln!(
            text,
            "  … {} more in {}, {}",
            counted(steps as u64, "step", "steps"),
            counted(left.len() as u64, "line", "lines"),
            with_unit(rest, unit)
        );
    }
    text
}

fn cells(line: &Line, unit: TimeUnit) -> [String; 8] {
    let &Line { first, last, times } = line;
    let number = |time: Time| {
        let whole = time.ticks().is_multiple_of(unit.ticks());
        time.in_unit(unit, if whole { 0 } else { super::DIGITS })
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
