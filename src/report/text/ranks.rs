//! The answer of `collective` for people.

use super::explain::closed_forms;
use super::ranking::{Cells, Columns};
use super::rows::{Row, rows};
use super::{DIGITS, Detail, claim, uncertain, with_unit};
use crate::answer::{Candidate, Execution, Executions, RankAlgorithm, RankPlan, Study};
use crate::report::RankSubject;
use crate::report::counted::counted;
use crate::report::rank_label::{in_words, label};
use crate::report::titles::{of_ranks, with_segments};
use crate::request::RankCollective;
use itertools::Itertools;
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::replay::{Simulator, Timeline, program_order};
use logpine_text::units::{Bytes, TimeUnit};
use std::fmt::Write as _;

/// The most ranks of a tree that is listed send by send.
const LISTED_RANKS: u64 = 16;

/// The answer of `collective --robust` and `--explain`: first the robust algorithm for uncertain parameters, then the answer
/// for the profile's values, with the range in which each parameter may move and the closed forms of its families beside the
/// exact times.
pub(super) fn ranks(
    plan: &RankPlan,
    subject: &RankSubject,
    study: &Study<Candidate<RankAlgorithm>>,
    detail: Detail,
) -> String {
    let (clock, unit) = (subject.clock, plan.best().time.natural_unit(subject.clock));
    let robust = study.robust.as_ref().map_or_else(String::new, |of| uncertain::robust(of, clock, unit));
    let answer = robust + &answer(plan, subject, detail);
    let Some(sensitivity) = &study.sensitivity else { return answer };
    let sensitivity = uncertain::sensitivity(sensitivity, plan.best(), clock);
    [&answer, sensitivity.trim_end_matches('\n'), &closed_forms(plan, subject)].join("\n")
}

/// The answer without the next steps.
fn answer(plan: &RankPlan, subject: &RankSubject, detail: Detail) -> String {
    let best = plan.best();
    let unit = best.time.natural_unit(subject.clock);
    let mut text = headline(plan, subject, unit);
    if let Some(period) = best.construction.period.filter(|_| plan.job.ranks() > 1) {
        let _ = writeln!(text, "in a stream of messages, one every {}", with_unit(period, unit));
    }
    if best.construction.algorithm.tree().is_some() {
        text += &detail.if_full(|| sends(plan, subject, unit));
    }
    [text, ranking(plan, unit, detail), bound(plan, unit)].join("\n")
}

/// The first line: the time, and its status.
fn headline(plan: &RankPlan, subject: &RankSubject, unit: TimeUnit) -> String {
    let gap = match plan.claim.gap_percent() {
        Some(gap) if gap < 0.01 => ", less than 0.01 % above a bound on every schedule".to_owned(),
        _ => claim::gap(&plan.claim, "every schedule"),
    };
    let status = claim::status(&plan.claim, "all schedules", &gap);
    format!(
        "fastest {} on {} ({}{})\n{}, {}; {status}\n",
        of_ranks(&plan.job),
        subject.machine,
        subject.timing.name(),
        by_rules(plan.simulator()),
        with_unit(plan.best().time, unit),
        with_segments(plan.best()),
    )
}

/// Words on the rules behind a bound if candidates were executed.
pub(super) const BY_RULES: &str = " by these rules";

/// Words on the simulator that executed the candidates, if one did.
pub(super) fn by_rules(simulator: Option<Simulator>) -> String {
    simulator.map_or_else(String::new, |simulator| format!(", executed by the rules of {}", simulator.title()))
}

/// The sends of a small tree with an uncut message, with the times of arrival, as in its schedule.
fn sends(plan: &RankPlan, subject: &RankSubject, unit: TimeUnit) -> String {
    let whole = plan.best().construction.cut.is_none_or(|cut| cut.segments == 1);
    let small = (2..=LISTED_RANKS).contains(&plan.job.ranks());
    let (true, true, RankCollective::Bcast) = (whole, small, plan.job.collective) else { return String::new() };
    let Ok(schedule) = plan.schedule(plan.best(), subject.timing) else { return String::new() };
    let mut timeline = Timeline::new(&schedule);
    let replayed = match plan.best().execution {
        None => program_order(&schedule, subject.timing, &mut timeline),
        Some(execution) => execution.rules.execute(&schedule, &mut timeline),
    };
    if replayed.is_err() {
        return String::new();
    }
    let mut text =
        format!("who sends to whom and when it arrives ({}), ranks numbered from the root:\n", unit.symbol());
    for rank in 0..schedule.ranks() {
        let children = schedule.rank(rank).iter().filter_map(|record| {
            let Operation::Send { to, .. } = record.operation() else { return None };
            // A rank's first operation is its reception.
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

/// The ranking, and the candidates that are not in it.
fn ranking(plan: &RankPlan, unit: TimeUnit, detail: Detail) -> String {
    let after: &[&str] = if plan.executions.is_some() { &["by the model"] } else { &[] };
    let columns = Columns { name: "best of each family", before: &["segments", "of"], time: "time", after };
    let cells = |row: &Row<RankAlgorithm>| {
        let candidate = row.first();
        let segments = candidate.construction.cut.map(|cut| [cut.segments.to_string(), Bytes(cut.segment).to_string()]);
        let after = plan.executions.map(|_| predicted(candidate.execution, unit)).into_iter().collect();
        let before = segments.unwrap_or_else(|| ["-", "-"].map(str::to_owned)).to_vec();
        Cells { name: row.with_others(label(candidate)), before, after }
    };
    let rows = rows(plan.candidates(), detail, |_| false, &plan.first_equals());
    let table = columns.table_of_rows(plan.candidates(), &rows, |time| with_unit(time, unit), cells);
    let is_ranked = |family: &str| plan.candidates().iter().any(|candidate| candidate.family == family);
    let left_out = plan.left_out.iter().filter(|out| detail.is_full() || !is_ranked(out.family)).map(|out| {
        let others = is_ranked(out.family);
        let members = if others { format!(", such as {}", in_words(&out.parameters)) } else { String::new() };
        format!("  left out: {}{members}: {}\n", out.family, out.reason)
    });
    table.to_string() + &left_out.collect::<String>() + &executions(plan.executions)
}

/// The time of an executed candidate by the model.
pub(super) fn predicted(execution: Option<Execution>, unit: TimeUnit) -> String {
    let time = execution.and_then(|execution| execution.predicted);
    time.map_or_else(|| "-".to_owned(), |time| with_unit(time, unit))
}

/// The numbers of candidates that were executed and that were not.
pub(super) fn executions(executions: Option<Executions>) -> String {
    let Some(Executions { executed, excluded, left_out, operations }) = executions else { return String::new() };
    format!(
        "  executed: {} with {operations} operations; {excluded} more cannot be faster, {left_out} were too large or \
         unpromising\n",
        counted(executed, "candidate", "candidates"),
    )
}

fn bound(plan: &RankPlan, unit: TimeUnit) -> String {
    let backwards = if plan.extra.0 { "a reduction is a broadcast run backwards; of that broadcast: " } else { "" };
    let rules = if plan.executions.is_some() { BY_RULES } else { "" };
    claim::class(&plan.claim) + &claim::bound_by(&plan.claim, "no schedule takes less than", unit, rules, backwards)
}

impl uncertain::Labelled for Candidate<RankAlgorithm> {
    fn in_full(&self) -> String {
        with_segments(self)
    }

    fn label(&self) -> String {
        label(self)
    }
}
