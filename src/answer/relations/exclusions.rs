//! The features that exclude each other.

use super::feature::Row;
use super::features::Features;
use super::rows::Feature::{
    self, Attach, BeyondLoggops, Bytes, Certify, Explain, Family, File, FrontEnd, Hosts, InternalHosts, InternalsFront,
    LatencyObjective, Launch, LeavesPerHost, ListedMapping, Mapping, MaxFanout, MaxHeight, MaxInternal, Network,
    NonCommutative, Objective, OnePort, Operation, PeriodFront, PeriodObjective, Place, RanksPerHost, Robust, Root,
    ScheduleFile, Shard, Simulator, StepsFront, Throughput, UnequalHosts, Waves, WholeMap, Within,
};
use crate::request::{FileFormat, Refusal};

/// Features that cannot be combined with others.
#[derive(Clone, Copy, Debug)]
pub struct Exclusion {
    /// The features, one of which refusals name first.
    pub features: &'static [Feature],
    /// The features with which none of them can be combined.
    pub others: &'static [Feature],
    /// A third feature, only on which they exclude each other. `None` if they always do.
    pub on: Option<Feature>,
    /// The reason.
    pub reason: &'static str,
}

const fn not(features: &'static [Feature], others: &'static [Feature], reason: &'static str) -> Exclusion {
    Exclusion { features, others, on: None, reason }
}

const ONE_TREE: &str = "a front has many trees";
const FASTEST: &str = "it covers only the fastest tree";
const LATENCY: &str = "it covers only the time of one wave";
const SPEEDS: &str = "it covers only hosts as fast as the profile says, with the same messages everywhere";
const PROGRAM_ORDER: &str = "the model gives these times, not a simulator; leave --semantics out";
const NOT_PLACED: &str = "its trees do not name their hosts";
const ONE_SPEED: &str = "the simulators have hosts of one speed";

const FRONTS: &[Feature] = &[PeriodFront, InternalsFront];
const SEVERAL_A_HOST: &[Feature] = &[LeavesPerHost, RanksPerHost];
/// Places of processes.
const PLACES: &[Feature] = &[FrontEnd, Attach, Launch, Place, InternalHosts];
/// Files that hold one tree or one schedule of it.
const OF_ONE_TREE: &[Feature] = &[
    File(FileFormat::Mrnet),
    File(FileFormat::G),
    File(FileFormat::Stat),
    File(FileFormat::Dot),
    File(FileFormat::Svg),
    File(FileFormat::RankMap),
    File(FileFormat::Goal),
    File(FileFormat::GoalBin),
    File(FileFormat::Slurm),
    File(FileFormat::Prrte),
    File(FileFormat::Flux),
    File(FileFormat::ClusterShell),
];
const GOAL: &[Feature] = &[File(FileFormat::Goal), File(FileFormat::GoalBin)];

/// The features that exclude each other.
pub const EXCLUSIONS: &[Exclusion] = &[
    not(&[Waves], &[LatencyObjective, PeriodObjective], "several waves have a total: --objective total"),
    not(FRONTS, &[Objective, Throughput, Within, Robust, Explain, Certify, Network, Hosts], ONE_TREE),
    not(&[PeriodFront], &[MaxInternal], "limits on internal processes are for the least latency"),
    not(&[StepsFront], &[OnePort], "its schedules use all links of a node at a time"),
    not(&[Within], &[MaxInternal], "both limit the number of internal processes"),
    not(&[Within], &[Robust, Explain], FASTEST),
    not(&[Certify], &[Within], FASTEST),
    not(&[Within, MaxInternal, Certify, Network], &[Throughput], LATENCY),
    not(&[Throughput], &[LeavesPerHost], LATENCY),
    not(&[Certify], SEVERAL_A_HOST, "the integer program has one process on each host"),
    not(&[Certify], &[NonCommutative], "the integer program ignores the order of operands"),
    not(&[Certify, Robust, Explain, Network], &[Simulator], PROGRAM_ORDER),
    not(
        &[Simulator],
        &[BeyondLoggops],
        "they have the parameters of LogGOPS, with one overhead: choose a --model of such parameters, or --semantics \
         program-order",
    ),
    not(&[WholeMap], &[Shard], "it is of the whole map"),
    not(&[Operation, Bytes, Family, Waves], &[ScheduleFile], "it says who sends what"),
    not(
        &[Robust, Explain, Throughput, MaxFanout, MaxHeight, MaxInternal, Within, InternalHosts],
        &[UnequalHosts],
        SPEEDS,
    ),
    not(&[PeriodFront, InternalsFront, Robust, Explain], SEVERAL_A_HOST, "it covers only hosts with one process each"),
    not(&[Network], SEVERAL_A_HOST, "a node of a network runs one process"),
    not(&[Network], &[UnequalHosts], "the nodes of a network are alike"),
    not(
        &[MaxHeight, MaxInternal, Within],
        &[LeavesPerHost],
        "only the time of the trees inside hosts and among them is searched",
    ),
    not(SEVERAL_A_HOST, &[Hosts], "the list gives the number of processes of each host: leave --hosts out"),
    not(&[Mapping], &[Hosts], "the hosts say where ranks run: one host after the other, as many as it has slots"),
    not(&[Simulator], &[Hosts, RanksPerHost], "ranks are executed on hosts that are alike with one rank each"),
    not(&[NonCommutative], &[Root], "a root other than 0 would combine operands from both sides of its own"),
    not(&[NonCommutative], &[UnequalHosts], "rank 0 is on the first host, and operands are combined in any order"),
    not(&[Root], &[UnequalHosts], "rank 0 is on the first host"),
    not(PLACES, FRONTS, ONE_TREE),
    not(PLACES, &[LeavesPerHost], NOT_PLACED),
    not(&[ListedMapping], &[RanksPerHost], "the file says how many ranks a host runs"),
    not(OF_ONE_TREE, FRONTS, ONE_TREE),
    not(OF_ONE_TREE, &[LeavesPerHost], NOT_PLACED),
    Exclusion {
        features: &[Attach, Place],
        others: &[File(FileFormat::Mrnet), File(FileFormat::Dot), File(FileFormat::RankMap)],
        on: Some(UnequalHosts),
        reason: "the tree says where its processes run, and its files are in launch mode",
    },
    not(
        &[File(FileFormat::G), File(FileFormat::Stat)],
        &[UnequalHosts],
        "the format has no hosts; take mrnet, rank-map or dot",
    ),
    not(&[File(FileFormat::Svg)], &[RanksPerHost], "its answer has a tree for each host"),
    not(GOAL, &[RanksPerHost], "its answer has no schedule"),
    not(
        &[File(FileFormat::Svg)],
        &[UnequalHosts],
        "the picture folds equal subtrees, and hosts differ; overlay trees have --emit dot",
    ),
    not(GOAL, &[UnequalHosts], ONE_SPEED),
];

impl Exclusion {
    /// The refusal if a feature excludes one that is present.
    pub(super) fn refusal(&self, feature: Feature, features: &Features) -> Option<Refusal> {
        let applies = self.features.contains(&feature) && self.on.is_none_or(|third| features.has(third));
        let other = self.others.iter().find(|&&other| applies && features.has(other))?;
        let (name, other) = (Row::of(feature).name, self.named(*other));
        Some(Refusal::invalid(format!("{name} cannot be combined with {other}: {}", self.reason)))
    }

    /// The features that exclude the given one.
    #[must_use]
    pub fn others_than(&self, feature: Feature) -> &'static [Feature] {
        if self.features.contains(&feature) {
            self.others
        } else if self.others.contains(&feature) {
            self.features
        } else {
            &[]
        }
    }

    /// One of the features, with the third if there is one, in words.
    #[must_use]
    pub fn named(&self, other: Feature) -> String {
        let third = self.on.map_or_else(String::new, |third| format!(" on {}", Row::of(third).name));
        Row::of(other).name.to_owned() + &third
    }
}
