//! The objective, fronts, limits, studies and second opinions.

use super::row;
use crate::answer::relations::feature::{Feature, Row};
use crate::answer::relations::groups::{
    ALL, ANY, BLOCKS, MESSAGES, NODES, OF_LEAF_TREES, OF_OBJECTIVES, OF_STREAMS, OF_STUDIES, OF_TREES, ONE_MESSAGE,
    RANKS, STREAMS, STUDIED, TREE, TREES,
};
use crate::answer::relations::subject::{MPI, ON_NETWORK, Subject};
use crate::request::{Front, ObjectiveName, Request, Semantics};

/// The rows of objectives, fronts, limits, studies and second opinions.
pub(super) const SOUGHT: &[Row] = &[
    row(
        Feature::Objective,
        "--objective",
        |request| request.objective.is_some(),
        &[(TREES, NODES), (ON_NETWORK, ANY)],
        OF_OBJECTIVES,
    ),
    row(
        Feature::ThroughputObjective,
        "--objective throughput",
        |request| request.objective == Some(ObjectiveName::Throughput),
        &[(ON_NETWORK, STREAMS)],
        "broadcasts, reductions and collectives without a root on a network: `logpine network plan`",
    ),
    row(
        Feature::LatencyObjective,
        "--objective latency",
        |request| request.objective == Some(ObjectiveName::Latency),
        &[(TREES, NODES), (ON_NETWORK, BLOCKS)],
        OF_OBJECTIVES,
    ),
    row(
        Feature::PeriodObjective,
        "--objective period",
        |request| request.objective == Some(ObjectiveName::Period),
        &[(TREES, NODES)],
        OF_TREES,
    ),
    row(
        Feature::TotalObjective,
        "--objective total",
        |request| request.objective == Some(ObjectiveName::Total),
        &[(TREES, NODES)],
        OF_TREES,
    ),
    row(Feature::Waves, "--waves", |request| request.waves.is_some(), &[(TREES, NODES)], OF_TREES),
    row(
        Feature::Throughput,
        "a stream of waves (--waves, --objective period or total)",
        throughput,
        &[(TREES, NODES)],
        OF_TREES,
    ),
    row(
        Feature::PeriodFront,
        "--pareto period",
        |request| request.pareto == Some(Front::Period),
        &[(TREES, NODES)],
        OF_TREES,
    ),
    row(
        Feature::InternalsFront,
        "--pareto internals",
        |request| request.pareto == Some(Front::Internals),
        &[(TREE, NODES)],
        OF_LEAF_TREES,
    ),
    row(
        Feature::HeightFront,
        "--pareto height",
        |request| request.pareto == Some(Front::Height),
        &[(ON_NETWORK, STREAMS)],
        OF_STREAMS,
    ),
    row(
        Feature::StepsFront,
        "--pareto steps",
        |request| request.pareto == Some(Front::Steps),
        &[(&[Subject::NetworkBcast, Subject::NetworkAllgather], BLOCKS)],
        "bcast, reduce, allgather and reduce-scatter in steps on a network: `logpine network plan`; an allreduce is a reduce-scatter and \
         then an allgather",
    ),
    row(
        Feature::Point,
        "--point",
        |request| request.point.is_some(),
        &[(&[Subject::NetworkBcast, Subject::NetworkAllgather], BLOCKS)],
        "a front of steps on a network: `logpine network plan --pareto steps`",
    ),
    row(Feature::Within, "--within", |request| request.within.is_some(), &[(TREE, NODES)], OF_LEAF_TREES),
    row(Feature::MaxFanout, "--max-fanout", |request| request.max_fanout.is_some(), &[(TREES, NODES)], OF_TREES),
    row(Feature::MaxHeight, "--max-height", |request| request.max_height.is_some(), &[(TREES, NODES)], OF_TREES),
    row(
        Feature::MaxInternal,
        "--max-internal",
        |request| request.max_internal.is_some(),
        &[(TREE, NODES)],
        OF_LEAF_TREES,
    ),
    row(
        Feature::Robust,
        "--robust",
        |request| request.robust.is_some(),
        &[(TREES, STUDIED), (MPI, MESSAGES)],
        OF_STUDIES,
    ),
    row(Feature::Explain, "--explain", |request| request.explain, &[(TREES, STUDIED), (MPI, MESSAGES)], OF_STUDIES),
    row(
        Feature::Certify,
        "--certify",
        |request| request.certify.is_some(),
        &[(TREE, NODES), (ONE_MESSAGE, MESSAGES)],
        "overlay trees with --leaves under a model of nodes, and with bcast and reduce under a model of messages",
    ),
    row(Feature::Family, "--family", |request| request.family.is_some(), &[], "`logpine simulate`"),
    row(
        Feature::Semantics,
        "--semantics",
        |request| request.semantics.is_some(),
        &[(RANKS, ANY)],
        "collectives among ranks",
    ),
    row(
        Feature::Simulator,
        "--semantics loggopsim or atlahs",
        |request| matches!(request.semantics, Some(Semantics::Loggopsim | Semantics::Atlahs)),
        &[(MPI, MESSAGES)],
        "the collectives of MPI under a model of messages",
    ),
    row(
        Feature::BeyondLoggops,
        "a model that simulators do not have (such as plogp, or one with two overheads)",
        |_| false,
        &[(ALL, ANY)],
        "every subject",
    ),
];

fn throughput(request: &Request) -> bool {
    request.waves.is_some() || matches!(request.objective, Some(ObjectiveName::Period | ObjectiveName::Total))
}
