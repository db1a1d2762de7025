//! A replay as JSON.

use super::{NodeParts, Origin, SimulationReport, operation_name, reason_name};
use crate::model::stage::Sight;
use crate::report::json::{Number, OverheadJson, RequestJson, SCHEMA, document, number};
use crate::schedule::Operation;
use crate::schedule::replay::{Activity, Part, Share, Step};
use crate::tree::families::Parameters;
use logpine_text::units::Clock;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
struct SimulationJson<'a> {
    schema: u32,
    unit: &'static str,
    title: &'a str,
    #[serde(flatten)]
    origin: OriginJson<'a>,
    machine: &'a str,
    model: &'a str,
    semantics: &'static str,
    time: Number,
    predicted: Option<Number>,
    last_rank: Option<u32>,
    rank_times: Option<Vec<Number>>,
    ranks: u32,
    operations: u64,
    messages: u64,
    bytes: u64,
    utilisation: BTreeMap<&'static str, ShareJson>,
    critical_path: Option<Vec<StepJson>>,
    critical_path_totals: Option<BTreeMap<&'static str, Number>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    critical_path_nodes: Option<NodesJson>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

/// The origin of the replayed schedule.
#[derive(Debug, Default, Serialize)]
struct OriginJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_tick: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<RequestJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'a Parameters>,
}

impl<'a> OriginJson<'a> {
    fn new(origin: Origin<'a>, clock: Clock) -> Self {
        let plan = |request, family, parameters| Self {
            request: Some(request),
            family: Some(family),
            parameters: Some(parameters),
            ..Self::default()
        };
        match origin {
            #[cfg(test)]
            Origin::Unknown => Self::default(),
            Origin::Goal { file, tick } => {
                Self { file: Some(file), goal_tick: Some(number(tick, clock)), ..Self::default() }
            }
            Origin::Ranks { job, candidate } => plan(RequestJson::ranks(job), candidate.family, &candidate.parameters),
            Origin::Mpi { job, candidate } => {
                // A model of single messages takes no account of the ranks' hosts.
                let job = RequestJson::mpi(job, Sight::Blind);
                plan(job, candidate.family, &candidate.parameters)
            }
            Origin::Leaves { job, candidate } => {
                plan(RequestJson::leaves(job), candidate.family, &candidate.parameters)
            }
            Origin::Waves { job, candidate, waves, .. } => {
                plan(RequestJson::waves(job, waves), candidate.family, &candidate.parameters)
            }
        }
    }
}

/// The parts of the critical path in the terms of the model of nodes.
#[derive(Debug, Serialize)]
struct NodesJson {
    latency: Number,
    overhead: OverheadJson,
    gap: Number,
    filter: Number,
    startup: Number,
    other: Number,
}

impl NodesJson {
    fn new(parts: &NodeParts, clock: Clock) -> Self {
        let number = |time| number(time, clock);
        Self {
            latency: number(parts.latency),
            overhead: OverheadJson::new(&parts.overhead, clock),
            gap: number(parts.gap),
            filter: number(parts.filter),
            startup: number(parts.startup),
            other: number(parts.other),
        }
    }
}

/// The share of the time that ranks spend on an activity.
#[derive(Debug, Serialize)]
struct ShareJson {
    mean_percent: f64,
    least_percent: f64,
    most_percent: f64,
    most_rank: u32,
}

impl From<Share> for ShareJson {
    fn from(share: Share) -> Self {
        let percent = |part: f64| 100.0 * part;
        Self {
            mean_percent: percent(share.mean),
            least_percent: percent(share.least),
            most_percent: percent(share.most),
            most_rank: share.most_rank,
        }
    }
}

/// A step of the critical path.
#[derive(Debug, Serialize)]
struct StepJson {
    rank: u32,
    operation: u32,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    peer: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    reason: &'static str,
    start: Number,
    end: Number,
    waited: Number,
    performed: Number,
}

impl StepJson {
    fn new(step: &Step, clock: Clock) -> Self {
        let number = |time| number(time, clock);
        let (peer, bytes) = match step.operation {
            Operation::Send { to: peer, bytes, .. } | Operation::Receive { from: peer, bytes, .. } => {
                (Some(peer).filter(|&peer| peer != crate::schedule::ANY), Some(bytes))
            }
            _ => (None, None),
        };
        Self {
            rank: step.span.rank,
            operation: step.span.operation,
            kind: operation_name(step.operation),
            peer,
            bytes,
            reason: reason_name(step.span.cause.reason),
            start: number(step.span.start),
            end: number(step.span.end),
            waited: number(step.waited()),
            performed: number(step.performed()),
        }
    }
}

/// A replay as JSON: `schema`, `unit` (`s` or `cycle`, of all times), `title`; for a GOAL schedule `file` and `goal_tick` (the
/// length of a tick), for a plan `request`, `family` and `parameters` as [`best`](crate::report::json) has them (`waves` is
/// the number replayed); `machine`, `model`, `semantics`, `time` (when the last rank is done), `predicted` (the plan's time;
/// null if there is none), `last_rank`, `rank_times` (when each rank is done, from rank 0; null beyond 65,536 ranks), `ranks`,
/// `operations`, `messages`, `bytes`, `utilisation`, `critical_path`, `critical_path_totals` (both null without a timeline:
/// `simulate` keeps one up to 2^25 operations), and for waves over an overlay tree `critical_path_nodes`.
///
/// `utilisation` has for `sends`, `receptions`, `calculations`, `busy` (the three together) and `interface` (the time in which
/// sends keep it from further sends) {`mean_percent`, `least_percent`, `most_percent`, `most_rank`} of the time. A step of the
/// critical path has `rank`, `operation` (its index among the rank's, from 0), `kind` (`send`, `receive`, `calculate`,
/// `combine`, `wait`), `peer` (unless any) and `bytes` of a message, `reason` (`start`, `order`, `message`, `processor`,
/// `gap`, `clock`: the cause of its waiting), `start`, `end`, `waited` and `performed`. The sum of `waited` and `performed`
/// over all steps is `time`, and so is the sum of the totals of `send`, `wire`, `receive`, `calculate`, `gap`, `clock` and
/// `other`, and of those of `critical_path_nodes`, the costs of nodes: `latency`, `overhead` {`constant`, `linear`,
/// `quadratic`, `logarithmic`, `exponential`, `measured`}, `gap`, `filter`, `startup` and `other`.
#[must_use]
pub fn json(report: &SimulationReport) -> String {
    let (clock, finish) = (report.clock, report.replayed.finish);
    let share = |activity: Activity| (activity.name(), report.usage.share(activity, finish).into());
    let simulation = SimulationJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        title: report.title,
        origin: OriginJson::new(report.origin, clock),
        machine: report.machine,
        model: report.model,
        semantics: report.semantics.name(),
        time: number(finish, clock),
        predicted: report.predicted.map(|predicted| number(predicted, clock)),
        last_rank: report.last_rank(),
        rank_times: rank_times(report),
        ranks: report.ranks(),
        operations: report.operations(),
        messages: report.usage.messages(),
        bytes: report.usage.bytes(),
        utilisation: Activity::ALL.into_iter().map(share).collect(),
        critical_path: report
            .critical_path
            .map(|path| path.steps().iter().map(|step| StepJson::new(step, clock)).collect()),
        critical_path_totals: report
            .critical_path
            .map(|path| Part::ALL.into_iter().map(|part| (part.name(), number(path.total(part), clock))).collect()),
        critical_path_nodes: report.node_parts().map(|parts| NodesJson::new(&parts, clock)),
        warnings: report.warnings,
    };
    document(&simulation)
}

/// The most ranks with listed times.
const MOST_RANK_TIMES: usize = 1 << 16;

/// The finish time of each rank.
fn rank_times(report: &SimulationReport) -> Option<Vec<Number>> {
    let done = &report.replayed.ranks;
    (done.len() <= MOST_RANK_TIMES).then(|| done.iter().map(|&done| number(done, report.clock)).collect())
}
