//! The answer of `collective sum` as JSON.

use super::claim::ClaimJson;
use super::left_out::LeftOutJson;
use super::{Number, SCHEMA, document, number};
use crate::answer::SumPlan;
use crate::report::RankSubject;
use serde::Serialize;

/// What was asked.
#[derive(Debug, Serialize)]
struct JobJson {
    collective: &'static str,
    values: u64,
    ranks: u64,
}

#[derive(Debug, Serialize)]
struct SummationJson {
    family: &'static str,
    time: Number,
    values: u64,
    ranks: u64,
    height: u32,
    root_fanout: u64,
    budgets: Vec<BudgetJson>,
}

#[derive(Debug, Serialize)]
struct BudgetJson {
    time: Number,
    ranks: u64,
}

#[derive(Debug, Serialize)]
struct CandidateJson {
    family: &'static str,
    time: Number,
}

#[derive(Debug, Serialize)]
struct SumJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'static str,
    objective: &'static str,
    addition: Number,
    best: SummationJson,
    #[serde(flatten)]
    claim: ClaimJson,
    candidates: Vec<CandidateJson>,
    left_out: Vec<LeftOutJson<'a>>,
}

/// `collective sum` as JSON; its fields are listed [above](super).
#[must_use]
pub fn sum(plan: &SumPlan, subject: &RankSubject) -> String {
    let number = |time| number(time, subject.clock);
    let (best, tree) = (&plan.best, &plan.best.tree);
    let budgets = best.budgets.iter().map(|budget| BudgetJson { time: number(budget.time), ranks: budget.ranks });
    let candidates = plan.candidates().iter();
    document(&SumJson {
        schema: SCHEMA,
        unit: subject.clock.symbol(),
        job: JobJson { collective: "sum", values: plan.job.values(), ranks: plan.job.ranks() },
        machine: subject.machine,
        model: subject.timing.name(),
        objective: "latency",
        addition: number(plan.addition),
        best: SummationJson {
            family: SumPlan::FAMILY,
            time: number(best.time),
            values: best.values,
            ranks: plan.ranks_used(),
            height: tree.height(),
            root_fanout: tree.fanout(tree.root()),
            budgets: budgets.collect(),
        },
        claim: ClaimJson::new(&plan.claim, subject.clock),
        candidates: candidates
            .map(|candidate| CandidateJson { family: candidate.family, time: number(candidate.time) })
            .collect(),
        left_out: LeftOutJson::families(&plan.left_out),
    })
}
