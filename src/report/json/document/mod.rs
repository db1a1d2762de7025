//! The document of every kind of answer.

mod candidate;
mod kinds;
mod parts;
mod request;

pub(super) use candidate::CandidateJson;
pub(super) use parts::TreeJson;
pub(in crate::report) use request::RequestJson;

use super::beside::BesideJson;
use super::bgp::{BisectionJson, TermJson};
use super::budget::WithinJson;
use super::claim::ClaimJson;
use super::execution::ExecutionsJson;
use super::left_out::LeftOutJson;
use super::levels::LevelJson;
use super::planned::PlannedJson;
use super::slot_limit::SlotLimitJson;
use super::uncertain::StudyJson;
use super::{Number, SCHEMA};
use crate::answer::Answer;
use crate::model::Accuracy;
use crate::request::Objective;
use crate::tree::families::Parameters;
use schemars::JsonSchema;
use serde::Serialize;

/// A field that may be absent, and may be `null` if it is present.
pub(super) type Nullable<T> = Option<Option<T>>;

/// An answer of any kind; fields that its kind does not have are absent. Times are exact decimal numbers in `unit`.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Answer")]
pub(super) struct AnswerJson<'a> {
    /// The version of this document.
    schema: u32,
    /// The unit of all times: `s` or `cycle`.
    unit: &'static str,
    /// The request.
    request: RequestJson<'a>,
    /// The name of the machine.
    machine: &'a str,
    /// The name of the cost model.
    model: &'a str,
    /// The minimized objective: `latency`, `period` or `total`.
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<&'static str>,
    /// The other objective of a front: `period` or `internals` beside latency; `steps` or `height` of schedules on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pareto: Option<&'static str>,
    /// The simulator that executed the candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    semantics: Option<&'static str>,
    /// The extent of a ranking by execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<ExecutionsJson>,
    /// What limits the answer: what it needs outside the measurements behind the profile, and doubts about these.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<&'a [String]>,
    /// The accuracy of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<Accuracy>,
    /// The faster decomposition of an FFT: `1d`, `2d` or `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// The time of one addition, of a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    addition: Option<Number>,
    /// The gap of the message under a model of messages, for an overlay tree; of a reduction, run backwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<Number>,
    /// The delivery of the message, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery: Option<Number>,
    /// The best candidate; of an FFT, the one with the least upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<CandidateJson<'a>>,
    /// The processes of the best tree on unequal hosts, breadth-first: those with children, and among members all.
    #[serde(skip_serializing_if = "Option::is_none")]
    processes: Option<Vec<ProcessJson<'a>>>,
    /// The best tree of ranks on unequal hosts, breadth-first.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<RankJson<'a>>>,
    /// The stages of the best algorithm, in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<StageJson>>,
    /// Bytes that some rank must send or receive under any algorithm, over the time, in bytes per `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bandwidth: Nullable<f64>,
    /// Status and bound.
    #[serde(flatten)]
    claim: Option<ClaimJson>,
    /// A lower bound on the times of the class.
    #[serde(skip_serializing_if = "Option::is_none")]
    class_bound: Option<Number>,
    /// The limit by the slots of the hosts, if a faster tree does not fit on them.
    #[serde(skip_serializing_if = "Option::is_none")]
    slot_limit: Option<SlotLimitJson<'a>>,
    /// The fewest internal processes within a tolerance.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<WithinJson>,
    /// The one-time cost at the leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    startup: Option<Number>,
    /// The contributions to the time of the best tree, level by level from the root down.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<LevelJson>>,
    /// Every candidate, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<CandidateJson<'a>>>,
    /// The best tree that takes no account of hosts.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_level: Nullable<TreeJson>,
    /// Families and members that are not ranked, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson<'a>>>,
    /// The trees, or the schedules on a network, that no other beats in both objectives.
    #[serde(skip_serializing_if = "Option::is_none")]
    front: Option<Vec<CandidateJson<'a>>>,
    /// True if the search for the front was stopped, so that there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<bool>,
    /// The formulas of the literature beside the exact times.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_forms: Option<Vec<ClosedFormJson<'a>>>,
    /// The choices of the machine's other models.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_models: Option<Vec<RivalJson<'a>>>,
    /// The terms of a library's time.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<TermJson<'a>>>,
    /// The bisection of a torus in bytes per `unit`, of messages among all its nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    bisection: Option<BisectionJson>,
    /// The least time of the bytes on the collective network, of a broadcast by a library.
    #[serde(skip_serializing_if = "Option::is_none")]
    collective_network: Option<Number>,
    /// The verdicts on powers of two of ranks, of an FFT.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_ranks: Option<Vec<ByRanksJson<'a>>>,
    /// The schedule on a network.
    #[serde(flatten)]
    planned: PlannedJson,
    /// The study of uncertain parameters.
    #[serde(flatten)]
    study: StudyJson<'a>,
    /// The parts requested beside the answer.
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// An internal process.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Process")]
struct ProcessJson<'a> {
    /// The name of the host; `null` for the front end.
    host: Option<&'a str>,
    /// The slowness of the host: a multiple of the profile's host.
    factor: String,
    /// The parent's index in `processes`.
    parent: Option<usize>,
    fanout: u32,
    /// The number of leaves among its children.
    leaves: u32,
}

/// A rank, with the ranks it sends to (or, in a reduction, receives from, the last first).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Rank")]
struct RankJson<'a> {
    rank: u32,
    host: &'a str,
    children: &'a [u32],
}

/// A group of stages that are alike.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Stage")]
struct StageJson {
    /// The number of stages.
    stages: u64,
    /// The bytes of the longest message.
    bytes: u64,
    /// The time of all of them.
    time: Option<Number>,
    /// The senders and receivers, in words.
    who: String,
}

/// A formula beside the exact time, in the unit of all times.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "ClosedForm")]
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

/// The choice of another model.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "OtherModel")]
struct RivalJson<'a> {
    model: &'static str,
    #[serde(flatten)]
    choice: CandidateJson<'a>,
    /// The time by the answer's model.
    time_here: Option<Number>,
}

/// An FFT on a number of ranks.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "ByRanks")]
struct ByRanksJson<'a> {
    ranks: u64,
    verdict: &'static str,
    /// `null` if not possible.
    planes: Option<CandidateJson<'a>>,
    /// `null` if not possible.
    pencils: Option<CandidateJson<'a>>,
}

impl<'a> AnswerJson<'a> {
    /// The fields of every answer.
    fn begun(answer: &'a Answer, model: &'a str, request: RequestJson<'a>, objective: Option<Objective>) -> Self {
        Self {
            schema: SCHEMA,
            unit: answer.machine.clock.symbol(),
            warnings: Some(&answer.warnings[..]).filter(|warnings| !warnings.is_empty()),
            request: request.with(&answer.request),
            machine: &answer.machine.name,
            model,
            objective: objective.map(Objective::name),
            ..Self::default()
        }
    }
}
