//! The answer of `collective` as JSON.

use super::beside::{Beside, BesideJson};
use super::claim::ClaimJson;
use super::execution::{ExecutionJson, ExecutionsJson};
use super::left_out::LeftOutJson;
use super::uncertain::StudyJson;
use super::{Number, SCHEMA, document, number};
use crate::answer::{RankCandidate, RankPlan, Study};
use crate::closed_form::ClosedForm;
use crate::report::{Explained, RankSubject, explained};
use crate::request::RankJob;
use crate::search::collective::Algorithm;
use crate::tree::families::Parameters;
use crate::units::Clock;
use serde::Serialize;

/// What was asked.
#[derive(Debug, Serialize)]
pub(in crate::report) struct JobJson {
    collective: &'static str,
    ranks: u64,
    bytes: Option<u64>,
    operands: &'static str,
}

impl JobJson {
    pub(in crate::report) fn new(job: &RankJob) -> Self {
        let (collective, operands) = (job.collective.name(), job.operands.name());
        Self { collective, ranks: job.ranks(), bytes: job.bytes(), operands }
    }
}

#[derive(Debug, Serialize)]
struct CandidateJson<'a> {
    family: &'a str,
    parameters: &'a Parameters,
    time: Number,
    period: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_fanout: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution: Option<ExecutionJson>,
}

impl<'a> CandidateJson<'a> {
    fn new(candidate: &'a RankCandidate, ranks: u64, clock: Clock) -> Self {
        let (height, root_fanout) = match &candidate.algorithm {
            Algorithm::Tree(shape) => (Some(u64::from(shape.height())), Some(shape.fanout(shape.root()))),
            Algorithm::Chain => (Some(ranks - 1), Some(1)),
            _ => (None, None),
        };
        Self {
            family: candidate.family,
            parameters: &candidate.parameters,
            time: number(candidate.time, clock),
            period: candidate.period.map(|period| number(period, clock)),
            height,
            root_fanout,
            execution: candidate.execution.map(|execution| ExecutionJson::new(execution, clock)),
        }
    }
}

#[derive(Debug, Serialize)]
struct RanksJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    semantics: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<ExecutionsJson>,
    best: CandidateJson<'a>,
    #[serde(flatten)]
    claim: ClaimJson,
    candidates: Vec<CandidateJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_forms: Option<Vec<ClosedFormJson<'a>>>,
    #[serde(flatten)]
    study: StudyJson<'a>,
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// A formula beside the exact time, in the unit of all times.
#[derive(Debug, Serialize)]
struct ClosedFormJson<'a> {
    family: &'a str,
    parameters: &'a Parameters,
    exact: Number,
    time: f64,
    segments: Option<f64>,
    segment: Option<f64>,
    formula: &'static str,
    source: &'static str,
    condition: &'static str,
}

impl<'a> ClosedFormJson<'a> {
    fn new(explained: &Explained<'a>, clock: Clock) -> Self {
        let Explained { candidate, form } = explained;
        let ClosedForm { time, segments, segment, formula, source, condition } = *form;
        let (exact, time) = (number(candidate.time, clock), time / clock.ticks_per_unit() as f64);
        let (family, parameters) = (candidate.family, &candidate.parameters);
        Self { family, parameters, exact, time, segments, segment, formula, source, condition }
    }
}

/// `collective` as JSON; its fields are listed [above](super).
#[must_use]
pub fn ranks(plan: &RankPlan, subject: &RankSubject) -> String {
    ranks_studied(plan, subject, &Study::NONE, &Beside::default())
}

/// `collective --robust` and `--explain` as JSON: [`ranks`] with `robust`, or with `break_points` and `closed_forms`; these
/// are empty where there are none.
#[must_use]
pub fn ranks_studied(plan: &RankPlan, subject: &RankSubject, study: &Study<RankCandidate>, beside: &Beside) -> String {
    let explained = study.sensitivity.as_ref().map(|_| explained(plan, subject).unwrap_or_default());
    let forms = explained
        .as_ref()
        .map(|explained| explained.iter().map(|explained| ClosedFormJson::new(explained, subject.clock)).collect());
    let beside = BesideJson::new(*beside, subject.clock);
    document(&ranks_json(plan, subject, study, forms, beside))
}

fn ranks_json<'a>(
    plan: &'a RankPlan,
    subject: &RankSubject<'a>,
    study: &'a Study<RankCandidate>,
    closed_forms: Option<Vec<ClosedFormJson<'a>>>,
    beside: BesideJson<'a>,
) -> RanksJson<'a> {
    let clock = subject.clock;
    let candidate = |candidate| CandidateJson::new(candidate, plan.job.ranks(), clock);
    RanksJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: JobJson::new(&plan.job),
        machine: subject.machine,
        model: subject.timing.name(),
        objective: "latency",
        semantics: plan.simulator().map(|simulator| simulator.semantics().name()),
        executions: plan.executions.map(ExecutionsJson::from),
        best: candidate(plan.best()),
        claim: ClaimJson::new(&plan.claim, clock),
        candidates: plan.candidates().iter().map(candidate).collect(),
        left_out: LeftOutJson::members(&plan.left_out),
        closed_forms,
        study: StudyJson::new(study, clock),
        beside,
    }
}
