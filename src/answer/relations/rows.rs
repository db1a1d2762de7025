//! The rows of features: for each its name, the test if a request has it, and the subjects and models that have it.

use super::feature::{Feature, Row};
use super::groups::{
    ALL, ALLGATHER, ALLREDUCE_ON_NETWORK, AMONG_RANKS, ANY, BCAST, BCAST_ON_NETWORK, BLOCKS, CHANNELS, Cells, FFT,
    LIBRARY, MEMBERS, MESSAGES, MPI, NODES, ON_NETWORK, ONE_MESSAGE, OVERLAY, POINT_TO_POINT, REDUCE, ROOTED,
    ROOTED_ON_NETWORK, SIZED, SIZED_OR_CHANNELS, STREAMS, STUDIED, SUM, TREE, TREES, WITH_BYTES, WITH_FRONTS, cell,
};
use crate::request::{
    FileFormat, Front, Mapping, MappingChoice, Mode, ObjectiveName, Operation, Ports, Request, Semantics, Switches,
    TorusAllocation,
};

/// The rows of all features. A request is refused for its first feature that does not apply to its subject.
pub fn rows() -> impl Iterator<Item = &'static Row> + Clone {
    [ASKED, SOUGHT, PLACED, FILES].into_iter().flatten()
}

const fn row(feature: Feature, name: &'static str, given: fn(&Request) -> bool, goes: Cells) -> Row {
    Row { feature, name, given, goes, advice: "" }
}

/// A feature that requests do not show.
const fn unseen(feature: Feature, name: &'static str, goes: Cells) -> Row {
    row(feature, name, |_| false, goes)
}

/// A file that a request asks for shows in the request's formats.
const fn file(format: FileFormat, name: &'static str, goes: Cells) -> Row {
    unseen(Feature::File(format), name, goes)
}

impl Row {
    const fn advising(self, advice: &'static str) -> Self {
        Self { advice, ..self }
    }
}

const OVER_TREES: Cells = &[cell(TREES, NODES)];
const OVER_LEAVES: Cells = &[cell(TREE, NODES)];
const PLACED_LEAVES: Cells = &[cell(TREE, ANY)];
const ON_CHANNELS: Cells = &[cell(MPI, CHANNELS)];
const BETWEEN_TWO: Cells = &[cell(POINT_TO_POINT, LIBRARY)];
const REPLAYED: Cells = &[cell(TREE, ANY), cell(MPI, MESSAGES)];
const STUDIES: Cells = &[cell(TREES, STUDIED), cell(MPI, MESSAGES)];
const SCHEDULES: Cells = &[cell(TREE, ANY), cell(MPI, MESSAGES), cell(ON_NETWORK, BLOCKS)];
const ONE_BY_ONE: Cells = &[cell(TREE, ANY), cell(MPI, MESSAGES), cell(BCAST_ON_NETWORK, BLOCKS)];
const PLANS: Cells = &[cell(ON_NETWORK, ANY)];
const PLANS_IN_STEPS: Cells = &[cell(ON_NETWORK, BLOCKS)];
const PLANS_OF_STREAMS: Cells = &[cell(ON_NETWORK, STREAMS)];
const FRONTS_OF_STEPS: Cells = &[cell(WITH_FRONTS, BLOCKS)];
const OF_SYSTEMS: Cells = &[cell(MEMBERS, NODES)];

/// The collective, the model, the sizes and the layout.
const ASKED: &[Row] = &[
    row(Feature::Roundtrip, "--collective roundtrip", |of| of.operation() == Operation::Roundtrip, OVER_TREES)
        .advising("under a model of messages ask for reduce and for multicast"),
    row(Feature::Operation, "--collective", |of| of.collective.is_some(), &[cell(ALL, ANY)]),
    row(
        Feature::Bytes,
        "--bytes",
        |of| of.bytes.is_some(),
        &[cell(WITH_BYTES, SIZED), cell(TREES, OVERLAY), cell(POINT_TO_POINT, LIBRARY)],
    )
    .advising("leave --bytes out (a barrier has none), or choose a --model whose messages have a size"),
    row(Feature::Values, "--values", |of| of.values.is_some(), &[cell(SUM, ANY)]),
    row(
        Feature::Root,
        "--root",
        |of| of.root.is_some_and(|root| root > 0),
        &[cell(ROOTED, MESSAGES), cell(ROOTED_ON_NETWORK, ANY)],
    ),
    row(Feature::NonCommutative, "--non-commutative", |of| of.non_commutative, &[cell(REDUCE, MESSAGES)]),
    row(Feature::LeavesPerHost, "--leaves-per-host", |of| of.leaves_per_host.is_some(), OVER_LEAVES),
    row(Feature::Lanes, "--lanes", |of| of.lanes.is_some(), OVER_LEAVES),
    row(
        Feature::RanksPerHost,
        "--ranks-per-host",
        |of| of.ranks_per_host.is_some(),
        &[cell(ONE_MESSAGE, MESSAGES), cell(MPI, CHANNELS)],
    ),
    row(Feature::Mapping, "--mapping", |of| of.mapping.is_some(), ON_CHANNELS),
    row(Feature::BestMapping, "--mapping best", |of| of.mapping == Some(MappingChoice::Best), ON_CHANNELS),
    row(Feature::ListedMapping, "--mapping FILE", lists_mapping, ON_CHANNELS),
    row(Feature::FftSize, "--size", |of| of.fft_size.is_some(), &[cell(FFT, ANY)]),
    row(Feature::ElementBytes, "--element-bytes", |of| of.element_bytes.is_some(), &[cell(FFT, ANY)]),
    row(Feature::Allocation, "--allocation", |of| of.allocation.is_some(), &[cell(AMONG_RANKS, LIBRARY)]),
    row(
        Feature::NonCubic,
        "--allocation non-cubic",
        |of| of.allocation == Some(TorusAllocation::NonCubic),
        &[cell(BCAST, LIBRARY)],
    )
    .advising("for the others the cost of an allocation that is not a cube is not known"),
    row(Feature::Queue, "--queue", |of| of.queue.is_some(), BETWEEN_TWO),
    row(Feature::Hops, "--hops", |of| of.hops.is_some(), BETWEEN_TWO),
    row(Feature::Streams, "--streams", |of| of.streams.is_some(), BETWEEN_TWO),
    row(Feature::Strided, "--strided", |of| of.strided, BETWEEN_TWO),
];

/// The objective, fronts, limits, studies and second opinions.
const SOUGHT: &[Row] = &[
    row(Feature::Objective, "--objective", |of| of.objective.is_some(), &[cell(TREES, NODES), cell(ON_NETWORK, ANY)]),
    row(
        Feature::ThroughputObjective,
        "--objective throughput",
        |of| of.objective == Some(ObjectiveName::Throughput),
        PLANS_OF_STREAMS,
    ),
    row(
        Feature::LatencyObjective,
        "--objective latency",
        |of| of.objective == Some(ObjectiveName::Latency),
        &[cell(TREES, NODES), cell(ON_NETWORK, BLOCKS)],
    ),
    row(Feature::PeriodObjective, "--objective period", |of| of.objective == Some(ObjectiveName::Period), OVER_TREES),
    row(Feature::TotalObjective, "--objective total", |of| of.objective == Some(ObjectiveName::Total), OVER_TREES),
    row(Feature::Waves, "--waves", |of| of.waves.is_some(), OVER_TREES),
    row(Feature::Throughput, "a stream of waves (--waves, --objective period or total)", has_throughput, OVER_TREES),
    row(Feature::PeriodFront, "--pareto period", |of| of.pareto == Some(Front::Period), OVER_TREES),
    row(Feature::InternalsFront, "--pareto internals", |of| of.pareto == Some(Front::Internals), OVER_LEAVES),
    row(Feature::HeightFront, "--pareto height", |of| of.pareto == Some(Front::Height), PLANS_OF_STREAMS),
    row(Feature::StepsFront, "--pareto steps", |of| of.pareto == Some(Front::Steps), FRONTS_OF_STEPS)
        .advising("an allreduce is a reduce-scatter and then an allgather"),
    row(Feature::Point, "--point", |of| of.point.is_some(), FRONTS_OF_STEPS),
    row(Feature::Within, "--within", |of| of.within.is_some(), OVER_LEAVES),
    row(Feature::MaxFanout, "--max-fanout", |of| of.max_fanout.is_some(), OVER_TREES),
    row(Feature::MaxHeight, "--max-height", |of| of.max_height.is_some(), OVER_TREES),
    row(Feature::MaxInternal, "--max-internal", |of| of.max_internal.is_some(), OVER_LEAVES),
    row(Feature::Robust, "--robust", |of| of.robust.is_some(), STUDIES),
    row(Feature::Explain, "--explain", |of| of.explain, STUDIES),
    row(Feature::Certify, "--certify", |of| of.certify.is_some(), &[cell(TREE, NODES), cell(ONE_MESSAGE, MESSAGES)]),
    row(Feature::Family, "--family", |of| of.family.is_some(), &[]).advising("`logpine simulate`"),
    row(Feature::Semantics, "--semantics", |of| of.semantics.is_some(), &[cell(AMONG_RANKS, ANY)]),
    row(Feature::Simulator, "--semantics loggopsim or atlahs", names_simulator, &[cell(MPI, MESSAGES)]),
    unseen(
        Feature::BeyondLoggops,
        "a model that simulators do not have (such as plogp, or one with two overheads)",
        &[cell(ALL, ANY)],
    ),
];

/// Networks, hosts, and the places of processes on them.
const PLACED: &[Row] = &[
    row(
        Feature::Network,
        "--network",
        |of| of.network.is_some(),
        &[cell(TREE, ANY), cell(MPI, MESSAGES), cell(ON_NETWORK, ANY)],
    ),
    row(Feature::Duplex, "--duplex", |of| of.duplex.is_some(), REPLAYED),
    row(Feature::Ports, "--ports", |of| of.ports.is_some(), ONE_BY_ONE),
    row(Feature::OnePort, "--ports one", |of| of.ports == Some(Ports::One), ONE_BY_ONE),
    row(Feature::Blocks, "--blocks", |of| of.blocks.is_some(), PLANS_IN_STEPS),
    row(Feature::LinkSpeed, "--link-speed", |of| of.link_speed.is_some(), PLANS),
    row(Feature::NvLinks, "--nvswitch and --direct", |of| of.nvswitch || of.direct, PLANS),
    row(Feature::Nodes, "--nodes", |of| of.nodes.is_some(), PLANS),
    row(
        Feature::Combine,
        "--switches combine",
        |of| of.switches == Some(Switches::Combine),
        &[cell(ALLREDUCE_ON_NETWORK, STREAMS)],
    ),
    row(
        Feature::Switches,
        "--switches store or contract",
        |of| of.switches.is_some_and(|switches| switches != Switches::Combine),
        PLANS_IN_STEPS,
    ),
    row(Feature::Step, "--step", |of| of.step.is_some(), PLANS_IN_STEPS),
    row(Feature::Seed, "--seed", |of| of.seed.is_some(), PLANS),
    row(Feature::Routing, "--routing", |of| of.routing.is_some(), REPLAYED),
    row(Feature::MappingSeed, "--mapping-seed", |of| of.mapping_seed.is_some(), REPLAYED),
    row(
        Feature::Hosts,
        "--hosts",
        |of| of.hosts.is_some(),
        &[cell(TREES, ANY), cell(ONE_MESSAGE, MESSAGES), cell(MPI, CHANNELS)],
    ),
    unseen(Feature::UnequalHosts, "unequal --hosts", &[cell(TREES, NODES), cell(ONE_MESSAGE, MESSAGES)]),
    row(Feature::FrontEnd, "--fe", |of| of.front_end.is_some(), &[cell(TREES, ANY)]),
    row(Feature::Place, "--place", |of| of.placement.is_some(), PLACED_LEAVES),
    row(Feature::InternalHosts, "--internal-hosts", |of| of.internal_hosts.is_some(), PLACED_LEAVES),
    row(Feature::Attach, "--attach", |of| of.mode == Some(Mode::Attach), PLACED_LEAVES),
    row(Feature::Launch, "--launch", |of| of.mode == Some(Mode::Launch), PLACED_LEAVES),
];

/// Files that are written.
const FILES: &[Row] = &[
    row(Feature::GoalTick, "--goal-tick", |of| of.goal_tick.is_some(), SCHEDULES),
    file(FileFormat::Mrnet, "--emit mrnet", PLACED_LEAVES),
    file(FileFormat::G, "--emit g", PLACED_LEAVES),
    file(FileFormat::Stat, "--emit stat", PLACED_LEAVES),
    file(FileFormat::Dot, "--emit dot", &[cell(TREES, ANY), cell(ON_NETWORK, ANY)]),
    file(FileFormat::Svg, "--emit svg", &[cell(TREES, ANY), cell(MPI, MESSAGES), cell(ON_NETWORK, ANY)]),
    file(FileFormat::Json, "--emit json", &[cell(ALL, ANY)]),
    file(FileFormat::RankMap, "--emit rank-map", PLACED_LEAVES),
    file(FileFormat::Goal, "--emit goal", SCHEDULES),
    file(FileFormat::GoalBin, "--emit goal-bin", SCHEDULES),
    file(FileFormat::Mapping, "--emit mapping", ON_CHANNELS),
    row(Feature::ForVersion, "--for-version", |of| of.for_version.is_some(), OF_SYSTEMS),
    file(FileFormat::Slurm, "--emit slurm", OF_SYSTEMS),
    file(FileFormat::Prrte, "--emit prrte", OF_SYSTEMS),
    file(FileFormat::Flux, "--emit flux", OF_SYSTEMS),
    file(FileFormat::ClusterShell, "--emit clustershell", OF_SYSTEMS),
    file(FileFormat::Ucc, "--emit ucc", &[cell(ALLGATHER, SIZED_OR_CHANNELS)])
        .advising("UCC reads lists of radices for no other collective"),
    file(FileFormat::Sends, "--emit sends", PLANS_IN_STEPS),
    file(FileFormat::Trees, "--emit trees", PLANS_OF_STREAMS),
    file(FileFormat::Certificate, "--emit certificate", PLANS),
    file(FileFormat::MscclJson, "--emit msccl-json", PLANS_IN_STEPS),
    file(FileFormat::MscclXml, "--emit msccl-xml", PLANS),
    unseen(Feature::ScheduleFile, "a FILE with a schedule", &[]).advising("`logpine simulate`"),
    unseen(Feature::WholeMap, "--emit svg, json or crossovers of a map", &[]).advising("`logpine map`"),
    unseen(Feature::Shard, "--shard", &[]).advising("`logpine map`"),
];

fn lists_mapping(request: &Request) -> bool {
    matches!(request.mapping, Some(MappingChoice::Path(_) | MappingChoice::Known(Mapping::Listed(_))))
}

fn has_throughput(request: &Request) -> bool {
    request.waves.is_some() || matches!(request.objective, Some(ObjectiveName::Period | ObjectiveName::Total))
}

fn names_simulator(request: &Request) -> bool {
    matches!(request.semantics, Some(Semantics::Loggopsim | Semantics::Atlahs))
}
