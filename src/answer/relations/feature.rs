//! What a request may ask for beside its subject, its machine and its model.

use super::subject::{ModelKind, Subject};
use crate::request::{FileFormat, Refusal, Request};

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
