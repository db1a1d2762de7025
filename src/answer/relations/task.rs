//! The tasks of subcommands, and their differences from the tables for answers.

use super::exclusions::Need;
use super::feature::{Cells, Feature, Row};
use super::features::Features;
use super::model_words::{of_channels, of_nodes};
use super::simulators::with_known_model;
use super::subject::{MPI, ModelKind, Subject};
use crate::answer::sum_costs;
use crate::machine::Machine;
use crate::request::{FileFormat, Refusal, Request};

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
    goes: Cells,
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
const ONLY_ANSWERS: &str = "answers: `logpine tree` and `collective`";
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

    /// The row of a feature for the task.
    #[must_use]
    pub fn row(self, feature: Feature) -> Row {
        let row = *Row::of(feature);
        if self.own().is_some_and(|own| !own.features.contains(&feature)) {
            return Row { goes: &[], with: ONLY_ANSWERS, ..row };
        }
        let mut differences = self.own().into_iter().flat_map(|own| own.differences);
        match differences.find(|difference| difference.feature == feature) {
            Some(&Difference { goes, with, .. }) => Row { goes, with, ..row },
            None => row,
        }
    }

    /// The features that have an effect in the task, for at least one of its subjects and models.
    pub fn takes(self) -> impl Iterator<Item = Feature> {
        let is_refused = move |subject, model| self.check_subject(subject).is_err() || self.check_model(model).is_err();
        let goes = move |feature: &Feature| {
            let row = self.row(*feature);
            Subject::ALL.into_iter().any(|subject| {
                let mut models = subject.models().iter();
                models.any(|&model| row.has(subject, model) && !is_refused(subject, model))
            })
        };
        self.own().into_iter().flat_map(|own| own.features.iter().copied()).filter(goes)
    }

    /// The subject of a request and the kind of its model, if the task has both.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn subject(self, machine: &Machine, request: &Request) -> Result<(Subject, ModelKind), Refusal> {
        let subject = Subject::of(request)?;
        self.check_subject(subject)?;
        let model = match self {
            Self::Score => ModelKind::of_given_tree(request, machine),
            _ => ModelKind::of(request, subject, machine)?,
        };
        subject.check_model(model, request)?;
        self.check_model(model)?;
        Ok((subject, model))
    }

    /// Refuses a subject that the task does not have.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn check_subject(self, subject: Subject) -> Result<(), Refusal> {
        let mut subjects = self.own().into_iter().flat_map(|own| own.no_subjects);
        let Some((_, reason)) = subjects.find(|(other, _)| *other == subject) else { return Ok(()) };
        Err(Refusal::invalid(format!("`logpine {}` does not go with {}: {reason}", self.name(), subject.name())))
    }

    /// Refuses a kind of models that the task does not have.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn check_model(self, model: ModelKind) -> Result<(), Refusal> {
        let mut models = self.own().into_iter().flat_map(|own| own.no_models);
        let Some((_, reason)) = models.find(|(other, _)| *other == model) else { return Ok(()) };
        let (task, model) = (self.name(), model.name());
        Err(Refusal::invalid(format!("`logpine {task}` does not go with {model}: {reason}")))
    }

    /// Refuses a request with parts that do not go together. Its hosts, if it has any, must be read already.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn admit(self, machine: &Machine, request: &Request) -> Result<(), Refusal> {
        let request = &*with_known_model(machine, request);
        let (subject, model) = self.subject(machine, request)?;
        let checked = super::check(self, subject, model, &Features::on(machine, request));
        if let (Err(Refusal::Invalid(missing)), Subject::Sum, None) = (&checked, subject, request.values)
            && let Err(Refusal::Invalid(error)) = sum_costs(machine, request)
        {
            return Err(Refusal::invalid(format!("{missing}; {error}")));
        }
        checked
    }
}
