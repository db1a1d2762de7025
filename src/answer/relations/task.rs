//! The tasks of subcommands, and their differences from the tables for answers.

use super::groups::{ANY, CHANNELS, Cells, MESSAGES, MPI, TREE, cell};
use super::model_kind::ModelKind;
use super::needs::{Need, need};
use super::rows::Feature;
use super::subject::{NETWORK, Subject};
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
pub(super) struct Difference {
    pub feature: Feature,
    pub goes: Cells,
    pub advice: &'static str,
}

/// The differences of a task from answering.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    task: Task,
    /// Subjects that the task does not have, with the reason.
    pub(super) no_subjects: &'static [(&'static [Subject], &'static str)],
    /// Kinds of models that the task does not have, with the reason.
    pub(super) no_models: &'static [(&'static [ModelKind], &'static str)],
    /// All features that the task takes.
    pub features: &'static [Feature],
    /// The features that apply to other subjects or models than in answers.
    pub(super) differences: &'static [Difference],
    /// The additional needs of features.
    pub(super) needs: &'static [Need],
}

const GOAL: &[Feature] = &[Feature::File(FileFormat::Goal), Feature::File(FileFormat::GoalBin)];
const EXECUTED: Cells = &[cell(TREE, ANY), cell(MPI, MESSAGES)];
const ONE_BY_ONE: &str = "`logpine collective`: a map takes --mapping sequential or round-robin";

const fn unlike(feature: Feature, goes: Cells, advice: &'static str) -> Difference {
    Difference { feature, goes, advice }
}

/// The differences of all tasks from answering.
const TASKS: &[Own] = &[MAP, SIMULATE, SCORE];

const MAP: Own = Own {
    task: Task::Map,
    no_subjects: &[(
        &[
            Subject::Sum,
            Subject::PointToPoint,
            Subject::Fft,
            Subject::NetworkBcast,
            Subject::NetworkScatter,
            Subject::NetworkAllgather,
            Subject::NetworkAllreduce,
        ],
        "maps cover the collectives of MPI",
    )],
    no_models: &[(&[ModelKind::Library], "the machine's own library leaves no choice of algorithms")],
    features: &[
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
        unlike(Feature::RanksPerHost, &[cell(MPI, CHANNELS)], ""),
        unlike(Feature::BestMapping, &[], ONE_BY_ONE),
        unlike(Feature::ListedMapping, &[], ONE_BY_ONE),
    ],
    needs: &[],
};

const SIMULATE: Own = Own {
    task: Task::Simulate,
    no_subjects: &[
        (&[Subject::MemberTree], "only trees over leaves are executed"),
        (
            &[Subject::Sum, Subject::PointToPoint, Subject::Fft],
            "its time is known, but it has no schedule; reduce and alltoall have one",
        ),
        (
            NETWORK,
            "write its schedule with `logpine network plan --emit goal`, and execute it with `logpine network simulate`",
        ),
    ],
    no_models: &[
        (
            &[ModelKind::Channels],
            "they say what stages take whose messages share channels, not when each message goes; take a --model of messages",
        ),
        (&[ModelKind::Library], "it gives the time of a collective, not of each message; choose a --model of messages"),
    ],
    features: &[
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
        unlike(Feature::Family, EXECUTED, ""),
        unlike(Feature::UnequalHosts, &[], "answers without a schedule: `logpine tree` and `collective`"),
        unlike(Feature::Semantics, EXECUTED, ""),
        unlike(
            Feature::Simulator,
            &[cell(TREE, MESSAGES), cell(MPI, MESSAGES)],
            "overlay trees under a model of nodes are executed in program order",
        ),
    ],
    needs: &[need(Feature::GoalTick, GOAL, "a FILE, or --emit goal or goal-bin")],
};

const SCORE: Own = Own {
    task: Task::Score,
    no_subjects: &[],
    no_models: &[(
        &[
            ModelKind::Messages,
            ModelKind::Logp,
            ModelKind::Channels,
            ModelKind::Library,
            ModelKind::Blocks,
            ModelKind::Streams,
        ],
        "a given tree has a time under a model of nodes: --model tan or overlay, or logp of a profile with [tan] and without [logp]",
    )],
    features: &[
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
    differences: &[unlike(
        Feature::UnequalHosts,
        &[],
        "`logpine tree`, which finds the tree for them: a given tree is scored on hosts as fast as the profile says",
    )],
    needs: &[need(Feature::GoalTick, GOAL, "--emit goal or goal-bin")],
};

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
