//! The rows of features: for each its name, the test if a request has it, and the subjects and models that have it.

use super::feature::{Cells, Feature, Row};
use super::groups::{
    ALL, ANY, BLOCKS, CHANNELS, LIBRARY, MEMBERS, MESSAGES, NODES, OF_BLOCKS, OF_FFT, OF_LEAF_PLACEMENT, OF_LEAF_TREES,
    OF_MEMBERS, OF_NETWORKS, OF_OBJECTIVES, OF_PLACEMENT, OF_PLANS, OF_POINT_TO_POINT, OF_PORTS, OF_SCHEDULES,
    OF_STREAMS, OF_STUDIES, OF_TREES, ONE_MESSAGE, RANKS, STREAMS, STUDIED, TREE, TREES,
};
use super::model_kind::{ModelKind, SIZED};
use super::model_words::of_channels;
use super::subject::{MPI, ON_NETWORK, Subject, WITH_BYTES};
use crate::answer::costs::READING_WITH;
use crate::request::{
    FileFormat, Front, Mapping, MappingChoice, Mode, ObjectiveName, Operation, Ports, Request, Semantics,
    TorusAllocation,
};

const fn row(
    feature: Feature,
    name: &'static str,
    given: fn(&Request) -> bool,
    goes: Cells,
    with: &'static str,
) -> Row {
    Row { feature, name, given, goes, with }
}

/// A file that a request asks for shows in the request's formats.
const fn file(format: FileFormat, name: &'static str, goes: Cells, with: &'static str) -> Row {
    row(Feature::File(format), name, |_| false, goes, with)
}

/// The rows of all features.
pub const ROWS: &[Row] = &[
    row(
        Feature::LogpReading,
        "--logp-reading",
        |request| request.logp_reading.is_some(),
        &[(TREE, &[ModelKind::LogpOfTrees])],
        READING_WITH,
    ),
    row(
        Feature::Roundtrip,
        "--collective roundtrip",
        |request| request.operation() == Operation::Roundtrip,
        &[(TREES, NODES)],
        "overlay trees under a model of nodes: --model tan or logp; under one of messages ask for reduce and for multicast",
    ),
    row(Feature::Operation, "--collective", |request| request.collective.is_some(), &[(ALL, ANY)], "every subject"),
    row(
        Feature::Bytes,
        "--bytes",
        |request| request.bytes.is_some(),
        &[(WITH_BYTES, SIZED), (TREES, &[ModelKind::Overlay]), (&[Subject::PointToPoint], LIBRARY)],
        "messages that have a size: leave --bytes out (a barrier has none), or choose a --model whose messages have one",
    ),
    row(Feature::Values, "--values", |request| request.values.is_some(), &[(&[Subject::Sum], ANY)], "a sum"),
    row(
        Feature::Root,
        "--root",
        |request| request.root.is_some_and(|root| root > 0),
        &[
            (&[Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Sum], MESSAGES),
            (&[Subject::NetworkBcast, Subject::NetworkScatter], ANY),
        ],
        "bcast, reduce, scatter and gather under a model of single messages or on a network, and with a sum",
    ),
    row(
        Feature::NonCommutative,
        "--non-commutative",
        |request| request.non_commutative,
        &[(&[Subject::Reduce], MESSAGES)],
        "reduce under a model of single messages",
    ),
    row(
        Feature::LeavesPerHost,
        "--leaves-per-host",
        |request| request.leaves_per_host.is_some(),
        &[(TREE, NODES)],
        OF_LEAF_TREES,
    ),
    row(Feature::Lanes, "--lanes", |request| request.lanes.is_some(), &[(TREE, NODES)], OF_LEAF_TREES),
    row(
        Feature::RanksPerHost,
        "--ranks-per-host",
        |request| request.ranks_per_host.is_some(),
        &[(ONE_MESSAGE, MESSAGES), (MPI, CHANNELS)],
        of_channels!("bcast and reduce, and with "),
    ),
    row(Feature::Mapping, "--mapping", |request| request.mapping.is_some(), &[(MPI, CHANNELS)], of_channels!()),
    row(
        Feature::BestMapping,
        "--mapping best",
        |request| request.mapping == Some(MappingChoice::Best),
        &[(MPI, CHANNELS)],
        of_channels!(),
    ),
    row(
        Feature::ListedMapping,
        "--mapping FILE",
        |request| matches!(request.mapping, Some(MappingChoice::Path(_) | MappingChoice::Known(Mapping::Listed(_)))),
        &[(MPI, CHANNELS)],
        of_channels!(),
    ),
    row(Feature::FftSize, "--size", |request| request.fft_size.is_some(), &[(&[Subject::Fft], ANY)], OF_FFT),
    row(
        Feature::ElementBytes,
        "--element-bytes",
        |request| request.element_bytes.is_some(),
        &[(&[Subject::Fft], ANY)],
        OF_FFT,
    ),
    row(
        Feature::Allocation,
        "--allocation",
        |request| request.allocation.is_some(),
        &[(RANKS, LIBRARY)],
        "--model bgp",
    ),
    row(
        Feature::NonCubic,
        "--allocation non-cubic",
        |request| request.allocation == Some(TorusAllocation::NonCubic),
        &[(&[Subject::Bcast], LIBRARY)],
        "bcast and --model bgp: for the others the cost of an allocation that is not a cube is not known",
    ),
    row(
        Feature::Queue,
        "--queue",
        |request| request.queue.is_some(),
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
    row(
        Feature::Hops,
        "--hops",
        |request| request.hops.is_some(),
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
    row(
        Feature::Streams,
        "--streams",
        |request| request.streams.is_some(),
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
    row(
        Feature::Strided,
        "--strided",
        |request| request.strided,
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
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
    row(
        Feature::Network,
        "--network",
        |request| request.network.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, ANY)],
        OF_NETWORKS,
    ),
    row(Feature::Duplex, "--duplex", |request| request.duplex.is_some(), &[(TREE, ANY), (MPI, MESSAGES)], OF_NETWORKS),
    row(
        Feature::Ports,
        "--ports",
        |request| request.ports.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES), (&[Subject::NetworkBcast], BLOCKS)],
        OF_PORTS,
    ),
    row(
        Feature::OnePort,
        "--ports one",
        |request| request.ports == Some(Ports::One),
        &[(TREE, ANY), (MPI, MESSAGES), (&[Subject::NetworkBcast], BLOCKS)],
        OF_PORTS,
    ),
    row(Feature::Blocks, "--blocks", |request| request.blocks.is_some(), &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    row(Feature::LinkSpeed, "--link-speed", |request| request.link_speed.is_some(), &[(ON_NETWORK, ANY)], OF_PLANS),
    row(
        Feature::NvLinks,
        "--nvswitch and --direct",
        |request| request.nvswitch || request.direct,
        &[(ON_NETWORK, ANY)],
        OF_PLANS,
    ),
    row(Feature::Nodes, "--nodes", |request| request.nodes.is_some(), &[(ON_NETWORK, ANY)], OF_PLANS),
    row(Feature::Switches, "--switches", |request| request.switches.is_some(), &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    row(Feature::Step, "--step", |request| request.step.is_some(), &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    row(Feature::Seed, "--seed", |request| request.seed.is_some(), &[(ON_NETWORK, ANY)], OF_PLANS),
    row(
        Feature::Routing,
        "--routing",
        |request| request.routing.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES)],
        OF_NETWORKS,
    ),
    row(
        Feature::MappingSeed,
        "--mapping-seed",
        |request| request.mapping_seed.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES)],
        OF_NETWORKS,
    ),
    row(
        Feature::Hosts,
        "--hosts",
        |request| request.hosts.is_some(),
        &[(TREES, ANY), (ONE_MESSAGE, MESSAGES), (MPI, CHANNELS)],
        of_channels!("overlay trees, with bcast and reduce under a model of single messages, and with "),
    ),
    row(
        Feature::UnequalHosts,
        "unequal --hosts",
        |_| false,
        &[(TREES, NODES), (ONE_MESSAGE, MESSAGES)],
        "overlay trees under a model of nodes, and with bcast and reduce under a model of messages",
    ),
    row(Feature::FrontEnd, "--fe", |request| request.front_end.is_some(), &[(TREES, ANY)], OF_PLACEMENT),
    row(Feature::Place, "--place", |request| request.placement.is_some(), &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    row(
        Feature::InternalHosts,
        "--internal-hosts",
        |request| request.internal_hosts.is_some(),
        &[(TREE, ANY)],
        OF_LEAF_PLACEMENT,
    ),
    row(Feature::Attach, "--attach", |request| request.mode == Some(Mode::Attach), &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    row(Feature::Launch, "--launch", |request| request.mode == Some(Mode::Launch), &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    row(
        Feature::GoalTick,
        "--goal-tick",
        |request| request.goal_tick.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, BLOCKS)],
        OF_SCHEDULES,
    ),
    file(FileFormat::Mrnet, "--emit mrnet", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(FileFormat::G, "--emit g", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(FileFormat::Stat, "--emit stat", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(
        FileFormat::Dot,
        "--emit dot",
        &[(TREES, ANY), (ON_NETWORK, ANY)],
        "overlay trees, and with schedules for a network",
    ),
    file(FileFormat::Svg, "--emit svg", &[(TREES, ANY), (MPI, MESSAGES), (ON_NETWORK, ANY)], OF_SCHEDULES),
    file(FileFormat::Json, "--emit json", &[(ALL, ANY)], "every answer"),
    file(FileFormat::RankMap, "--emit rank-map", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(FileFormat::Goal, "--emit goal", &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, BLOCKS)], OF_SCHEDULES),
    file(FileFormat::GoalBin, "--emit goal-bin", &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, BLOCKS)], OF_SCHEDULES),
    file(FileFormat::Mapping, "--emit mapping", &[(MPI, CHANNELS)], of_channels!()),
    row(Feature::ForVersion, "--for-version", |request| request.for_version.is_some(), &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::Slurm, "--emit slurm", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::Prrte, "--emit prrte", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::Flux, "--emit flux", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::ClusterShell, "--emit clustershell", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(
        FileFormat::Ucc,
        "--emit ucc",
        &[(&[Subject::Allgather], &[ModelKind::Messages, ModelKind::Channels])],
        "allgather under a model of messages with sizes or of channels: UCC reads lists of radices for no other collective",
    ),
    file(FileFormat::Sends, "--emit sends", &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    file(FileFormat::Trees, "--emit trees", &[(ON_NETWORK, STREAMS)], OF_STREAMS),
    file(FileFormat::Certificate, "--emit certificate", &[(ON_NETWORK, ANY)], OF_PLANS),
    file(FileFormat::MscclJson, "--emit msccl-json", &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    row(Feature::ScheduleFile, "a FILE with a schedule", |_| false, &[], "`logpine simulate`"),
    row(Feature::WholeMap, "--emit svg, json or crossovers of a map", |_| false, &[], "`logpine map`"),
    row(Feature::Shard, "--shard", |_| false, &[], "`logpine map`"),
];

fn throughput(request: &Request) -> bool {
    request.waves.is_some() || matches!(request.objective, Some(ObjectiveName::Period | ObjectiveName::Total))
}

#[cfg(test)]
mod tests {
    use super::of_channels;
    use crate::request::ModelName;

    #[test]
    fn every_model_of_channels_is_named() {
        let words = ModelName::words_of_channels(" and ");
        assert!(of_channels!().starts_with(&format!("--model {words},")), "{words}");
    }
}
