//! The answer of `collective`, stage by stage, as JSON.

use super::beside::{Beside, BesideJson};
use super::claim::ClaimJson;
use super::execution::{ExecutionJson, ExecutionsJson};
use super::left_out::LeftOutJson;
use super::{Number, SCHEMA, document, number};
use crate::answer::{MpiCandidate, MpiPlan, Rival};
use crate::model::stage::Sight;
use crate::report::MpiSubject;
use crate::report::stage_words::who;
use crate::request::{Mapping, MpiJob};
use crate::tree::families::Parameters;
use crate::units::{Clock, Time};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(in crate::report) struct JobJson<'a> {
    collective: &'static str,
    ranks: u64,
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks_per_host: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_of_rank: Option<&'a [u32]>,
}

impl<'a> JobJson<'a> {
    pub(in crate::report) fn new(job: &'a MpiJob, sight: Sight) -> Self {
        let layout = &job.layout;
        let (collective, ranks, bytes) = (job.collective.name(), layout.ranks(), job.bytes());
        let alike =
            Self { collective, ranks, bytes, ranks_per_host: None, hosts: None, mapping: None, host_of_rank: None };
        let host_of_rank = match layout.mapping() {
            Mapping::Listed(hosts) => Some(&hosts[..]),
            Mapping::Sequential | Mapping::RoundRobin => None,
        };
        match sight {
            Sight::Blind => alike,
            Sight::Hosts => Self {
                ranks_per_host: Some(layout.ranks_per_host()),
                hosts: Some(layout.hosts()),
                mapping: Some(layout.mapping().name()),
                host_of_rank,
                ..alike
            },
        }
    }
}

#[derive(Debug, Serialize)]
struct CandidateJson<'a> {
    family: &'static str,
    parameters: &'a Parameters,
    time: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution: Option<ExecutionJson>,
}

impl<'a> CandidateJson<'a> {
    fn new(candidate: &'a MpiCandidate, clock: Clock) -> Self {
        let MpiCandidate { family, parameters, time, execution, .. } = candidate;
        let execution = execution.map(|execution| ExecutionJson::new(execution, clock));
        Self { family, parameters, time: number(*time, clock), execution }
    }
}

#[derive(Debug, Serialize)]
struct StageJson {
    stages: u64,
    bytes: u64,
    time: Option<Number>,
    who: String,
}

#[derive(Debug, Serialize)]
struct RivalJson<'a> {
    model: &'static str,
    #[serde(flatten)]
    choice: CandidateJson<'a>,
    time_here: Option<Number>,
}

#[derive(Debug, Serialize)]
struct MpiJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson<'a>,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    semantics: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<ExecutionsJson>,
    best: CandidateJson<'a>,
    stages: Vec<StageJson>,
    bandwidth: Option<f64>,
    #[serde(flatten)]
    claim: ClaimJson,
    candidates: Vec<CandidateJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
    other_models: Vec<RivalJson<'a>>,
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// `collective`, stage by stage, as JSON; its fields are listed [above](super).
#[must_use]
pub fn mpi(plan: &MpiPlan, subject: &MpiSubject, rivals: &[Rival], beside: &Beside) -> String {
    let clock = subject.clock;
    let (best, layout) = (plan.best(), &plan.job.layout);
    let decimal = |time: Option<Time>| time.map(|time| number(time, clock));
    let stages = best.stages.iter().map(|stage| StageJson {
        stages: stage.stages(layout.ranks()),
        bytes: stage.bytes,
        time: decimal(subject.cost.time(stage, layout)),
        who: who(stage, layout.ranks()),
    });
    let per_time = |bytes: u64| bytes as f64 * clock.ticks_per_unit() as f64 / best.time.ticks() as f64;
    document(&MpiJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: JobJson::new(&plan.job, subject.cost.sight()),
        machine: subject.machine,
        model: subject.cost.name(),
        objective: "latency",
        semantics: plan.simulator().map(|simulator| simulator.semantics().name()),
        executions: plan.executions.map(ExecutionsJson::from),
        best: CandidateJson::new(best, clock),
        stages: stages.collect(),
        bandwidth: plan.job.bytes().map(|_| per_time(plan.job.busiest_bytes())).filter(|rate| rate.is_finite()),
        claim: ClaimJson::new(&plan.claim, clock),
        candidates: plan.candidates().iter().map(|candidate| CandidateJson::new(candidate, clock)).collect(),
        left_out: LeftOutJson::families(&plan.left_out),
        other_models: rivals
            .iter()
            .map(|rival| RivalJson {
                model: rival.model,
                choice: CandidateJson::new(&rival.choice, clock),
                time_here: decimal(rival.time),
            })
            .collect(),
        beside: BesideJson::new(*beside, clock),
    })
}
