//! The features that exclude each other.

use super::feature::Feature::{
    self, Attach, BeyondLoggops, Bytes, Certify, Explain, Family, File, FrontEnd, Hosts, InternalHosts, InternalsFront,
    LatencyObjective, Launch, LeavesPerHost, ListedMapping, Mapping, MaxFanout, MaxHeight, MaxInternal, Network,
    NonCommutative, Objective, OnePort, Operation, PeriodFront, PeriodObjective, Place, RanksPerHost, Robust, Root,
    ScheduleFile, Shard, Simulator, StepsFront, Throughput, UnequalHosts, Waves, WholeMap, Within,
};
use super::feature::Row;
use super::features::Features;
use crate::request::{FileFormat, Refusal, Word};
use std::sync::LazyLock;

/// Two features that do not go together.
#[derive(Clone, Copy, Debug)]
pub struct Exclusion {
    /// The feature that refusals name first.
    pub feature: Feature,
    /// The other feature.
    pub other: Feature,
    /// A third feature; the two exclude each other only beside it. `None` if they always do.
    pub beside: Option<Feature>,
    /// The reason.
    pub reason: &'static str,
}

const LISTED: &str = "it says who sends what";
const ONE_TREE: &str = "a front has many trees";
const FASTEST: &str = "it covers only the fastest tree";
const LATENCY: &str = "it covers only the time of one wave";
const SPEEDS: &str = "it covers only hosts as fast as the profile says, with the same messages everywhere";
const ALONE: &str = "it covers only hosts with one process each";
const ONE_A_HOST: &str = "a node of a network runs one process";
const PROGRAM_ORDER: &str = "the model gives these times, not a simulator; leave --semantics out";
const NOT_PLACED: &str = "its trees do not name their hosts";
const HOSTLESS: &str = "the format has no hosts; take mrnet, rank-map or dot";
const PLACED: &str = "the tree says where its processes run, and its files are in launch mode";

const fn not(feature: Feature, other: Feature, reason: &'static str) -> Exclusion {
    Exclusion { feature, other, beside: None, reason }
}

const fn not_beside(third: Feature, feature: Feature, other: Feature, reason: &'static str) -> Exclusion {
    Exclusion { feature, other, beside: Some(third), reason }
}

/// The features that exclude each other.
pub static EXCLUSIONS: LazyLock<Vec<Exclusion>> = LazyLock::new(|| [OF_OPTIONS, &of_files(), OF_SINGLE_FILES].concat());

/// The exclusions of files that follow from the kind of their format.
fn of_files() -> Vec<Exclusion> {
    let files = |is: fn(FileFormat) -> bool| FileFormat::WORDS.iter().map(|word| word.0).filter(move |&file| is(file));
    let of_one_tree = |other, reason| {
        files(|file| {
            !file.is_only_of_networks() && !matches!(file, FileFormat::Json | FileFormat::Mapping | FileFormat::Ucc)
        })
        .map(move |file| not(File(file), other, reason))
    };
    let placed = |feature| {
        files(|file| file.shows_hosts() && !file.is_a_setting())
            .map(move |file| not_beside(UnequalHosts, feature, File(file), PLACED))
    };
    let without_hosts = files(|file| file.is_of_trees() && !file.shows_hosts() && !file.is_a_setting());
    of_one_tree(PeriodFront, ONE_TREE)
        .chain(of_one_tree(InternalsFront, ONE_TREE))
        .chain(of_one_tree(LeavesPerHost, NOT_PLACED))
        .chain(placed(Attach))
        .chain(placed(Place))
        .chain(without_hosts.map(|file| not(File(file), UnequalHosts, HOSTLESS)))
        .collect()
}

const OF_OPTIONS: &[Exclusion] = &[
    not(Waves, LatencyObjective, "several waves have a total: --objective total"),
    not(Waves, PeriodObjective, "several waves have a total: --objective total"),
    not(PeriodFront, Objective, ONE_TREE),
    not(PeriodFront, Throughput, ONE_TREE),
    not(PeriodFront, Within, ONE_TREE),
    not(PeriodFront, MaxInternal, "a limit on internal processes goes with the least latency"),
    not(PeriodFront, Robust, ONE_TREE),
    not(PeriodFront, Explain, ONE_TREE),
    not(PeriodFront, Certify, ONE_TREE),
    not(PeriodFront, Network, ONE_TREE),
    not(PeriodFront, Hosts, ONE_TREE),
    not(PeriodFront, LeavesPerHost, ALONE),
    not(StepsFront, OnePort, "its schedules use all links of a node at a time"),
    not(InternalsFront, Objective, ONE_TREE),
    not(InternalsFront, Throughput, ONE_TREE),
    not(InternalsFront, Within, ONE_TREE),
    not(InternalsFront, Robust, ONE_TREE),
    not(InternalsFront, Explain, ONE_TREE),
    not(InternalsFront, Certify, ONE_TREE),
    not(InternalsFront, Network, ONE_TREE),
    not(InternalsFront, Hosts, ONE_TREE),
    not(InternalsFront, LeavesPerHost, ALONE),
    not(Within, MaxInternal, "both limit the number of internal processes"),
    not(Within, Throughput, LATENCY),
    not(Within, Robust, FASTEST),
    not(Within, Explain, FASTEST),
    not(MaxInternal, Throughput, LATENCY),
    not(Certify, Throughput, LATENCY),
    not(Certify, Within, FASTEST),
    not(Certify, LeavesPerHost, "the integer program has one process on each host"),
    not(Certify, RanksPerHost, "the integer program has one process on each host"),
    not(Certify, NonCommutative, "the integer program ignores the order of operands"),
    not(Certify, Simulator, PROGRAM_ORDER),
    not(
        Simulator,
        BeyondLoggops,
        "they have the parameters of LogGOPS, with one overhead: choose a --model of such parameters, or --semantics \
     \
             program-order",
    ),
    not(WholeMap, Shard, "it is of the whole map"),
    not(Operation, ScheduleFile, LISTED),
    not(Bytes, ScheduleFile, LISTED),
    not(Family, ScheduleFile, LISTED),
    not(Waves, ScheduleFile, LISTED),
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
    not(LeavesPerHost, Hosts, "the list gives the number of processes of each host: leave --hosts out"),
    not(Mapping, Hosts, "the hosts say where ranks run: one host after the other, as many as it has slots"),
    not(RanksPerHost, Hosts, "the list gives the number of processes of each host: leave --hosts out"),
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
    not(FrontEnd, PeriodFront, ONE_TREE),
    not(FrontEnd, InternalsFront, ONE_TREE),
    not(FrontEnd, LeavesPerHost, NOT_PLACED),
    not(Attach, PeriodFront, ONE_TREE),
    not(Attach, InternalsFront, ONE_TREE),
    not(Attach, LeavesPerHost, NOT_PLACED),
    not(Launch, PeriodFront, ONE_TREE),
    not(Launch, InternalsFront, ONE_TREE),
    not(Launch, LeavesPerHost, NOT_PLACED),
    not(Place, PeriodFront, ONE_TREE),
    not(Place, InternalsFront, ONE_TREE),
    not(Place, LeavesPerHost, NOT_PLACED),
    not(InternalHosts, PeriodFront, ONE_TREE),
    not(InternalHosts, InternalsFront, ONE_TREE),
    not(InternalHosts, LeavesPerHost, NOT_PLACED),
    not(ListedMapping, RanksPerHost, "the file says how many ranks a host runs"),
];

/// The exclusions of files that only some formats have.
const OF_SINGLE_FILES: &[Exclusion] = &[
    not(File(FileFormat::Svg), RanksPerHost, "its answer has a tree for each host"),
    not(File(FileFormat::Goal), RanksPerHost, "its answer has no schedule"),
    not(File(FileFormat::GoalBin), RanksPerHost, "its answer has no schedule"),
    not(
        File(FileFormat::Svg),
        UnequalHosts,
        "the picture folds equal subtrees, and hosts differ; overlay trees have --emit dot",
    ),
    not(File(FileFormat::Goal), UnequalHosts, "the simulators have hosts of one speed"),
    not(File(FileFormat::GoalBin), UnequalHosts, "the simulators have hosts of one speed"),
];

impl Exclusion {
    /// True if both features are present, and the third if there is one.
    pub(super) fn is_met(&self, features: &Features) -> bool {
        features.has(self.feature) && features.has(self.other) && self.beside.is_none_or(|third| features.has(third))
    }

    /// The feature that excludes the given one; `None` if the given feature is neither.
    #[must_use]
    pub fn other_than(&self, feature: Feature) -> Option<Feature> {
        match feature {
            feature if feature == self.feature => Some(self.other),
            feature if feature == self.other => Some(self.feature),
            _ => None,
        }
    }

    /// One of the two features, with the third if there is one, in words.
    #[must_use]
    pub fn named(&self, other: Feature) -> String {
        let third = self.beside.map_or_else(String::new, |third| format!(" on {}", Row::of(third).name));
        Row::of(other).name.to_owned() + &third
    }

    /// The refusal if both features are present.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        let (name, other) = (Row::of(self.feature).name, self.named(self.other));
        Refusal::invalid(format!("{name} does not go with {other}: {}", self.reason))
    }
}
