//! The tasks of subcommands, and their differences from the tables for answers.

use super::feature::{Cells, Feature};
use super::model_kind::ModelKind;
use super::model_words::{of_channels, of_nodes};
use super::needs::Need;
use super::subject::{MPI, Subject};
use crate::request::FileFormat;

/// A task: the work of a subcommand on a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Answering the request.
    Answer,
    /// Comparing answers over rank counts and sizes.
    Map,
    /// Executing the schedule of its answer.
    Simulate,
    /// Comparing a given tree with its answer.
    Score,
}

/// The subjects and models of a feature for a task, in place of those in its row.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The feature.
    pub feature: Feature,
    pub(super) goes: Cells,
    /// The subjects and models in words, after "goes with".
    pub with: &'static str,
}

/// The differences of a task from answering.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    /// The task.
    pub task: Task,
    /// The subjects that the task does not have, each with the reason.
    pub no_subjects: &'static [(Subject, &'static str)],
    /// The kinds of models that the task does not have, each with the reason.
    pub no_models: &'static [(ModelKind, &'static str)],
    /// All features that the task takes.
    pub features: &'static [Feature],
    /// The features that go with other subjects or models than in answers.
    pub differences: &'static [Difference],
    /// The additional needs of features.
    pub needs: &'static [Need],
}

const ANY: &[ModelKind] = &ModelKind::ALL;
const MESSAGES: &[ModelKind] = &[ModelKind::Messages, ModelKind::Logp];
const GOAL: &[Feature] = &[Feature::File(FileFormat::Goal), Feature::File(FileFormat::GoalBin)];
const ONE_BY_ONE: &str = "`logpine collective`: a map takes --mapping sequential or round-robin";
const NO_SCHEDULE: &str = "its time is known, but it has no schedule; reduce and alltoall have one";
const ONLY_A_TIME: &str = "answers without a schedule: `logpine tree` and `collective`";
const SIMULATED: &str =
    "write its schedule with `logpine network plan --emit goal`, and execute it with `logpine network simulate`";
const MAPPED: &str = "maps cover the collectives of MPI";
const GIVEN: &str = of_nodes!("a given tree has a time under a model of nodes: ");

/// The differences of all tasks from answering.
pub const TASKS: &[Own] = &[
    Own {
        task: Task::Map,
        no_subjects: &[
            (Subject::Sum, MAPPED),
            (Subject::PointToPoint, MAPPED),
            (Subject::Fft, MAPPED),
            (Subject::NetworkBcast, MAPPED),
            (Subject::NetworkScatter, MAPPED),
            (Subject::NetworkAllgather, MAPPED),
            (Subject::NetworkAllreduce, MAPPED),
        ],
        no_models: &[(ModelKind::Library, "the machine's own library leaves no choice of algorithms")],
        features: &[
            Feature::LogpReading,
            Feature::Operation,
            Feature::BeyondLoggops,
            Feature::Bytes,
            Feature::NonCommutative,
            Feature::RanksPerHost,
            Feature::Mapping,
            Feature::BestMapping,
            Feature::ListedMapping,
        ],
        differences: &[
            Difference { feature: Feature::RanksPerHost, goes: &[(MPI, &[ModelKind::Channels])], with: of_channels!() },
            Difference { feature: Feature::BestMapping, goes: &[], with: ONE_BY_ONE },
            Difference { feature: Feature::ListedMapping, goes: &[], with: ONE_BY_ONE },
        ],
        needs: &[],
    },
    Own {
        task: Task::Simulate,
        no_subjects: &[
            (Subject::MemberTree, "only trees over leaves are executed"),
            (Subject::Sum, NO_SCHEDULE),
            (Subject::PointToPoint, NO_SCHEDULE),
            (Subject::Fft, NO_SCHEDULE),
            (Subject::NetworkBcast, SIMULATED),
            (Subject::NetworkScatter, SIMULATED),
            (Subject::NetworkAllgather, SIMULATED),
            (Subject::NetworkAllreduce, SIMULATED),
        ],
        no_models: &[
            (
                ModelKind::Channels,
                "they say what stages take whose messages share channels, not when each message goes; take a --model of \
                 messages",
            ),
            (
                ModelKind::Library,
                "it gives the time of a collective, not of each message; choose a --model of messages",
            ),
        ],
        features: &[
            Feature::LogpReading,
            Feature::Roundtrip,
            Feature::Operation,
            Feature::BeyondLoggops,
            Feature::Bytes,
            Feature::NonCommutative,
            Feature::Objective,
            Feature::LatencyObjective,
            Feature::PeriodObjective,
            Feature::TotalObjective,
            Feature::Waves,
            Feature::Throughput,
            Feature::Within,
            Feature::MaxFanout,
            Feature::MaxHeight,
            Feature::MaxInternal,
            Feature::Family,
            Feature::Semantics,
            Feature::Simulator,
            Feature::Hosts,
            Feature::UnequalHosts,
            Feature::GoalTick,
            Feature::File(FileFormat::Goal),
            Feature::File(FileFormat::GoalBin),
        ],
        differences: &[
            Difference {
                feature: Feature::Family,
                goes: &[(&[Subject::Tree], ANY), (MPI, MESSAGES)],
                with: "overlay trees with --leaves, and with collectives among ranks",
            },
            Difference { feature: Feature::UnequalHosts, goes: &[], with: ONLY_A_TIME },
            Difference {
                feature: Feature::Semantics,
                goes: &[(&[Subject::Tree], ANY), (MPI, MESSAGES)],
                with: "overlay trees with --leaves, and with collectives among ranks",
            },
            Difference {
                feature: Feature::Simulator,
                goes: &[(&[Subject::Tree], MESSAGES), (MPI, MESSAGES)],
                with: "a --model of messages: overlay trees under a model of nodes are executed in program order",
            },
        ],
        needs: &[Need {
            feature: Feature::GoalTick,
            models: ANY,
            of: GOAL,
            reason: "a FILE, or with --emit goal or goal-bin",
        }],
    },
    Own {
        task: Task::Score,
        no_subjects: &[],
        no_models: &[
            (ModelKind::Messages, GIVEN),
            (ModelKind::Logp, GIVEN),
            (ModelKind::Channels, GIVEN),
            (ModelKind::Library, GIVEN),
            (ModelKind::Blocks, GIVEN),
            (ModelKind::Streams, GIVEN),
        ],
        features: &[
            Feature::LogpReading,
            Feature::Roundtrip,
            Feature::Operation,
            Feature::BeyondLoggops,
            Feature::Bytes,
            Feature::Hosts,
            Feature::UnequalHosts,
            Feature::FrontEnd,
            Feature::Place,
            Feature::InternalHosts,
            Feature::Attach,
            Feature::Launch,
            Feature::GoalTick,
            Feature::File(FileFormat::Mrnet),
            Feature::File(FileFormat::G),
            Feature::File(FileFormat::Stat),
            Feature::File(FileFormat::Dot),
            Feature::File(FileFormat::Svg),
            Feature::File(FileFormat::Json),
            Feature::File(FileFormat::RankMap),
            Feature::File(FileFormat::Goal),
            Feature::File(FileFormat::GoalBin),
        ],
        differences: &[Difference {
            feature: Feature::UnequalHosts,
            goes: &[],
            with: "`logpine tree`, which finds the tree for them: a given tree is scored on hosts as fast as the profile says",
        }],
        needs: &[Need { feature: Feature::GoalTick, models: ANY, of: GOAL, reason: "--emit goal or goal-bin" }],
    },
];

impl Task {
    /// All tasks.
    #[cfg(any(test, feature = "internals"))]
    pub const ALL: [Self; 4] = [Self::Answer, Self::Map, Self::Simulate, Self::Score];

    /// The subcommand, if it is a single one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Map => "map",
            Self::Simulate => "simulate",
            Self::Score => "score",
        }
    }

    /// The differences of the task from answering; `None` for answering itself.
    #[must_use]
    pub fn own(self) -> Option<&'static Own> {
        TASKS.iter().find(|own| own.task == self)
    }
}
