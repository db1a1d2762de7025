//! The answer of `tree` under a port model as JSON.

use super::beside::{Beside, BesideJson};
use super::claim::ClaimJson;
use super::{CandidateJson, LeftOutJson, Number, SCHEMA, document, number};
use crate::answer::LeafPlan;
use crate::report::RankSubject;
use crate::request::{Collective, LeafJob, Objective};
use serde::Serialize;

/// What was asked.
#[derive(Debug, Serialize)]
pub(in crate::report) struct JobJson {
    collective: Collective,
    leaves: u64,
    bytes: Option<u64>,
}

impl JobJson {
    pub(in crate::report) fn new(job: &LeafJob) -> Self {
        Self { collective: job.collective(), leaves: job.leaves(), bytes: job.bytes() }
    }
}

#[derive(Debug, Serialize)]
struct LeavesJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'static str,
    objective: &'static str,
    gap: Number,
    delivery: Number,
    best: CandidateJson<'a>,
    #[serde(flatten)]
    claim: ClaimJson,
    candidates: Vec<CandidateJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// `tree` under a port model as JSON; its fields are listed [above](super).
#[must_use]
pub fn leaves(plan: &LeafPlan, subject: &RankSubject, beside: &Beside) -> String {
    let (clock, objective) = (subject.clock, Objective::Latency);
    let candidate = |candidate| CandidateJson::new(candidate, objective, clock);
    document(&LeavesJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: JobJson::new(&plan.job),
        machine: subject.machine,
        model: subject.timing.name(),
        objective: objective.name(),
        gap: number(plan.port.send_gap, clock),
        delivery: number(plan.port.delivery, clock),
        best: candidate(plan.best()),
        claim: ClaimJson::new(&plan.claim, clock),
        candidates: plan.candidates().iter().map(candidate).collect(),
        left_out: LeftOutJson::members(&plan.left_out),
        beside: BesideJson::new(*beside, clock),
    })
}
