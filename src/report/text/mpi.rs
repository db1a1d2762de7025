//! The answer of `collective`, stage by stage, for people.

use super::ranking::{Cells, Columns, left_out, slower_by};
use super::ranks::{BY_RULES, by_rules, executions, predicted};
use super::table::Table;
use super::{Detail, claim, uncertain, with_unit};
use crate::answer::{Candidate, MpiPlan, Rival, StageSequence, Study};
use crate::report::MpiSubject;
use crate::report::stage_words::who;
use crate::report::titles::{of_stages, with_stages};
use crate::request::MpiJob;
use logpine_models::model::stage::{Numbering, Sight, StageCost};
use logpine_text::units::{Bytes, Clock, Time, TimeUnit};
use std::fmt::Write as _;

/// The most lines of stages that are listed in full.
const LISTED_STAGES: usize = 12;

/// The reason why a time is an upper bound.
const TOO_MANY: &str = "messages of a stage differ in length, and there are too many to follow each of them";

/// The answer: the winner, its stages, the ranking, the choices of other models, the bound.
pub(super) fn mpi(
    plan: &MpiPlan,
    subject: &MpiSubject,
    study: &Study<Candidate<StageSequence>>,
    rivals: &[Rival],
    detail: Detail,
) -> String {
    let best = plan.best();
    let unit = best.time.natural_unit(subject.clock);
    let clock = subject.clock;
    let mut text = study.robust.as_ref().map_or_else(String::new, |of| uncertain::robust(of, clock, unit));
    text += &headline(plan, subject, unit);
    if let Some(rate) = bandwidth(&plan.job, best.time, subject.clock) {
        let _ = writeln!(text, "{rate} for the bytes that some rank has to send or receive");
    }
    let of_stages = stages(best, plan, subject.cost, unit);
    text += &detail.if_full(|| format!("\n{of_stages}"));
    if detail.is_full() && best.construction.stages.iter().any(|stage| stage.numbering == Numbering::Hosts) {
        text += "  along the hosts: first the ranks of rank 0's host, then those of the next host, and so on\n";
    }
    let ranking = ranking(plan, unit, detail) + &others(rivals, plan, unit);
    let sensitivity = study.sensitivity.as_ref().map_or_else(String::new, |of| uncertain::sensitivity(of, best, clock));
    let rules = if plan.executions.is_some() { BY_RULES } else { "" };
    let bound = claim::bound_by(&plan.claim, "no algorithm takes less than", unit, rules, "");
    [text, ranking, sensitivity + &claim::class(&plan.claim) + &bound].join("\n")
}

fn headline(plan: &MpiPlan, subject: &MpiSubject, unit: TimeUnit) -> String {
    let status = claim::status(&plan.claim, "all algorithms", &claim::gap(&plan.claim, "all algorithms"));
    let places = match subject.cost.sight() {
        Sight::Hosts => format!(", {},", places(&plan.job)),
        Sight::Blind => String::new(),
    };
    format!(
        "fastest {}{places} on {} ({}{})\n{}, {}; {status}\n",
        of_stages(&plan.job),
        subject.machine,
        subject.cost.name(),
        by_rules(plan.simulator()),
        with_unit(plan.best().time, unit),
        with_stages(plan.best()),
    )
}

/// The stages in order, with their times.
fn stages(best: &Candidate<StageSequence>, plan: &MpiPlan, cost: &dyn StageCost, unit: TimeUnit) -> String {
    let ranks = plan.job.layout.ranks();
    let mut table = Table::new(["stages", "message", "time", "who"]);
    for stage in best.construction.stages.iter().take(LISTED_STAGES) {
        let time = cost.time(stage, &plan.job.layout).map_or_else(String::new, |time| with_unit(time, unit));
        // Tokens have no size.
        let message = plan.job.bytes().map_or_else(|| "-".to_owned(), |_| Bytes(stage.bytes).to_string());
        table.row([stage.stages(ranks).to_string(), message, time, who(stage, ranks)]);
    }
    let mut text = table.left_column(3).to_string();
    if best.construction.stages.len() > LISTED_STAGES {
        let _ = writeln!(text, "  ... and {} more lines", best.construction.stages.len() - LISTED_STAGES);
    }
    let one_by_one = best
        .construction
        .stages
        .iter()
        .try_fold(Time::ZERO, |sum, stage| sum.checked_add(cost.time(stage, &plan.job.layout)?));
    let all = with_unit(best.time, unit);
    if plan.executions.is_none() && one_by_one.is_some_and(|sum| sum > best.time) {
        let _ = writeln!(text, "  stages overlap, for no rank waits until one ends: {all} in all");
    }
    if best.construction.is_upper_bound {
        let _ = writeln!(text, "  at most {all}: {TOO_MANY}");
    }
    text
}

fn ranking(plan: &MpiPlan, unit: TimeUnit, detail: Detail) -> String {
    let after: &[&str] = if plan.executions.is_some() { &["by the model"] } else { &[] };
    let columns = Columns { name: "best of each family", before: &["stages"], time: "time", after };
    let ranks = plan.job.layout.ranks();
    let cells = |candidate: &Candidate<StageSequence>| {
        let stages = candidate.construction.stages.iter().map(|stage| stage.stages(ranks)).fold(0, u64::saturating_add);
        let after = plan.executions.map(|_| predicted(candidate.execution, unit)).into_iter().collect();
        Cells { name: with_stages(candidate), before: vec![stages.to_string()], after }
    };
    let table = columns.table(plan.candidates(), |time| with_unit(time, unit), cells);
    let bounds = plan.candidates().iter().filter(|candidate| candidate.construction.is_upper_bound);
    let bounds: Vec<String> =
        bounds.map(|candidate| format!("  at most: {}: {TOO_MANY}\n", candidate.family)).collect();
    table.to_string()
        + &bounds.concat()
        + &left_out(plan.candidates(), &plan.left_out, detail)
        + &executions(plan.executions)
}

/// The choices of models that take fewer effects into account than this one.
fn others(rivals: &[Rival], plan: &MpiPlan, unit: TimeUnit) -> String {
    let best = plan.best();
    let lines = rivals.iter().map(|rival| {
        let choice = with_stages(&rival.choice);
        let by_itself = with_unit(rival.choice.time, unit);
        if (rival.choice.family, &rival.choice.parameters) == (best.family, &best.parameters) {
            return format!("{} would choose the same, and expect {by_itself}\n", rival.model);
        }
        let really = rival.time.map_or_else(
            || "more than can be represented".to_owned(),
            |time| format!("{}, {} slower than the best", with_unit(time, unit), slower_by(time, best.time)),
        );
        format!("{} would choose {choice}, and expect {by_itself}: here that takes {really}\n", rival.model)
    });
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// The places of the ranks: `8 ranks a host on 4 hosts, sequential`.
fn places(job: &MpiJob) -> String {
    let layout = &job.layout;
    match (layout.hosts(), layout.ranks_per_host()) {
        (1, _) => "all on one host".to_owned(),
        (hosts, 1) => format!("one on each of {hosts} hosts"),
        (hosts, ranks) => format!("{ranks} a host on {hosts} hosts, {}", layout.mapping().name()),
    }
}

/// [`MpiJob::busiest_bytes`] over a time, per second or per cycle: `12.3 MB/s`. `None` for a barrier, and for no time.
fn bandwidth(job: &MpiJob, time: Time, clock: Clock) -> Option<String> {
    job.bytes().filter(|_| time > Time::ZERO)?;
    let rate = job.busiest_bytes() as f64 / (time.ticks() as f64 / clock.ticks_per_unit() as f64);
    let (scale, prefix) = match rate {
        1e9.. => (1e9, "G"),
        1e6.. => (1e6, "M"),
        1e3.. => (1e3, "k"),
        _ => (1.0, ""),
    };
    Some(format!("{:.3} {prefix}B/{}", rate / scale, clock.symbol()))
}

impl uncertain::Labelled for Candidate<StageSequence> {
    fn in_full(&self) -> String {
        with_stages(self)
    }

    fn label(&self) -> String {
        let parameters = self.parameters.without(["segment"]);
        if parameters.is_empty() { self.family.to_owned() } else { format!("{}: {parameters}", self.family) }
    }
}
