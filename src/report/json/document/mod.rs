//! The one document of answers of every kind.

mod candidate;
mod kinds;
mod request;

pub(super) use candidate::{CandidateJson, TreeJson};
pub(in crate::report) use request::RequestJson;

use super::beside::BesideJson;
use super::bgp::{BisectionJson, TermJson};
use super::budget::WithinJson;
use super::claim::ClaimJson;
use super::execution::ExecutionsJson;
use super::left_out::LeftOutJson;
use super::levels::LevelJson;
use super::uncertain::StudyJson;
use super::{Number, SCHEMA};
use crate::answer::Answer;
use crate::model::Accuracy;
use crate::request::Objective;
use crate::tree::families::Parameters;
use schemars::JsonSchema;
use serde::Serialize;

/// A field that is there, as `null` if it has no value, or is not there.
pub(super) type Nullable<T> = Option<Option<T>>;

/// An answer of any kind; what its kind does not have is not there. Times are exact decimal numbers in `unit`.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Answer")]
pub(super) struct AnswerJson<'a> {
    /// The version of this document.
    schema: u32,
    /// The unit of all times: `s` or `cycle`.
    unit: &'static str,
    /// What was asked.
    request: RequestJson<'a>,
    /// The name of the machine.
    machine: &'a str,
    /// The name of the cost model.
    model: &'a str,
    /// What is least: `latency`, `period` or `total`.
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<&'static str>,
    /// Of a front, what latency is traded against: `period` or `internals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pareto: Option<&'static str>,
    /// The simulator by whose rules candidates were executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    semantics: Option<&'static str>,
    /// How far a ranking by execution went.
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<ExecutionsJson>,
    /// How much the model says.
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<Accuracy>,
    /// Of an FFT, which decomposition is faster: `1d`, `2d` or `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// Of a sum, the time of one addition.
    #[serde(skip_serializing_if = "Option::is_none")]
    addition: Option<Number>,
    /// Of an overlay tree under a model of messages, the gap of the message; of a reduction, run backwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<Number>,
    /// Its delivery.
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery: Option<Number>,
    /// The best candidate; of an FFT, the one with the least upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<CandidateJson<'a>>,
    /// On unequal hosts, the internal processes of the best tree, breadth-first.
    #[serde(skip_serializing_if = "Option::is_none")]
    processes: Option<Vec<ProcessJson<'a>>>,
    /// Among ranks on unequal hosts, the best tree, breadth-first.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<RankJson<'a>>>,
    /// The stages of the best algorithm, in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<StageJson>>,
    /// Bytes that some rank has to send or receive whatever the algorithm, over the time, in bytes per `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bandwidth: Nullable<f64>,
    /// Status and bound.
    #[serde(flatten)]
    claim: Option<ClaimJson>,
    /// A lower bound on the times of the class.
    #[serde(skip_serializing_if = "Option::is_none")]
    class_bound: Option<Number>,
    /// The fewest internal processes within a tolerance.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<WithinJson>,
    /// The one-time cost at the leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    startup: Option<Number>,
    /// Where the time of the best tree goes, from the root down.
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
    /// Trees that no other beats in both.
    #[serde(skip_serializing_if = "Option::is_none")]
    front: Option<Vec<CandidateJson<'a>>>,
    /// The formulas of the literature beside the exact times.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_forms: Option<Vec<ClosedFormJson<'a>>>,
    /// What the machine's other models would choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_models: Option<Vec<RivalJson<'a>>>,
    /// Of a library, what its time is made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<TermJson<'a>>>,
    /// Of messages among all nodes of a torus, its bisection in bytes per `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bisection: Option<BisectionJson>,
    /// Of a broadcast by a library, the least time of the bytes on the collective network.
    #[serde(skip_serializing_if = "Option::is_none")]
    collective_network: Option<Number>,
    /// Of an FFT, the verdicts on powers of two of ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_ranks: Option<Vec<ByRanksJson<'a>>>,
    /// What uncertain parameters do.
    #[serde(flatten)]
    study: StudyJson<'a>,
    /// What was asked for beside the answer.
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// An internal process.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Process")]
struct ProcessJson<'a> {
    /// `null` for the front end.
    host: Option<&'a str>,
    /// How many times slower than the profile's host.
    factor: String,
    /// As an index of `processes`.
    parent: Option<usize>,
    fanout: u32,
    /// Among its children.
    leaves: u32,
}

/// A rank, with those that it sends to (or, in a reduction, receives from, the last first).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Rank")]
struct RankJson<'a> {
    rank: u32,
    host: &'a str,
    children: &'a [u32],
}

/// Stages that are alike.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Stage")]
struct StageJson {
    /// How many.
    stages: u64,
    /// Of the longest message.
    bytes: u64,
    /// Of all of them.
    time: Option<Number>,
    /// Who sends to whom, in words.
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

/// What another model would choose.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "OtherModel")]
struct RivalJson<'a> {
    model: &'static str,
    #[serde(flatten)]
    choice: CandidateJson<'a>,
    /// The time by the answer's model.
    time_here: Option<Number>,
}

/// An FFT on so many ranks.
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
    /// What all answers have.
    fn begun(answer: &'a Answer, model: &'a str, request: RequestJson<'a>, objective: Option<Objective>) -> Self {
        Self {
            schema: SCHEMA,
            unit: answer.machine.clock.symbol(),
            request: request.with(&answer.request),
            machine: &answer.machine.name,
            model,
            objective: objective.map(Objective::name),
            ..Self::default()
        }
    }
}
