//! The tables: where a feature goes, what it needs, and what it does not stand beside.

use super::feature::Feature;
use super::feature::Feature::{
    Allocation, Attach, BestMapping, Bytes, Certify, Duplex, ElementBytes, Explain, FftSize, File, FrontEnd, GoalTick,
    Hops, Hosts, InternalHosts, InternalsFront, Lanes, LeavesPerHost, LogpReading, Mapping, MappingSeed, MaxFanout,
    MaxHeight, MaxInternal, Network, NonCommutative, Objective, PeriodFront, Place, Ports, Queue, RanksPerHost, Robust,
    Root, Routing, Semantics, Simulator, Streams, Strided, Throughput, UnequalHosts, Values, Waves, Within,
};
use super::subject::{ModelKind, Subject};
use crate::request::FileFormat;

/// Where a feature goes.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The feature.
    pub feature: Feature,
    /// Subjects, each group with the kinds of models under which it has the feature.
    pub goes: &'static [(&'static [Subject], &'static [ModelKind])],
    /// The same in words, after "goes with".
    pub with: &'static str,
}

/// A feature that only goes with one of some others.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// The feature.
    pub feature: Feature,
    /// The kinds of models under which it needs them.
    pub models: &'static [ModelKind],
    /// What it needs one of.
    pub of: &'static [Feature],
    /// The same in words, after "goes with".
    pub reason: &'static str,
}

/// Two features that do not go together.
#[derive(Clone, Copy, Debug)]
pub struct Exclusion {
    /// The one, which refusals name first.
    pub feature: Feature,
    /// The other.
    pub other: Feature,
    /// Why.
    pub reason: &'static str,
}

const ANY: &[ModelKind] = &ModelKind::ALL;
const NODES: &[ModelKind] = &[ModelKind::Tan, ModelKind::LogpOfTrees];
const MESSAGES: &[ModelKind] = &[ModelKind::Messages, ModelKind::Logp];
const CHANNELS: &[ModelKind] = &[ModelKind::Channels];
const LIBRARY: &[ModelKind] = &[ModelKind::Library];
const SIZED: &[ModelKind] = &[ModelKind::Messages, ModelKind::Channels, ModelKind::Library];

const TREE: &[Subject] = &[Subject::Tree];
const ONE_MESSAGE: &[Subject] = &[Subject::Bcast, Subject::Reduce];
const MPI: &[Subject] = &[Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Symmetric, Subject::Barrier];
const RANKS: &[Subject] = &[
    Subject::Bcast,
    Subject::Reduce,
    Subject::Rooted,
    Subject::Symmetric,
    Subject::Barrier,
    Subject::Sum,
    Subject::PointToPoint,
];
const ALL: &[Subject] = &Subject::ALL;

const OF_TREES: &str = "overlay trees under a model of nodes: `logpine tree` with --model tan or logp";
const OF_PLACEMENT: &str = "overlay trees: `logpine tree`";
const OF_STUDIES: &str = "--model tan for overlay trees, and with bcast and reduce under a model of messages";
const OF_POINT_TO_POINT: &str = "point-to-point messages and --model bgp";
const OF_FFT: &str = "the transposes of an FFT: `logpine fft`";
const OF_NETWORKS: &str =
    "overlay trees, and with the collectives of MPI under a model of single messages, such as loggp";

const fn row(feature: Feature, goes: &'static [(&'static [Subject], &'static [ModelKind])], with: &'static str) -> Row {
    Row { feature, goes, with }
}

const fn file(
    format: FileFormat,
    goes: &'static [(&'static [Subject], &'static [ModelKind])],
    with: &'static str,
) -> Row {
    row(File(format), goes, with)
}

/// Where each feature goes.
pub const ROWS: &[Row] = &[
    row(LogpReading, &[(TREE, &[ModelKind::LogpOfTrees])], "`logpine tree` and --model logp"),
    row(
        Bytes,
        &[
            (&[Subject::Tree, Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Symmetric], SIZED),
            (&[Subject::PointToPoint], LIBRARY),
        ],
        "messages that have a size; choose another --model, or leave --bytes out",
    ),
    row(Values, &[(&[Subject::Sum], ANY)], "a sum"),
    row(
        Root,
        &[(&[Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Sum], MESSAGES)],
        "bcast, reduce, scatter and gather under a model of single messages, and with a sum",
    ),
    row(NonCommutative, &[(&[Subject::Reduce], MESSAGES)], "reduce under a model of single messages"),
    row(LeavesPerHost, &[(TREE, NODES)], OF_TREES),
    row(Lanes, &[(TREE, NODES)], OF_TREES),
    row(
        RanksPerHost,
        &[(ONE_MESSAGE, MESSAGES), (MPI, CHANNELS)],
        "bcast and reduce, and with the models that see where ranks run: --model tau_lop and loggph",
    ),
    row(Mapping, &[(MPI, CHANNELS)], "--model tau_lop and loggph, which see where ranks run"),
    row(BestMapping, &[(MPI, CHANNELS)], "--model tau_lop and loggph, which see where ranks run"),
    row(FftSize, &[(&[Subject::Fft], ANY)], OF_FFT),
    row(ElementBytes, &[(&[Subject::Fft], ANY)], OF_FFT),
    row(Allocation, &[(RANKS, LIBRARY)], "--model bgp"),
    row(Queue, &[(&[Subject::PointToPoint], LIBRARY)], OF_POINT_TO_POINT),
    row(Hops, &[(&[Subject::PointToPoint], LIBRARY)], OF_POINT_TO_POINT),
    row(Streams, &[(&[Subject::PointToPoint], LIBRARY)], OF_POINT_TO_POINT),
    row(Strided, &[(&[Subject::PointToPoint], LIBRARY)], OF_POINT_TO_POINT),
    row(Objective, &[(TREE, NODES)], OF_TREES),
    row(Throughput, &[(TREE, NODES)], OF_TREES),
    row(Waves, &[(TREE, NODES)], OF_TREES),
    row(PeriodFront, &[(TREE, NODES)], OF_TREES),
    row(InternalsFront, &[(TREE, NODES)], OF_TREES),
    row(Within, &[(TREE, NODES)], OF_TREES),
    row(MaxFanout, &[(TREE, NODES)], OF_TREES),
    row(MaxHeight, &[(TREE, NODES)], OF_TREES),
    row(MaxInternal, &[(TREE, NODES)], OF_TREES),
    row(Robust, &[(TREE, &[ModelKind::Tan]), (ONE_MESSAGE, MESSAGES)], OF_STUDIES),
    row(Explain, &[(TREE, &[ModelKind::Tan]), (ONE_MESSAGE, MESSAGES)], OF_STUDIES),
    row(
        Certify,
        &[(TREE, NODES), (ONE_MESSAGE, MESSAGES)],
        "overlay trees under a model of nodes, and with bcast and reduce under a model of messages",
    ),
    row(Semantics, &[(RANKS, ANY)], "collectives among ranks"),
    row(Simulator, &[(MPI, MESSAGES)], "the collectives of MPI under a model of messages"),
    row(Network, &[(TREE, ANY), (MPI, MESSAGES)], OF_NETWORKS),
    row(Duplex, &[(TREE, ANY), (MPI, MESSAGES)], OF_NETWORKS),
    row(Ports, &[(TREE, ANY), (MPI, MESSAGES)], OF_NETWORKS),
    row(Routing, &[(TREE, ANY), (MPI, MESSAGES)], OF_NETWORKS),
    row(MappingSeed, &[(TREE, ANY), (MPI, MESSAGES)], OF_NETWORKS),
    row(
        Hosts,
        &[(TREE, ANY), (ONE_MESSAGE, MESSAGES)],
        "overlay trees, and with bcast and reduce under a model of single messages",
    ),
    row(
        UnequalHosts,
        &[(TREE, NODES), (ONE_MESSAGE, MESSAGES)],
        "--model tan for overlay trees, and with bcast and reduce under a model of messages",
    ),
    row(FrontEnd, &[(TREE, ANY)], OF_PLACEMENT),
    row(Place, &[(TREE, ANY)], OF_PLACEMENT),
    row(InternalHosts, &[(TREE, ANY)], OF_PLACEMENT),
    row(Attach, &[(TREE, ANY)], OF_PLACEMENT),
    row(GoalTick, &[(TREE, ANY), (MPI, MESSAGES)], "--emit goal or goal-bin, and --semantics loggopsim or atlahs"),
    file(FileFormat::Mrnet, &[(TREE, ANY)], OF_PLACEMENT),
    file(FileFormat::G, &[(TREE, ANY)], OF_PLACEMENT),
    file(FileFormat::Stat, &[(TREE, ANY)], OF_PLACEMENT),
    file(FileFormat::Dot, &[(TREE, ANY)], OF_PLACEMENT),
    file(FileFormat::Json, &[(ALL, ANY)], "every answer"),
    file(FileFormat::RankMap, &[(TREE, ANY)], OF_PLACEMENT),
    file(
        FileFormat::Goal,
        &[(TREE, ANY), (MPI, MESSAGES)],
        "overlay trees, and with the collectives of MPI under a model of single messages: they have a schedule",
    ),
    file(
        FileFormat::GoalBin,
        &[(TREE, ANY), (MPI, MESSAGES)],
        "overlay trees, and with the collectives of MPI under a model of single messages: they have a schedule",
    ),
    file(FileFormat::Mapping, &[(MPI, CHANNELS)], "--model tau_lop and loggph, which see where ranks run"),
];

/// What features need.
pub const NEEDS: &[Need] = &[
    Need { feature: Lanes, models: ANY, of: &[LeavesPerHost], reason: "--leaves-per-host" },
    Need { feature: Duplex, models: ANY, of: &[Network], reason: "--network" },
    Need { feature: Ports, models: ANY, of: &[Network], reason: "--network" },
    Need { feature: Routing, models: ANY, of: &[Network], reason: "--network" },
    Need { feature: MappingSeed, models: ANY, of: &[Network], reason: "--network" },
    Need {
        feature: GoalTick,
        models: ANY,
        of: &[File(FileFormat::Goal), File(FileFormat::GoalBin), Simulator],
        reason: "--emit goal or goal-bin, and --semantics loggopsim or atlahs",
    },
    Need {
        feature: Certify,
        models: &[ModelKind::Messages],
        of: &[UnequalHosts],
        reason: "messages that cannot be cut: take --model logp, or --hosts of different speeds",
    },
];

const ONE_TREE: &str = "a front is of many trees";
const FASTEST: &str = "it is about the fastest tree";
const LATENCY: &str = "it is about the time of one wave";
const SPEEDS: &str = "it is for hosts as fast as the profile says, with the same messages everywhere";
const ALONE: &str = "it is about hosts with one process each";
const ONE_A_HOST: &str = "a node of a network runs one process";
const PROGRAM_ORDER: &str = "the model is asked, not the simulator; leave --semantics out";
const NOT_PLACED: &str = "the trees of hosts have no names";

const fn not(feature: Feature, other: Feature, reason: &'static str) -> Exclusion {
    Exclusion { feature, other, reason }
}

/// What does not go together.
pub const EXCLUSIONS: &[Exclusion] = &[
    not(PeriodFront, Objective, ONE_TREE),
    not(PeriodFront, Throughput, ONE_TREE),
    not(PeriodFront, Within, ONE_TREE),
    not(PeriodFront, MaxInternal, "a budget is about the least latency"),
    not(PeriodFront, Robust, ONE_TREE),
    not(PeriodFront, Explain, ONE_TREE),
    not(PeriodFront, Certify, ONE_TREE),
    not(PeriodFront, Network, ONE_TREE),
    not(PeriodFront, Hosts, ONE_TREE),
    not(PeriodFront, LeavesPerHost, ALONE),
    not(InternalsFront, Objective, ONE_TREE),
    not(InternalsFront, Throughput, ONE_TREE),
    not(InternalsFront, Within, ONE_TREE),
    not(InternalsFront, Robust, ONE_TREE),
    not(InternalsFront, Explain, ONE_TREE),
    not(InternalsFront, Certify, ONE_TREE),
    not(InternalsFront, Network, ONE_TREE),
    not(InternalsFront, Hosts, ONE_TREE),
    not(InternalsFront, LeavesPerHost, ALONE),
    not(Within, MaxInternal, "it is itself about the number of internal processes"),
    not(Within, Throughput, LATENCY),
    not(Within, Robust, FASTEST),
    not(Within, Explain, FASTEST),
    not(MaxInternal, Throughput, LATENCY),
    not(Certify, Throughput, LATENCY),
    not(Certify, MaxHeight, "integer programs do not know heights"),
    not(Certify, Within, FASTEST),
    not(Certify, LeavesPerHost, "integer programs do not know hosts with several processes"),
    not(Certify, RanksPerHost, "integer programs do not know hosts with several processes"),
    not(Certify, NonCommutative, "integer programs do not know the order of operands"),
    not(Certify, Simulator, PROGRAM_ORDER),
    not(Robust, UnequalHosts, SPEEDS),
    not(Robust, LeavesPerHost, ALONE),
    not(Robust, RanksPerHost, ALONE),
    not(Robust, Simulator, PROGRAM_ORDER),
    not(Explain, UnequalHosts, SPEEDS),
    not(Explain, LeavesPerHost, ALONE),
    not(Explain, RanksPerHost, ALONE),
    not(Explain, Simulator, PROGRAM_ORDER),
    not(Network, Throughput, LATENCY),
    not(Network, LeavesPerHost, ONE_A_HOST),
    not(Network, RanksPerHost, ONE_A_HOST),
    not(Network, UnequalHosts, "the nodes of a network are alike"),
    not(Network, Simulator, PROGRAM_ORDER),
    not(Throughput, LeavesPerHost, LATENCY),
    not(MaxHeight, LeavesPerHost, "only the time of the trees inside hosts and among them is searched"),
    not(MaxInternal, LeavesPerHost, "only the time of the trees inside hosts and among them is searched"),
    not(Within, LeavesPerHost, "only the time of the trees inside hosts and among them is searched"),
    not(LeavesPerHost, Hosts, "it says how many processes each host runs: leave --hosts out"),
    not(RanksPerHost, Hosts, "it says how many processes each host runs: leave --hosts out"),
    not(Simulator, Hosts, "ranks are executed on hosts that are alike with one rank each"),
    not(Simulator, RanksPerHost, "ranks are executed on hosts that are alike with one rank each"),
    not(Throughput, UnequalHosts, SPEEDS),
    not(MaxFanout, UnequalHosts, SPEEDS),
    not(MaxHeight, UnequalHosts, SPEEDS),
    not(MaxInternal, UnequalHosts, SPEEDS),
    not(Within, UnequalHosts, SPEEDS),
    not(InternalHosts, UnequalHosts, SPEEDS),
    not(NonCommutative, Root, "a root other than 0 would combine operands from both sides of its own"),
    not(NonCommutative, UnequalHosts, "rank 0 is on the first host, and operands are combined in any order"),
    not(Root, UnequalHosts, "rank 0 is on the first host"),
    not(File(FileFormat::Mrnet), PeriodFront, ONE_TREE),
    not(File(FileFormat::G), PeriodFront, ONE_TREE),
    not(File(FileFormat::Stat), PeriodFront, ONE_TREE),
    not(File(FileFormat::Dot), PeriodFront, ONE_TREE),
    not(File(FileFormat::RankMap), PeriodFront, ONE_TREE),
    not(File(FileFormat::Goal), PeriodFront, ONE_TREE),
    not(File(FileFormat::GoalBin), PeriodFront, ONE_TREE),
    not(File(FileFormat::Mrnet), InternalsFront, ONE_TREE),
    not(File(FileFormat::G), InternalsFront, ONE_TREE),
    not(File(FileFormat::Stat), InternalsFront, ONE_TREE),
    not(File(FileFormat::Dot), InternalsFront, ONE_TREE),
    not(File(FileFormat::RankMap), InternalsFront, ONE_TREE),
    not(File(FileFormat::Goal), InternalsFront, ONE_TREE),
    not(File(FileFormat::GoalBin), InternalsFront, ONE_TREE),
    not(File(FileFormat::Mrnet), LeavesPerHost, NOT_PLACED),
    not(File(FileFormat::G), LeavesPerHost, NOT_PLACED),
    not(File(FileFormat::Stat), LeavesPerHost, NOT_PLACED),
    not(File(FileFormat::Dot), LeavesPerHost, NOT_PLACED),
    not(File(FileFormat::RankMap), LeavesPerHost, NOT_PLACED),
    not(File(FileFormat::Goal), LeavesPerHost, NOT_PLACED),
    not(File(FileFormat::GoalBin), LeavesPerHost, NOT_PLACED),
    not(File(FileFormat::Goal), RanksPerHost, "its answer has no schedule"),
    not(File(FileFormat::GoalBin), RanksPerHost, "its answer has no schedule"),
    not(File(FileFormat::G), UnequalHosts, "the format has no hosts; take mrnet, rank-map or dot"),
    not(File(FileFormat::Stat), UnequalHosts, "the format has no hosts; take mrnet, rank-map or dot"),
    not(File(FileFormat::Goal), UnequalHosts, "the simulators know hosts of one speed"),
    not(File(FileFormat::GoalBin), UnequalHosts, "the simulators know hosts of one speed"),
];

impl Row {
    /// The row of a feature; every feature has one.
    #[must_use]
    pub fn of(feature: Feature) -> &'static Self {
        ROWS.iter().find(|row| row.feature == feature).expect("every feature has a row")
    }

    /// Whether a subject has the feature under a kind of models.
    #[must_use]
    pub fn has(&self, subject: Subject, model: ModelKind) -> bool {
        self.goes.iter().any(|(subjects, models)| subjects.contains(&subject) && models.contains(&model))
    }
}

impl Need {
    /// Whether the feature needs the others under a kind of models.
    #[must_use]
    pub fn applies_to(&self, model: ModelKind) -> bool {
        self.models.contains(&model)
    }
}
