//! A candidate of any kind as JSON.

use super::Nullable;
use crate::answer::{
    Candidate, Decomposition, FftCandidate, HostFamily, MpiCandidate, RankCandidate, SumCandidate, SumPlan,
    TwoLevelRankCandidate, UnequalCandidate, UnequalRankCandidate,
};
use crate::report::json::bgp::DurationJson;
use crate::report::json::execution::ExecutionJson;
use crate::report::json::{Number, number};
use crate::request::Objective;
use crate::search::collective::Algorithm;
use crate::search::overlay::Optimum;
use crate::search::two_level::Composition;
use crate::tree::families::Parameters;
use crate::tree::{Score, Shape, level_fanouts};
use crate::units::{Clock, Time};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;

/// A tree or an algorithm with its parameters and its time.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Candidate")]
pub(in crate::report::json) struct CandidateJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<Cow<'a, Parameters>>,
    /// How hosts were chosen: `searched`, `as given` or `fastest first`.
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts: Option<&'static str>,
    #[serde(flatten)]
    duration: DurationJson,
    /// True if the time is an upper bound: messages differ in length, and there are too many to follow each of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_upper_bound: Option<bool>,
    #[serde(flatten)]
    tree: Option<TreeJson>,
    /// The time between messages in a stream of them; `null` if they do not overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Nullable<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    internal_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_fanout: Option<u64>,
    /// Of lanes, when the last host has the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts_informed: Option<Number>,
    /// The tree or algorithm among hosts.
    #[serde(skip_serializing_if = "Option::is_none")]
    among: Option<PartJson<'a>>,
    /// The trees or the algorithm inside hosts.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<PartsJson<'a>>,
    /// Of a sum, the most values that can be summed in the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<u64>,
    /// Of a sum, the ranks that take part.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<u64>,
    /// Of a sum, when ranks have their sums, the root first.
    #[serde(skip_serializing_if = "Option::is_none")]
    budgets: Option<Vec<BudgetJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    may_be_fastest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transposes: Option<Vec<TransposeJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution: Option<ExecutionJson>,
    /// Of a point of a front, a lower bound on the time with as few processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<Number>,
    /// By how much the time exceeds it; `null` if it is zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_percent: Nullable<f64>,
}

/// An overlay tree with its score.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Tree")]
pub(in crate::report::json) struct TreeJson {
    /// Of one wave.
    time: Number,
    /// Between waves.
    period: Number,
    /// Of all waves, if that is the objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    /// Of a level-uniform tree, from the root down.
    #[serde(skip_serializing_if = "Option::is_none")]
    fanouts: Option<Vec<u64>>,
    internal_nodes: u64,
    height: u32,
}

/// A part of a composition: a tree, or an algorithm.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Part")]
struct PartJson<'a> {
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'a Parameters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fanouts: Nullable<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    internal_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
}

/// The parts inside hosts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Parts")]
enum PartsJson<'a> {
    /// The same in each.
    Alike(PartJson<'a>),
    /// Trees, each with their number.
    Each(Vec<PartJson<'a>>),
}

/// A rank's share of a sum.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Budget")]
struct BudgetJson {
    time: Number,
    ranks: u64,
}

/// An exchange of an FFT.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Transpose")]
struct TransposeJson {
    group: u64,
    groups: u64,
    /// Of the longest block.
    bytes: u64,
    #[serde(flatten)]
    duration: DurationJson,
}

impl TreeJson {
    pub(in crate::report::json) fn new(shape: &Shape, score: Score, total: Option<Time>, clock: Clock) -> Self {
        Self {
            time: number(score.time, clock),
            period: number(score.period, clock),
            total: total.map(|total| number(total, clock)),
            fanouts: level_fanouts(shape),
            internal_nodes: shape.internal_nodes(),
            height: shape.height(),
        }
    }
}

impl<'a> PartJson<'a> {
    fn tree(shape: &Shape, count: Option<u64>) -> Self {
        Self {
            count,
            leaves: Some(shape.leaves()),
            fanouts: Some(level_fanouts(shape)),
            internal_nodes: Some(shape.internal_nodes()),
            height: Some(shape.height()),
            ..Self::default()
        }
    }

    fn phase(candidate: &'a RankCandidate, clock: Clock) -> Self {
        let (family, parameters) = (Some(candidate.family), Some(&candidate.parameters));
        Self { family, parameters, time: Some(number(candidate.time, clock)), ..Self::default() }
    }
}

impl<'a> CandidateJson<'a> {
    fn named(family: &'a str, parameters: Cow<'a, Parameters>, duration: DurationJson) -> Self {
        Self { family: Some(family), parameters: Some(parameters), duration, ..Self::default() }
    }

    /// An overlay tree.
    pub(in crate::report::json) fn tree(candidate: &'a Candidate, objective: Objective, clock: Clock) -> Self {
        let total = matches!(objective, Objective::Total { .. }).then_some(candidate.value);
        let tree = Some(TreeJson::new(&candidate.shape, candidate.score, total, clock));
        let parameters = Cow::Borrowed(&candidate.parameters);
        Self { tree, ..Self::named(candidate.family, parameters, DurationJson::default()) }
    }

    /// A point of a front of latency against the period.
    pub(super) fn point(point: &Optimum, clock: Clock) -> Self {
        Self { tree: Some(TreeJson::new(&point.shape, point.score, None, clock)), ..Self::default() }
    }

    /// A point of a front of latency against the number of internal processes.
    pub(super) fn bounded_point(point: &Optimum, clock: Clock) -> Self {
        let lower_bound = Some(number(point.bound, clock));
        let gap_percent = Some(point.score.time.percent_above(point.bound));
        Self { lower_bound, gap_percent, ..Self::point(point, clock) }
    }

    /// A broadcast or a reduction.
    pub(super) fn ranks(candidate: &'a RankCandidate, ranks: u64, clock: Clock) -> Self {
        let (height, root_fanout) = match &candidate.algorithm {
            Algorithm::Tree(shape) => (Some(u64::from(shape.height())), Some(shape.fanout(shape.root()))),
            Algorithm::Chain => (Some(ranks - 1), Some(1)),
            _ => (None, None),
        };
        let duration = DurationJson::of(candidate.time, clock);
        Self {
            period: Some(candidate.period.map(|period| number(period, clock))),
            height,
            root_fanout,
            execution: candidate.execution.map(|execution| ExecutionJson::new(execution, clock)),
            ..Self::named(candidate.family, Cow::Borrowed(&candidate.parameters), duration)
        }
    }

    /// A collective of MPI.
    pub(super) fn stages(candidate: &'a MpiCandidate, clock: Clock) -> Self {
        let MpiCandidate { family, parameters, time, is_upper_bound, execution, .. } = candidate;
        let execution = execution.map(|execution| ExecutionJson::new(execution, clock));
        Self {
            execution,
            is_upper_bound: is_upper_bound.then_some(true),
            ..Self::named(family, Cow::Borrowed(parameters), DurationJson::of(*time, clock))
        }
    }

    /// The best sum.
    pub(super) fn summation(plan: &'a SumPlan, clock: Clock) -> Self {
        let (best, tree) = (&plan.best, &plan.best.tree);
        let budget = |time, ranks| BudgetJson { time: number(time, clock), ranks };
        Self {
            family: Some(SumPlan::FAMILY),
            duration: DurationJson::of(best.time, clock),
            values: Some(best.values),
            ranks: Some(plan.ranks_used()),
            height: Some(tree.height().into()),
            root_fanout: Some(tree.fanout(tree.root())),
            budgets: Some(best.budgets.iter().map(|of| budget(of.time, of.ranks)).collect()),
            ..Self::default()
        }
    }

    /// Another sum.
    pub(super) fn sum(candidate: &SumCandidate, clock: Clock) -> Self {
        let duration = DurationJson::of(candidate.time, clock);
        Self { family: Some(candidate.family), duration, ..Self::default() }
    }

    /// A library, which has one way.
    pub(super) fn library(duration: DurationJson) -> Self {
        Self { family: Some("library"), duration, ..Self::default() }
    }

    /// An overlay tree on unequal hosts.
    pub(super) fn tree_on_hosts(candidate: &'a UnequalCandidate, clock: Clock) -> Self {
        let duration = DurationJson::of(candidate.time, clock);
        Self {
            hosts: Some(candidate.order.name()),
            period: Some(Some(number(candidate.period, clock))),
            internal_nodes: Some(candidate.tree.internal_nodes().count() as u64),
            height: Some(candidate.tree.height().into()),
            ..Self::named(candidate.family, Cow::Borrowed(&candidate.parameters), duration)
        }
    }

    /// A broadcast or a reduction on unequal hosts.
    pub(super) fn ranks_on_hosts(candidate: &UnequalRankCandidate, clock: Clock) -> Self {
        Self {
            family: Some(candidate.family),
            hosts: Some(candidate.order.name()),
            duration: DurationJson::of(candidate.time, clock),
            height: Some(candidate.tree.height().into()),
            root_fanout: Some(candidate.tree.fanout(0).into()),
            ..Self::default()
        }
    }

    /// A tree among hosts over trees inside them.
    pub(super) fn composition(composition: &Composition, clock: Clock) -> Self {
        let parameters = Parameters::new().number("leaders_per_host", composition.leaders_per_host);
        let within = composition.leaders.iter().map(|leaders| PartJson::tree(&leaders.within, Some(leaders.count)));
        Self {
            internal_nodes: Some(composition.internal_nodes()),
            height: Some(composition.height().into()),
            among: Some(PartJson::tree(&composition.among, None)),
            within: Some(PartsJson::Each(within.collect())),
            ..Self::named("two-level", Cow::Owned(parameters), DurationJson::of(composition.time, clock))
        }
    }

    /// A broadcast or a reduction among ranks that share hosts.
    pub(super) fn ranks_per_host(candidate: &'a TwoLevelRankCandidate, clock: Clock) -> Self {
        let duration = DurationJson::of(candidate.time, clock);
        let way = Self::named(candidate.family.name(), Cow::Owned(Parameters::new()), duration);
        match &candidate.family {
            HostFamily::Lanes(lanes) => {
                let senders = lanes.most_senders().map(|senders| Parameters::new().number("senders", senders));
                let hosts_informed = Some(number(lanes.informed(), clock));
                Self { parameters: Some(Cow::Owned(senders.unwrap_or_default())), hosts_informed, ..way }
            }
            HostFamily::Leaders { among, within } => {
                let [among, within] = [among, within].map(|phase| PartJson::phase(phase, clock));
                Self { among: Some(among), within: Some(PartsJson::Alike(within)), ..way }
            }
            HostFamily::OneLevel(candidate) => Self { among: Some(PartJson::phase(candidate, clock)), ..way },
        }
    }

    /// A decomposition of an FFT.
    pub(super) fn fft(candidate: &FftCandidate, may_be_fastest: Option<bool>, clock: Clock) -> Self {
        let parameters = match candidate.decomposition {
            Decomposition::Planes => Parameters::new(),
            Decomposition::Pencils { rows, columns } => {
                Parameters::new().number("rows", rows).number("columns", columns)
            }
        };
        let transposes = candidate.transposes.iter().map(|transpose| TransposeJson {
            group: transpose.group,
            groups: transpose.groups,
            bytes: transpose.bytes,
            duration: DurationJson::new(transpose.time, clock),
        });
        let (family, duration) = (candidate.decomposition.family(), DurationJson::new(candidate.time, clock));
        Self {
            may_be_fastest,
            transposes: Some(transposes.collect()),
            ..Self::named(family, Cow::Owned(parameters), duration)
        }
    }
}
