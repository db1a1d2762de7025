//! The rows of features: for each its name, the test if a request has it, and the subjects and models that have it.

use super::feature::Row;
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
    [ASKED, SOUGHT, PLACED, EMITTED, RELEASES, SETTINGS, MAPS].into_iter().flatten()
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

/// Defines the features of requests by their rows, in lists.
macro_rules! features {
    ($(#[doc = $doc:literal] $list:ident { $($feature:ident: $row:ident($($facts:tt)*)$(.advising($advice:literal))?;)* })*) => {
        /// A feature that a request asks for beside its subject, its machine and its model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "their rows name them")]
        pub enum Feature {
            $($($feature,)*)*
            File(FileFormat),
        }

        $(#[doc = $doc] const $list: &[Row] = &[$($row(Feature::$feature, $($facts)*)$(.advising($advice))?,)*];)*
    };
}

features! {
    /// The collective, the model, the sizes and the layout.
    ASKED {
        Roundtrip: row("--collective roundtrip", |of| of.operation() == Operation::Roundtrip, OVER_TREES)
            .advising("under a model of messages ask for reduce and for multicast");
        Operation: row("--collective", |of| of.collective.is_some(), &[cell(ALL, ANY)]);
        Bytes: row(
            "--bytes",
            |of| of.bytes.is_some(),
            &[cell(WITH_BYTES, SIZED), cell(TREES, OVERLAY), cell(POINT_TO_POINT, LIBRARY)],
        ).advising("leave --bytes out (a barrier has none), or choose a --model whose messages have a size");
        Values: row("--values", |of| of.values.is_some(), &[cell(SUM, ANY)]);
        Root: row(
            "--root",
            |of| of.root.is_some_and(|root| root > 0),
            &[cell(ROOTED, MESSAGES), cell(ROOTED_ON_NETWORK, ANY)],
        );
        NonCommutative: row("--non-commutative", |of| of.non_commutative, &[cell(REDUCE, MESSAGES)]);
        LeavesPerHost: row("--leaves-per-host", |of| of.leaves_per_host.is_some(), OVER_LEAVES);
        Lanes: row("--lanes", |of| of.lanes.is_some(), OVER_LEAVES);
        RanksPerHost: row(
            "--ranks-per-host",
            |of| of.ranks_per_host.is_some(),
            &[cell(ONE_MESSAGE, MESSAGES), cell(MPI, CHANNELS)],
        );
        Mapping: row("--mapping", |of| of.mapping.is_some(), ON_CHANNELS);
        BestMapping: row("--mapping best", |of| of.mapping == Some(MappingChoice::Best), ON_CHANNELS);
        ListedMapping: row("--mapping FILE", lists_mapping, ON_CHANNELS);
        FftSize: row("--size", |of| of.fft_size.is_some(), &[cell(FFT, ANY)]);
        ElementBytes: row("--element-bytes", |of| of.element_bytes.is_some(), &[cell(FFT, ANY)]);
        Allocation: row("--allocation", |of| of.allocation.is_some(), &[cell(AMONG_RANKS, LIBRARY)]);
        NonCubic: row(
            "--allocation non-cubic",
            |of| of.allocation == Some(TorusAllocation::NonCubic),
            &[cell(BCAST, LIBRARY)],
        ).advising("for the others the cost of an allocation that is not a cube is not known");
        Queue: row("--queue", |of| of.queue.is_some(), BETWEEN_TWO);
        Hops: row("--hops", |of| of.hops.is_some(), BETWEEN_TWO);
        Streams: row("--streams", |of| of.streams.is_some(), BETWEEN_TWO);
        Strided: row("--strided", |of| of.strided, BETWEEN_TWO);
    }
    /// The objective, fronts, limits, studies and second opinions.
    SOUGHT {
        Objective: row("--objective", |of| of.objective.is_some(), &[cell(TREES, NODES), cell(ON_NETWORK, ANY)]);
        ThroughputObjective: row(
            "--objective throughput",
            |of| of.objective == Some(ObjectiveName::Throughput),
            PLANS_OF_STREAMS,
        );
        LatencyObjective: row(
            "--objective latency",
            |of| of.objective == Some(ObjectiveName::Latency),
            &[cell(TREES, NODES), cell(ON_NETWORK, BLOCKS)],
        );
        PeriodObjective: row("--objective period", |of| of.objective == Some(ObjectiveName::Period), OVER_TREES);
        TotalObjective: row("--objective total", |of| of.objective == Some(ObjectiveName::Total), OVER_TREES);
        Waves: row("--waves", |of| of.waves.is_some(), OVER_TREES);
        Throughput: row("a stream of waves (--waves, --objective period or total)", has_throughput, OVER_TREES);
        PeriodFront: row("--pareto period", |of| of.pareto == Some(Front::Period), OVER_TREES);
        InternalsFront: row("--pareto internals", |of| of.pareto == Some(Front::Internals), OVER_LEAVES);
        HeightFront: row("--pareto height", |of| of.pareto == Some(Front::Height), PLANS_OF_STREAMS);
        StepsFront: row("--pareto steps", |of| of.pareto == Some(Front::Steps), FRONTS_OF_STEPS)
            .advising("an allreduce is a reduce-scatter and then an allgather");
        Point: row("--point", |of| of.point.is_some(), FRONTS_OF_STEPS);
        Within: row("--within", |of| of.within.is_some(), OVER_LEAVES);
        MaxFanout: row("--max-fanout", |of| of.max_fanout.is_some(), OVER_TREES);
        MaxHeight: row("--max-height", |of| of.max_height.is_some(), OVER_TREES);
        MaxInternal: row("--max-internal", |of| of.max_internal.is_some(), OVER_LEAVES);
        Robust: row("--robust", |of| of.robust.is_some(), STUDIES);
        Explain: row("--explain", |of| of.explain, STUDIES);
        Certify: row("--certify", |of| of.certify.is_some(), &[cell(TREE, NODES), cell(ONE_MESSAGE, MESSAGES)]);
        Family: row("--family", |of| of.family.is_some(), &[]).advising("`logpine simulate`");
        Semantics: row("--semantics", |of| of.semantics.is_some(), &[cell(AMONG_RANKS, ANY)]);
        Simulator: row("--semantics loggopsim or atlahs", names_simulator, &[cell(MPI, MESSAGES)]);
        BeyondLoggops: unseen(
            "a model that simulators do not have (such as plogp, or one with two overheads)",
            &[cell(ALL, ANY)],
        );
    }
    /// Networks, hosts, and the places of processes on them.
    PLACED {
        Network: row(
            "--network",
            |of| of.network.is_some(),
            &[cell(TREE, ANY), cell(MPI, MESSAGES), cell(ON_NETWORK, ANY)],
        );
        Duplex: row("--duplex", |of| of.duplex.is_some(), REPLAYED);
        Ports: row("--ports", |of| of.ports.is_some(), ONE_BY_ONE);
        OnePort: row("--ports one", |of| of.ports == Some(Ports::One), ONE_BY_ONE);
        Blocks: row("--blocks", |of| of.blocks.is_some(), PLANS_IN_STEPS);
        LinkSpeed: row("--link-speed", |of| of.link_speed.is_some(), PLANS);
        NvLinks: row("--nvswitch and --direct", |of| of.nvswitch || of.direct, PLANS);
        Nodes: row("--nodes", |of| of.nodes.is_some(), PLANS);
        Combine: row(
            "--switches combine",
            |of| of.switches == Some(Switches::Combine),
            &[cell(ALLREDUCE_ON_NETWORK, STREAMS)],
        );
        Switches: row(
            "--switches store or contract",
            |of| of.switches.is_some_and(|switches| switches != Switches::Combine),
            PLANS_IN_STEPS,
        );
        Step: row("--step", |of| of.step.is_some(), PLANS_IN_STEPS);
        Seed: row("--seed", |of| of.seed.is_some(), PLANS);
        Routing: row("--routing", |of| of.routing.is_some(), REPLAYED);
        MappingSeed: row("--mapping-seed", |of| of.mapping_seed.is_some(), REPLAYED);
        Hosts: row(
            "--hosts",
            |of| of.hosts.is_some(),
            &[cell(TREES, ANY), cell(ONE_MESSAGE, MESSAGES), cell(MPI, CHANNELS)],
        );
        UnequalHosts: unseen("unequal --hosts", &[cell(TREES, NODES), cell(ONE_MESSAGE, MESSAGES)]);
        FrontEnd: row("--fe", |of| of.front_end.is_some(), &[cell(TREES, ANY)]);
        Place: row("--place", |of| of.placement.is_some(), PLACED_LEAVES);
        InternalHosts: row("--internal-hosts", |of| of.internal_hosts.is_some(), PLACED_LEAVES);
        Attach: row("--attach", |of| of.mode == Some(Mode::Attach), PLACED_LEAVES);
        Launch: row("--launch", |of| of.mode == Some(Mode::Launch), PLACED_LEAVES);
        GoalTick: row("--goal-tick", |of| of.goal_tick.is_some(), SCHEDULES);
    }
    /// The release of a system whose settings are written.
    RELEASES {
        ForVersion: row("--for-version", |of| of.for_version.is_some(), OF_SYSTEMS);
    }
    /// Schedules in files, and maps.
    MAPS {
        ScheduleFile: unseen("a FILE with a schedule", &[]).advising("`logpine simulate`");
        WholeMap: unseen("--emit svg, json or crossovers of a map", &[]).advising("`logpine map`");
        Shard: unseen("--shard", &[]).advising("`logpine map`");
    }
}

/// Files that hold trees and schedules.
const EMITTED: &[Row] = &[
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
];

/// Settings of systems, and plans for networks.
const SETTINGS: &[Row] = &[
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
