//! The answer of `collective` for broadcasts and reductions.

use super::page::Page;
use super::ranking::{Cells, Columns};
use super::rows::{Row, rows};
use super::{Detail, claim, explain, uncertain};
use crate::answer::costs::MessageCosts;
use crate::answer::{Candidate, Execution, Executions, RankAlgorithm, RankPlan, Study};
use crate::report::rank_label::{in_words, label};
use crate::report::rate;
use crate::report::times::{DIGITS, counted, exact, number, size, time};
use crate::report::titles::{of_ranks, with_segments};
use crate::request::RankCollective;
use itertools::Itertools;
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::replay::{Simulator, Timeline, program_order};
use logpine_models::machine::Machine;
use logpine_text::units::{Clock, Time};
use std::fmt::Write as _;

/// The most ranks of a tree that is listed send by send.
const LISTED_RANKS: u64 = 16;

/// The answer of `collective`, with the studies of uncertain parameters: first the robust algorithm, then the answer for the
/// profile's values, then the range in which each parameter may move, and the closed forms of its families.
pub(super) fn ranks(
    page: &mut Page,
    plan: &RankPlan,
    machine: &Machine,
    costs: &MessageCosts,
    study: &Study<Candidate<RankAlgorithm>>,
    detail: Detail,
) {
    let (best, clock) = (plan.best(), machine.clock);
    if let Some(robust) = &study.robust {
        uncertain::robust(page, robust, clock);
    }
    let title = format!("Best {} on {}{}", of_ranks(&plan.job), machine.name, by_rules(plan.simulator()));
    page.headline(&title, &with_segments(best), claim::mark(&plan.claim));
    let period = best.construction.period.filter(|_| detail.is_full() && plan.job.ranks() > 1);
    let period = period.map(|period| format!("in a stream of messages, one every {}", time(period, clock)));
    let bandwidth = plan.job.bytes().and_then(|bytes| rate(bytes, best.time, clock));
    let bandwidth = bandwidth.map_or_else(String::new, |rate| format!(" ({rate})"));
    let took = format!("{}{bandwidth}", time(best.time, clock));
    page.facts([took].into_iter().chain(period).chain(claim::facts(&plan.claim)));
    if best.construction.algorithm.tree().is_some() && detail.is_full() {
        page.plain(sends(plan, machine, costs));
    }
    ranking(page, plan, clock, detail);
    if let Some(sensitivity) = &study.sensitivity {
        uncertain::sensitivity(page, sensitivity, best, clock);
        explain::closed_forms(page, plan, machine, costs);
    }
    let backwards =
        if plan.extra.0 { "a reduction is a broadcast run backwards, and for that broadcast, " } else { "" };
    let nothing = nothing("no schedule", plan.executions, plan.claim.bound.value, clock);
    claim::proof(page, costs.timing.name(), &plan.claim, &nothing, backwards, detail);
}

/// The statement of a bound, where the rules of a simulator count if candidates were executed.
pub(super) fn nothing(what: &str, executions: Option<Executions>, bound: Time, clock: Clock) -> String {
    let rules = if executions.is_some() { " by these rules" } else { "" };
    format!("{what} takes less than {}{rules}", exact(bound, clock))
}

/// The rules by which candidates were executed, for a title.
pub(super) fn by_rules(simulator: Option<Simulator>) -> String {
    simulator.map_or_else(String::new, |simulator| format!(", executed by the rules of {}", simulator.title()))
}

/// The sends of a small tree, each with its arrival.
fn sends(plan: &RankPlan, machine: &Machine, costs: &MessageCosts) -> String {
    let whole = plan.best().construction.cut.is_none_or(|cut| cut.segments == 1);
    let small = (2..=LISTED_RANKS).contains(&plan.job.ranks());
    let (true, true, RankCollective::Bcast) = (whole, small, plan.job.collective) else { return String::new() };
    let Ok(schedule) = plan.schedule(plan.best(), costs.timing.as_ref()) else { return String::new() };
    let mut timeline = Timeline::new(&schedule);
    let replayed = match plan.best().execution {
        None => program_order(&schedule, costs.timing.as_ref(), &mut timeline),
        Some(execution) => execution.rules.execute(&schedule, &mut timeline),
    };
    if replayed.is_err() {
        return String::new();
    }
    let unit = plan.best().time.natural_unit(machine.clock);
    let mut text =
        format!("who sends to whom and when it arrives ({}), ranks numbered from the root:\n", unit.symbol());
    for rank in 0..schedule.ranks() {
        let children = schedule.rank(rank).iter().filter_map(|record| {
            let Operation::Send { to, .. } = record.operation() else { return None };
            let arrival = timeline.get(to, 0)?.end.in_unit(unit, DIGITS);
            Some(format!("{to} (at {})", arrival.trim_end_matches('0').trim_end_matches('.')))
        });
        let children = children.format(", ").to_string();
        if !children.is_empty() {
            let _ = writeln!(text, "  rank {rank} sends to {children}");
        }
    }
    text
}

fn ranking(page: &mut Page, plan: &RankPlan, clock: Clock, detail: Detail) {
    let after: &[&str] = if plan.executions.is_some() { &["by the model"] } else { &[] };
    let columns = Columns { name: "algorithm", before: &["segments", "of"], time: "time", after };
    let cells = |row: &Row<RankAlgorithm>| {
        let candidate = row.first();
        let cut = candidate.construction.cut.map(|cut| [number(cut.segments), size(cut.segment)]);
        let after = plan.executions.map(|_| predicted(candidate.execution, clock)).into_iter().collect();
        let before = cut.unwrap_or_else(|| ["-", "-"].map(str::to_owned)).to_vec();
        Cells { name: row.with_others(label(candidate)), before, after }
    };
    let rows = rows(plan.candidates(), detail, |_| false, &plan.first_equals());
    page.table(columns.table(plan.best().time, &rows, |value| time(value, clock), cells));
    let is_ranked = |family: &str| plan.candidates().iter().any(|candidate| candidate.family == family);
    for out in plan.left_out.iter().filter(|out| detail.is_full() || !is_ranked(out.family)) {
        let members =
            if is_ranked(out.family) { format!(", such as {}", in_words(&out.parameters)) } else { String::new() };
        page.left_out(format!("{}{members}: {}", out.family, out.reason));
    }
    executions(page, plan.executions);
}

/// The time that the model predicts for a candidate that was executed.
pub(super) fn predicted(execution: Option<Execution>, clock: Clock) -> String {
    let predicted = execution.and_then(|execution| execution.predicted);
    predicted.map_or_else(|| "-".to_owned(), |predicted| time(predicted, clock))
}

/// Adds how many candidates were executed.
pub(super) fn executions(page: &mut Page, executions: Option<Executions>) {
    let Some(Executions { executed, excluded, left_out, operations }) = executions else { return };
    page.note(format!(
        "executed {} with {} operations. {} more cannot be faster. {} were too large or unpromising",
        counted(executed, "candidate", "candidates"),
        number(operations),
        number(excluded),
        number(left_out),
    ));
}

impl uncertain::Labelled for Candidate<RankAlgorithm> {
    fn in_full(&self) -> String {
        with_segments(self)
    }

    fn label(&self) -> String {
        label(self)
    }
}
