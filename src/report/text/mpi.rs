//! The answer of `collective` for the other collectives of MPI, stage by stage.

use super::page::Page;
use super::ranking::{Cells, Columns, left_out};
use super::ranks::{by_rules, executions, nothing, predicted};
use super::rows::{Row, each};
use super::table::Table;
use super::{Detail, claim, uncertain};
use crate::answer::{Candidate, MpiPlan, Rival, StageSequence, Study};
use crate::report::rate;
use crate::report::stage_words::who;
use crate::report::times::{number, ratio, size, time};
use crate::report::titles::{of_stages, with_stages};
use crate::request::MpiJob;
use logpine_models::machine::Machine;
use logpine_models::model::stage::{Numbering, Sight, StageCost};
use logpine_text::units::{Clock, Time};

/// The most lines of stages.
const LISTED_STAGES: usize = 12;

/// The reason of a time that is an upper bound.
const TOO_MANY: &str = "messages of a stage differ in length, and there are too many to follow each of them";

/// The answer, with the studies of uncertain parameters and the choices of other models.
pub(super) fn mpi(
    page: &mut Page,
    plan: &MpiPlan,
    machine: &Machine,
    cost: &dyn StageCost,
    study: &Study<Candidate<StageSequence>>,
    rivals: &[Rival],
    detail: Detail,
) {
    let (best, clock) = (plan.best(), machine.clock);
    if let Some(robust) = &study.robust {
        uncertain::robust(page, robust, clock);
    }
    let places = match cost.sight() {
        Sight::Hosts => format!(", {},", places(&plan.job)),
        Sight::Blind => String::new(),
    };
    let title = format!("Best {}{places} on {}{}", of_stages(&plan.job), machine.name, by_rules(plan.simulator()));
    page.headline(&title, &with_stages(best), claim::mark(&plan.claim));
    let bandwidth = plan.job.bytes().and_then(|_| rate(plan.job.busiest_bytes(), best.time, clock));
    let bandwidth = bandwidth.map(|rate| format!("{rate} at the busiest rank"));
    page.facts([time(best.time, clock)].into_iter().chain(bandwidth).chain(claim::facts(&plan.claim)));
    if detail.is_full() {
        stages(page, plan, cost, clock);
    }
    ranking(page, plan, clock, detail);
    others(page, rivals, plan, clock);
    if let Some(sensitivity) = &study.sensitivity {
        uncertain::sensitivity(page, sensitivity, best, clock);
    }
    let nothing = nothing("no algorithm", plan.executions, plan.claim.bound.value, clock);
    claim::proof(page, cost.name(), &plan.claim, &nothing, "", detail);
}

/// Adds the stages of the best algorithm: messages, times, and who sends to whom.
fn stages(page: &mut Page, plan: &MpiPlan, cost: &dyn StageCost, clock: Clock) {
    let (best, ranks) = (plan.best(), plan.job.layout.ranks());
    let all = &best.construction.stages;
    let mut table = Table::new(["stages", "message", "time", "who"]);
    for stage in all.iter().take(LISTED_STAGES) {
        let took = cost.time(stage, &plan.job.layout).map_or_else(String::new, |value| time(value, clock));
        let message = plan.job.bytes().map_or_else(|| "-".to_owned(), |_| size(stage.bytes));
        table.row([stage.stages(ranks).to_string(), message, took, who(stage, ranks)]);
    }
    page.table(table.left_column(3));
    if all.len() > LISTED_STAGES {
        page.note(format!("... and {} more lines", all.len() - LISTED_STAGES));
    }
    let one_by_one = all.iter().try_fold(Time::ZERO, |sum, stage| sum.checked_add(cost.time(stage, &plan.job.layout)?));
    if plan.executions.is_none() && one_by_one.is_some_and(|sum| sum > best.time) {
        let all = time(best.time, clock);
        page.note(format!("stages overlap, because no rank waits until a stage ends: {all} in all"));
    }
    if all.iter().any(|stage| stage.numbering == Numbering::Hosts) {
        page.note("along the hosts: first the ranks of rank 0's host, then those of the next host, and so on");
    }
}

fn ranking(page: &mut Page, plan: &MpiPlan, clock: Clock, detail: Detail) {
    let after: &[&str] = if plan.executions.is_some() { &["by the model"] } else { &[] };
    let columns = Columns { name: "algorithm", before: &["stages"], time: "time", after };
    let ranks = plan.job.layout.ranks();
    let cells = |row: &Row<StageSequence>| {
        let candidate = row.first();
        let stages = candidate.construction.stages.iter().map(|stage| stage.stages(ranks)).fold(0, u64::saturating_add);
        let after = plan.executions.map(|_| predicted(candidate.execution, clock)).into_iter().collect();
        Cells { name: with_stages(candidate), before: vec![number(stages)], after }
    };
    page.table(columns.table(plan.best().time, &each(plan.candidates()), |value| time(value, clock), cells));
    for candidate in plan.candidates().iter().filter(|candidate| candidate.construction.is_upper_bound) {
        page.note(format!("at most: {}: {TOO_MANY}", candidate.family));
    }
    left_out(page, plan.candidates(), &plan.left_out, detail);
    executions(page, plan.executions);
}

/// Adds the choices of the machine's other models, and what they take by this model.
fn others(page: &mut Page, rivals: &[Rival], plan: &MpiPlan, clock: Clock) {
    let best = plan.best();
    for Rival { model, choice, time: really } in rivals {
        let expected = time(choice.time, clock);
        if (choice.family, &choice.parameters) == (best.family, &best.parameters) {
            page.line(format!("{model} chooses the same algorithm, and predicts {expected}."));
            continue;
        }
        let really = really.map_or_else(
            || "more than can be represented".to_owned(),
            |really| format!("{}, {} the best", time(really, clock), ratio(really, best.time)),
        );
        page.line(format!("{model} chooses {}, and predicts {expected}. Here it takes {really}.", with_stages(choice)));
    }
}

/// The places of the ranks.
fn places(job: &MpiJob) -> String {
    let layout = &job.layout;
    match (layout.hosts(), layout.ranks_per_host()) {
        (1, _) => "all on one host".to_owned(),
        (hosts, 1) => format!("one on each of {} hosts", number(hosts)),
        (hosts, ranks) => format!("{ranks} a host on {} hosts, {}", number(hosts), layout.mapping().name()),
    }
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
