//! The document of every kind of answer.

mod candidate;
mod kinds;
mod parts;
mod request;

pub(super) use candidate::CandidateJson;
pub(super) use parts::TreeJson;
pub(in crate::report) use request::RequestJson;

use super::SCHEMA;
use super::certificate::CertificateJson;
use super::levels::LevelJson;
use super::network_ranking::NetworkJson;
use super::parts::{BisectionJson, ClaimJson, LeftOutJson, TermJson, WithinJson};
use super::planned::PlannedJson;
use super::uncertain::StudyJson;
use crate::answer::{Answer, Executions, SlotLimit};
use crate::request::Objective;
use logpine_models::model::Accuracy;
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::families::Parameters;
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

/// A field that may be absent, and may be `null` if it is present.
pub(super) type Nullable<T> = Option<Option<T>>;

/// An answer of any kind; fields that its kind does not have are absent. Times are exact decimal numbers in `unit`.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Answer")]
pub(super) struct AnswerJson<'a> {
    /// The clock of all times.
    #[serde(skip)]
    pub(super) clock: Clock,
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
    objective: Option<&'static str>,
    /// The other objective of a front: `period` or `internals` beside latency; `steps` or `height` of schedules on a network.
    pareto: Option<&'static str>,
    /// The simulator that executed the candidates.
    semantics: Option<&'static str>,
    /// The extent of a ranking by execution.
    executions: Option<Executions>,
    /// What limits the answer: what it needs outside the measurements behind the profile, and doubts about these.
    warnings: Option<&'a [String]>,
    /// The accuracy of the model.
    accuracy: Option<Accuracy>,
    /// The faster decomposition of an FFT: `1d`, `2d` or `undecided`.
    verdict: Option<&'static str>,
    /// The time of one addition, of a sum.
    addition: Option<Time>,
    /// The gap of the message under a model of messages, for an overlay tree; of a reduction, run backwards.
    gap: Option<Time>,
    /// The delivery of the message, likewise.
    delivery: Option<Time>,
    /// The best candidate; of an FFT, the one with the least upper bound.
    best: Option<CandidateJson<'a>>,
    /// The processes of the best tree on unequal hosts, breadth-first: those with children, and among members all.
    processes: Option<Vec<ProcessJson<'a>>>,
    /// The best tree of ranks on unequal hosts, breadth-first.
    tree: Option<Vec<RankJson<'a>>>,
    /// The stages of the best algorithm, in their order.
    stages: Option<Vec<StageJson>>,
    /// Bytes that some rank must send or receive under any algorithm, over the time, in bytes per `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bandwidth: Nullable<f64>,
    /// Status and bound.
    #[serde(flatten)]
    claim: Option<ClaimJson>,
    /// A lower bound on the times of the class.
    class_bound: Option<Time>,
    /// The limit by the slots of the hosts, if a faster tree does not fit on them.
    slot_limit: Option<&'a SlotLimit>,
    /// The fewest internal processes within a tolerance.
    within: Option<WithinJson>,
    /// The one-time cost at the leaves.
    startup: Option<Time>,
    /// The contributions to the time of the best tree, level by level from the root down.
    levels: Option<Vec<LevelJson>>,
    /// Every candidate, best first.
    candidates: Option<Vec<CandidateJson<'a>>>,
    /// The best tree that takes no account of hosts.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_level: Nullable<TreeJson>,
    /// Families and members that are not ranked, and why.
    left_out: Option<Vec<LeftOutJson<'a>>>,
    /// The trees, or the schedules on a network, that no other beats in both objectives.
    front: Option<Vec<CandidateJson<'a>>>,
    /// True if the search for the front was stopped, so that there may be more.
    stopped: Option<bool>,
    /// The formulas of the literature beside the exact times.
    closed_forms: Option<Vec<ClosedFormJson<'a>>>,
    /// The choices of the machine's other models.
    other_models: Option<Vec<RivalJson<'a>>>,
    /// The terms of a library's time.
    terms: Option<Vec<TermJson<'a>>>,
    /// The bisection of a torus in bytes per `unit`, of messages among all its nodes.
    bisection: Option<BisectionJson>,
    /// The least time of the bytes on the collective network, of a broadcast by a library.
    collective_network: Option<Time>,
    /// The verdicts on powers of two of ranks, of an FFT.
    by_ranks: Option<Vec<ByRanksJson<'a>>>,
    /// The schedule on a network.
    #[serde(flatten)]
    planned: PlannedJson,
    /// The study of uncertain parameters.
    #[serde(flatten)]
    study: StudyJson<'a>,
    /// A second opinion by an integer program, or the proof of a bound on a network.
    certificate: Option<CertificateJson>,
    /// The candidates on a network.
    network: Option<NetworkJson<'a>>,
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
    time: Option<Time>,
    /// The senders and receivers, in words.
    who: String,
}

/// A formula beside the exact time, in the unit of all times.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "ClosedForm")]
struct ClosedFormJson<'a> {
    family: &'a str,
    parameters: &'a Parameters,
    exact: Time,
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
    time_here: Option<Time>,
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
            clock: answer.machine.clock,
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
