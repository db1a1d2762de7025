//! A candidate of any kind as JSON.

use super::Nullable;
use super::parts::{PartJson, PartsJson, TransposeJson, TreeJson};
use crate::answer::{
    Candidate, Composition, HostFamily, Optimum, OverlayTree, RankAlgorithm, RanksOnHosts, StageSequence, SumPlan,
    Transposes, TreeOnHosts,
};
use crate::report::json::parts::{DurationJson, ExecutionJson};
use crate::request::Objective;
use logpine_netplan::fronts::{Cell, Front, Point};
use logpine_text::units::Time;
use logpine_trees::tree::earliest::Budget;
use logpine_trees::tree::families::Parameters;
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

/// A tree or an algorithm with its parameters and its time.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Candidate")]
pub(in crate::report::json) struct CandidateJson<'a> {
    family: Option<&'a str>,
    parameters: Option<&'a Parameters>,
    /// The order of the hosts: `searched`, `as given` or `fastest first`.
    hosts: Option<&'static str>,
    #[serde(flatten)]
    duration: DurationJson,
    /// True if the time is an upper bound: messages differ in length, and there are too many to follow each of them.
    is_upper_bound: Option<bool>,
    #[serde(flatten)]
    tree: Option<TreeJson>,
    /// The time between messages in a stream; `null` if they do not overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Nullable<Time>,
    internal_nodes: Option<u64>,
    height: Option<u64>,
    root_fanout: Option<u64>,
    /// The time at which the last host has the message, of lanes.
    hosts_informed: Option<Time>,
    /// The tree or algorithm among hosts.
    among: Option<PartJson<'a>>,
    /// The trees or the algorithm inside hosts.
    within: Option<PartsJson<'a>>,
    /// The most values that can be summed in the time, of a sum.
    values: Option<u64>,
    /// The ranks that take part in a sum.
    ranks: Option<u64>,
    /// The times at which ranks have their sums, the root first.
    budgets: Option<&'a [Budget]>,
    may_be_fastest: Option<bool>,
    transposes: Option<Vec<TransposeJson>>,
    execution: Option<ExecutionJson>,
    /// S, the steps of a schedule on a network, of a point of a front.
    steps: Option<u32>,
    /// R, its rounds: a link carries its capacity in each.
    rounds: Option<u32>,
    /// C, the blocks at the root, or of each rank.
    blocks: Option<u32>,
    /// The rounds of each step.
    composition: Option<&'a [u32]>,
    /// The kinds of the proofs that no point of a front with as many steps is faster; none if that is not proved.
    proofs: Option<Vec<&'static str>>,
    /// The number of trees on a network, of a point of a front.
    trees: Option<usize>,
    /// A lower bound on the time with as few processes, of a point of a front.
    lower_bound: Option<Time>,
    /// The percentage by which the time exceeds the bound; `null` if the bound is zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_percent: Nullable<f64>,
}

impl<'a> CandidateJson<'a> {
    /// The fields of every candidate.
    pub(super) fn of<C>(candidate: &'a Candidate<C>) -> Self {
        Self {
            family: Some(candidate.family),
            parameters: Some(&candidate.parameters),
            duration: DurationJson::of(candidate.time),
            execution: candidate.execution.map(ExecutionJson::new),
            ..Self::default()
        }
    }

    /// An overlay tree.
    pub(in crate::report::json) fn tree(candidate: &'a Candidate<OverlayTree>, objective: Objective) -> Self {
        let OverlayTree { shape, fanouts, score } = &candidate.construction;
        let total = matches!(objective, Objective::Total { .. }).then_some(candidate.time);
        let tree = Some(TreeJson::new((shape, fanouts.clone()), *score, total));
        Self { tree, duration: DurationJson::default(), ..Self::of(candidate) }
    }

    /// A point of a front of latency against the period.
    pub(super) fn point(point: &Optimum) -> Self {
        Self { tree: Some(TreeJson::new((&point.shape, point.fanouts.clone()), point.score, None)), ..Self::default() }
    }

    /// A point of a front of latency against the number of internal processes.
    pub(super) fn bounded_point(point: &Optimum) -> Self {
        let lower_bound = Some(point.bound);
        let gap_percent = Some(point.score.time.percent_above(point.bound));
        Self { lower_bound, gap_percent, ..Self::point(point) }
    }

    /// A point of a front of steps and rounds for a block.
    pub(super) fn of_steps(front: &Front, point: &'a Point) -> Self {
        let Point { steps, rounds, blocks, composition, .. } = point;
        let (steps, rounds, blocks) = (Some(*steps), Some(*rounds), Some(*blocks));
        let proofs = front.cell_of(point).map(Cell::proofs).unwrap_or_default();
        Self { steps, rounds, blocks, composition: Some(composition), proofs: Some(proofs), ..Self::default() }
    }

    /// A point of a front of the height of trees and their number.
    pub(super) fn of_height((height, trees): (u32, usize)) -> Self {
        Self { height: Some(height.into()), trees: Some(trees), ..Self::default() }
    }

    /// A broadcast or a reduction.
    pub(super) fn ranks(candidate: &'a Candidate<RankAlgorithm>, ranks: u64) -> Self {
        let RankAlgorithm { algorithm, period, .. } = &candidate.construction;
        let (height, root_fanout) = (algorithm.height(ranks), algorithm.fanouts(ranks).map(|(root, _)| root));
        Self { period: Some(*period), height, root_fanout, ..Self::of(candidate) }
    }

    /// A collective of MPI.
    pub(super) fn stages(candidate: &'a Candidate<StageSequence>) -> Self {
        let is_upper_bound = candidate.construction.is_upper_bound.then_some(true);
        Self { is_upper_bound, ..Self::of(candidate) }
    }

    /// The best sum.
    pub(super) fn summation(plan: &'a SumPlan) -> Self {
        let (best, tree) = (&plan.extra.best, &plan.extra.best.tree);
        Self {
            values: Some(best.values),
            ranks: Some(plan.extra.ranks_used()),
            height: Some(tree.height().into()),
            root_fanout: Some(tree.fanout(tree.root())),
            budgets: Some(&best.budgets),
            ..Self::of(plan.best())
        }
    }

    /// A library, which has a single algorithm.
    pub(super) fn library(duration: DurationJson) -> Self {
        Self { family: Some("library"), duration, ..Self::default() }
    }

    /// An overlay tree on unequal hosts.
    pub(super) fn tree_on_hosts(candidate: &'a Candidate<TreeOnHosts>) -> Self {
        let TreeOnHosts { order, tree, period, .. } = &candidate.construction;
        Self {
            hosts: Some(order.name()),
            period: Some(Some(*period)),
            internal_nodes: Some(tree.internal_nodes().count() as u64),
            height: Some(tree.height().into()),
            ..Self::of(candidate)
        }
    }

    /// A broadcast or a reduction on unequal hosts.
    pub(super) fn ranks_on_hosts(candidate: &'a Candidate<RanksOnHosts>) -> Self {
        let RanksOnHosts { order, tree, .. } = &candidate.construction;
        Self {
            hosts: Some(order.name()),
            height: Some(tree.height().into()),
            root_fanout: Some(tree.fanout(0).into()),
            ..Self::of(candidate)
        }
    }

    /// A tree among hosts over trees inside them.
    pub(super) fn composition(candidate: &'a Candidate<Composition>) -> Self {
        let composition = &candidate.construction;
        let within = composition.leaders.iter().map(|leaders| PartJson::tree(&leaders.within, Some(leaders.count)));
        Self {
            internal_nodes: Some(composition.internal_nodes()),
            height: Some(composition.height().into()),
            among: Some(PartJson::tree(&composition.among, None)),
            within: Some(PartsJson::Each(within.collect())),
            ..Self::of(candidate)
        }
    }

    /// A broadcast or a reduction among ranks that share hosts.
    pub(super) fn ranks_per_host(candidate: &'a Candidate<HostFamily>) -> Self {
        let way = Self::of(candidate);
        match &candidate.construction {
            HostFamily::Lanes(lanes) => Self { hosts_informed: Some(lanes.informed()), ..way },
            HostFamily::Leaders { among, within } => {
                let within = Some(PartsJson::Alike(PartJson::phase(within)));
                Self { among: Some(PartJson::phase(among)), within, ..way }
            }
            HostFamily::OneLevel(candidate) => Self { among: Some(PartJson::phase(candidate)), ..way },
        }
    }

    /// A decomposition of an FFT.
    pub(super) fn fft(candidate: &'a Candidate<Transposes>, may_be_fastest: Option<bool>) -> Self {
        let Transposes { transposes, time, .. } = &candidate.construction;
        let transposes = transposes.iter().map(|transpose| TransposeJson {
            group: transpose.group,
            groups: transpose.groups,
            bytes: transpose.bytes,
            duration: DurationJson::new(transpose.time),
        });
        Self {
            may_be_fastest,
            transposes: Some(transposes.collect()),
            duration: DurationJson::new(*time),
            ..Self::of(candidate)
        }
    }
}
