//! What a request may ask for beside its subject, its machine and its model.

use super::hosts::are_unequal;
use super::rows::ROWS;
use super::simulators::is_beyond_loggops;
use super::subject::{ModelKind, Subject};
use crate::machine::Machine;
use crate::request::{FileFormat, HostsChoice, Refusal, Request};

/// Something that a request asks for beside its subject, its machine and its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "their rows name them")]
pub enum Feature {
    LogpReading,
    Roundtrip,
    Operation,
    Bytes,
    Values,
    Root,
    NonCommutative,
    LeavesPerHost,
    Lanes,
    RanksPerHost,
    Mapping,
    BestMapping,
    ListedMapping,
    FftSize,
    ElementBytes,
    Allocation,
    NonCubic,
    Queue,
    Hops,
    Streams,
    Strided,
    Objective,
    LatencyObjective,
    PeriodObjective,
    TotalObjective,
    Throughput,
    Waves,
    PeriodFront,
    InternalsFront,
    Within,
    MaxFanout,
    MaxHeight,
    MaxInternal,
    Robust,
    Explain,
    Certify,
    Family,
    Semantics,
    Simulator,
    BeyondLoggops,
    Network,
    Duplex,
    Ports,
    Routing,
    MappingSeed,
    Hosts,
    UnequalHosts,
    FrontEnd,
    Place,
    InternalHosts,
    Attach,
    Launch,
    GoalTick,
    File(FileFormat),
    ScheduleFile,
    MapPicture,
    Shard,
}

/// Subjects, each group with the kinds of models that go with it.
pub(super) type Cells = &'static [(&'static [Subject], &'static [ModelKind])];

/// Where a feature goes.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The feature.
    pub feature: Feature,
    /// What refusals and lists call it: the option.
    pub name: &'static str,
    /// Whether a request alone shows that it has it.
    pub(super) given: fn(&Request) -> bool,
    /// Subjects, each group with the kinds of models under which it has the feature.
    pub(super) goes: Cells,
    /// The same in words, after "goes with".
    pub with: &'static str,
}

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

    /// What is said where the feature does not go.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::invalid(format!("{} goes with {}", self.name, self.with))
    }
}

/// The features that a request has.
#[derive(Clone, Debug, Default)]
pub struct Features(Vec<Feature>);

impl Features {
    /// Those of a request whose hosts, if there are any, are read.
    #[must_use]
    pub fn of(request: &Request) -> Self {
        let unequal = matches!(&request.hosts, Some(HostsChoice::Known(hosts, _)) if !hosts.is_alike());
        let said = ROWS.iter().filter(|row| (row.given)(request)).map(|row| row.feature);
        Self(said.collect()).and(Feature::UnequalHosts, unequal)
    }

    /// The same on a machine, which says what messages inside hosts cost, and whose model simulators may not know.
    #[must_use]
    pub fn on(machine: &Machine, request: &Request) -> Self {
        let unequal =
            matches!(&request.hosts, Some(HostsChoice::Known(hosts, _)) if are_unequal(machine, request, hosts));
        let beyond = is_beyond_loggops(machine, request);
        Self::of(request).and(Feature::UnequalHosts, unequal).and(Feature::BeyondLoggops, beyond)
    }

    /// The same with a feature that the request alone does not show, or without it.
    #[must_use]
    pub fn and(mut self, feature: Feature, has: bool) -> Self {
        self.0.retain(|&other| other != feature);
        self.0.extend(has.then_some(feature));
        self.0.sort_by_key(|feature| ROWS.iter().position(|row| row.feature == *feature));
        self
    }

    /// Whether a feature is among them.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.0.contains(&feature)
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Feature> {
        self.0.iter().copied()
    }
}
