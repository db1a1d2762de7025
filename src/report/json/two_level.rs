//! The answers of `tree` and `collective` for hosts with several processes each, as JSON.

use super::claim::ClaimJson;
use super::{JobJson, Number, SCHEMA, TreeJson, document, number};
use crate::answer::{HostFamily, RankCandidate, TwoLevelPlan, TwoLevelRankCandidate, TwoLevelRankPlan};
use crate::report::{RankSubject, Subject};
use crate::search::two_level::Composition;
use crate::tree::families::Parameters;
use crate::tree::{Shape, level_fanouts};
use crate::units::Clock;
use serde::Serialize;

/// The job of leaves, with its hosts.
#[derive(Debug, Serialize)]
struct LeavesJobJson {
    #[serde(flatten)]
    job: JobJson,
    leaves_per_host: u64,
    hosts: u64,
}

/// A part of a composition.
#[derive(Debug, Serialize)]
struct PartJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    leaves: u64,
    fanouts: Option<Vec<u64>>,
    internal_nodes: u64,
    height: u32,
}

impl PartJson {
    fn new(shape: &Shape, count: Option<u64>) -> Self {
        let fanouts = level_fanouts(shape);
        Self { count, leaves: shape.leaves(), fanouts, internal_nodes: shape.internal_nodes(), height: shape.height() }
    }
}

#[derive(Debug, Serialize)]
struct CompositionJson {
    family: &'static str,
    parameters: Parameters,
    time: Number,
    internal_nodes: u64,
    height: u32,
    among: PartJson,
    within: Vec<PartJson>,
}

impl CompositionJson {
    fn new(composition: &Composition, clock: Clock) -> Self {
        let within = composition.leaders.iter();
        Self {
            family: "two-level",
            parameters: Parameters::new().number("leaders_per_host", composition.leaders_per_host),
            time: number(composition.time, clock),
            internal_nodes: composition.internal_nodes(),
            height: composition.height(),
            among: PartJson::new(&composition.among, None),
            within: within.map(|leaders| PartJson::new(&leaders.within, Some(leaders.count))).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct TwoLevelJson<'a> {
    schema: u32,
    unit: &'static str,
    job: LeavesJobJson,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    best: CompositionJson,
    #[serde(flatten)]
    claim: ClaimJson,
    class_bound: Number,
    candidates: Vec<CompositionJson>,
    one_level: Option<TreeJson>,
}

/// `tree --leaves-per-host` as JSON; its fields are listed [above](super).
#[must_use]
pub fn two_level(plan: &TwoLevelPlan, subject: &Subject) -> String {
    let clock = subject.clock;
    document(&TwoLevelJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: LeavesJobJson { job: JobJson::new(&plan.job), leaves_per_host: plan.leaves_per_host, hosts: plan.hosts() },
        machine: subject.machine,
        model: subject.model,
        objective: "latency",
        best: CompositionJson::new(plan.best(), clock),
        claim: ClaimJson::new(&plan.claim, clock).with_class(TwoLevelPlan::CLASS),
        class_bound: number(plan.class_bound, clock),
        candidates: plan.compositions().iter().map(|composition| CompositionJson::new(composition, clock)).collect(),
        one_level: plan.one_level.as_ref().map(|(shape, score)| TreeJson::new(shape, *score, None, clock)),
    })
}

/// What was asked of ranks.
#[derive(Debug, Serialize)]
struct RanksJobJson {
    collective: &'static str,
    ranks: u64,
    bytes: Option<u64>,
    operands: &'static str,
    ranks_per_host: u64,
    hosts: u64,
}

/// An algorithm among hosts or inside one.
#[derive(Debug, Serialize)]
struct PhaseJson<'a> {
    family: &'a str,
    parameters: &'a Parameters,
    time: Number,
}

impl<'a> PhaseJson<'a> {
    fn new(candidate: &'a RankCandidate, clock: Clock) -> Self {
        Self { family: candidate.family, parameters: &candidate.parameters, time: number(candidate.time, clock) }
    }
}

#[derive(Debug, Serialize)]
struct WayJson<'a> {
    family: &'static str,
    parameters: Parameters,
    time: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts_informed: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    among: Option<PhaseJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<PhaseJson<'a>>,
}

impl<'a> WayJson<'a> {
    fn new(candidate: &'a TwoLevelRankCandidate, clock: Clock) -> Self {
        let way = Self {
            family: candidate.family.name(),
            parameters: Parameters::new(),
            time: number(candidate.time, clock),
            hosts_informed: None,
            among: None,
            within: None,
        };
        match &candidate.family {
            HostFamily::Lanes(lanes) => {
                let senders = lanes.most_senders().map(|senders| Parameters::new().number("senders", senders));
                let hosts_informed = Some(number(lanes.informed(), clock));
                Self { parameters: senders.unwrap_or_default(), hosts_informed, ..way }
            }
            HostFamily::Leaders { among, within } => {
                let [among, within] = [among, within].map(|phase| Some(PhaseJson::new(phase, clock)));
                Self { among, within, ..way }
            }
            HostFamily::OneLevel(candidate) => Self { among: Some(PhaseJson::new(candidate, clock)), ..way },
        }
    }
}

#[derive(Debug, Serialize)]
struct TwoLevelRanksJson<'a> {
    schema: u32,
    unit: &'static str,
    job: RanksJobJson,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    best: WayJson<'a>,
    #[serde(flatten)]
    claim: ClaimJson,
    candidates: Vec<WayJson<'a>>,
}

/// `collective --ranks-per-host` as JSON; its fields are listed [above](super).
#[must_use]
pub fn two_level_ranks(plan: &TwoLevelRankPlan, subject: &RankSubject) -> String {
    let (clock, job) = (subject.clock, &plan.job);
    document(&TwoLevelRanksJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: RanksJobJson {
            collective: job.collective.name(),
            ranks: job.ranks(),
            bytes: job.bytes(),
            operands: job.operands.name(),
            ranks_per_host: plan.ranks_per_host,
            hosts: plan.hosts(),
        },
        machine: subject.machine,
        model: subject.timing.name(),
        objective: "latency",
        best: WayJson::new(plan.best(), clock),
        claim: ClaimJson::new(&plan.claim, clock),
        candidates: plan.candidates().iter().map(|candidate| WayJson::new(candidate, clock)).collect(),
    })
}
