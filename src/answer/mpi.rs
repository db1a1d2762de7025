//! The answer to a job about one of MPI's collectives whose messages may share channels: the best algorithm stage by stage,
//! a lower bound with its reason, and the ranking of every family.

use super::{Candidate, RankPlanError, Ranking};
use crate::request::{Claim, Layout, Mapping, MpiJob};
use logpine_collectives::collective::{Exhaustive, by_name};
use logpine_collectives::schedule::stages::Staged;
use logpine_collectives::schedule::{Schedule, build};
use logpine_collectives::search::stages::{self, BestMapping, StageChoice, StageSearch, best_mapping};
use logpine_models::model::stage::{Sight, Stage, StageCost, is_upper_bound, stages_time};
use logpine_models::model::{MessageSize, ModelError, PortTiming};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;

/// The class of algorithms that an exhaustive search covers.
const FAMILIES: &str = "the families listed, every parameter";

/// An algorithm as a sequence of stages.
#[derive(Clone, Debug)]
pub struct StageSequence {
    /// The stages, one after the other.
    pub(crate) stages: Vec<Stage>,
    /// True if the time is an upper bound on that of an execution: messages of a stage differ in length and are too many to
    /// follow each of them.
    pub is_upper_bound: bool,
}

impl StageSequence {
    /// The number of stages, those that are repeated counted once.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.stages.len()
    }
}

impl Candidate<StageSequence> {
    fn of_choice(cost: &dyn StageCost, layout: &Layout, choice: StageChoice) -> Self {
        let StageChoice { family, parameters, stages, time } = choice;
        let is_upper_bound = is_upper_bound(cost, &stages, layout);
        Self::new(family, parameters, time, StageSequence { stages, is_upper_bound })
    }
}

/// The choice of another model.
#[derive(Clone, Debug)]
pub struct Rival {
    /// The other model's name.
    pub model: &'static str,
    /// The choice of that model, with the time by that model.
    pub choice: Candidate<StageSequence>,
    /// The time of the choice under the plan's model; `None` past [`Time::MAX`].
    pub time: Option<Time>,
}

/// The reason why a job has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MpiPlanError {
    /// The machine lacks parameters.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The job needs a size and has none.
    #[error("{collective} needs the size of its {of}; give --bytes, like --bytes 64KiB")]
    NoBytes {
        /// The collective's name.
        collective: &'static str,
        /// The data that has the size.
        of: &'static str,
    },
    /// The model's messages have one size only.
    #[error(
        "{collective} has messages of several sizes, and those of the model {model} have a single size; choose another --model"
    )]
    OneSize {
        /// The collective's name.
        collective: &'static str,
        /// The model.
        model: &'static str,
    },
    /// Every algorithm takes too long, or is too large to be executed.
    #[error(transparent)]
    Ranks(#[from] RankPlanError),
}

/// The answer to an [`MpiJob`], with the layout that was found if the mapping was searched. An algorithm is a sequence of
/// stages of concurrent messages; its time is the sum of theirs, after Rico-Gallego, Diaz-Martin and Lastovetsky's model
/// tau-Lop. The best of every family is ranked.
pub type MpiPlan = Ranking<MpiJob, StageSequence>;

impl MpiPlan {
    /// Searches for the best algorithm for a job and ranks every family against it. The plan does not depend on the number
    /// of threads.
    ///
    /// # Errors
    /// [`MpiPlanError`] if the job lacks a size, or no time is representable.
    pub(crate) fn new(cost: &dyn StageCost, job: MpiJob) -> Result<Self, MpiPlanError> {
        Self::check_job(cost, &job)?;
        let bound = stages::lower_bound(cost, &job).ok_or(RankPlanError::NotRepresentable)?;
        let StageSearch { choices, left_out, exhaustive } = stages::best_of_families(cost, &job);
        let candidates: Vec<Candidate<StageSequence>> = choices
            .into_iter()
            .map(|choice| Candidate::<StageSequence>::of_choice(cost, &job.layout, choice))
            .collect();
        let best = candidates.first().ok_or(RankPlanError::NotRepresentable)?;
        // A candidate whose time is only an upper bound may be faster than the best.
        let are_known = candidates.iter().all(|candidate| !candidate.construction.is_upper_bound);
        let class = (exhaustive == Exhaustive::Yes && are_known).then_some(FAMILIES);
        let claim = Claim::new(best.time, bound, class);
        Ok(Self { job, claim, left_out, candidates, executions: None, extra: () })
    }

    /// Checks that a job goes with a model.
    ///
    /// # Errors
    /// [`MpiPlanError`] if the job's size does not fit the model, or the model lacks a channel that the ranks use.
    pub(crate) fn check_job(cost: &dyn StageCost, job: &MpiJob) -> Result<(), MpiPlanError> {
        let one_size = |timing: &dyn PortTiming| timing.message_size() == MessageSize::Indivisible;
        match (job.collective.bytes_of(), job.bytes()) {
            (Some(_), _) if cost.ports().is_some_and(one_size) => {
                return Err(MpiPlanError::OneSize { collective: job.collective.name(), model: cost.name() });
            }
            (Some(of), None) => {
                return Err(MpiPlanError::NoBytes { collective: job.collective.name(), of: of.name() });
            }
            _ => {}
        }
        Ok(cost.serves(&job.layout)?)
    }

    /// Searches for the best algorithm together with the best mapping of the ranks onto the hosts of the job's layout. The
    /// best algorithms of every family under the sequential and the round-robin mapping are tried with the mappings that
    /// [`best_mapping`] finds for them. Under a model that is blind to hosts this is [`MpiPlan::new`].
    ///
    /// # Errors
    /// As for [`MpiPlan::new`].
    pub(crate) fn with_best_mapping(cost: &dyn StageCost, job: &MpiJob) -> Result<Self, MpiPlanError> {
        let sequential = Self::new(cost, job.on(Mapping::Sequential))?;
        if cost.sight() == Sight::Blind || job.layout.hosts() == 1 || job.layout.ranks_per_host() == 1 {
            return Ok(sequential);
        }
        let plans = [sequential, Self::new(cost, job.on(Mapping::RoundRobin))?];
        let mut found: Vec<(Candidate<StageSequence>, BestMapping)> = Vec::new();
        for plan in &plans {
            for candidate in &plan.candidates {
                let as_planned =
                    BestMapping { layout: plan.job.layout.clone(), time: candidate.time, exhaustive: Exhaustive::No };
                let better = best_mapping(cost, &candidate.construction.stages, &job.layout)
                    .filter(|mapping| mapping.time < candidate.time)
                    .unwrap_or(as_planned);
                found.push((Candidate { time: better.time, ..candidate.clone() }, better));
            }
        }
        let fastest = found.iter().min_by_key(|(candidate, _)| candidate.time);
        let (_, mapping) = fastest.ok_or(RankPlanError::NotRepresentable)?;
        let job = job.on(mapping.layout.mapping().clone());
        // On that mapping another algorithm, or another segment size, may be faster still.
        let there = Self::new(cost, job.clone())?;
        let mut all: Vec<Candidate<StageSequence>> = there.candidates;
        all.extend(found.into_iter().map(|(candidate, _)| candidate));
        all.sort_by_key(|candidate| candidate.time);
        let mut candidates: Vec<Candidate<StageSequence>> = Vec::new();
        for candidate in all {
            if candidates.iter().all(|before| before.family != candidate.family) {
                candidates.push(candidate);
            }
        }
        // Hosts have as many ranks each as under one of the two mappings.
        let bounds = plans.iter().map(|plan| plan.claim.bound).chain([there.claim.bound]);
        let bound = bounds.min_by_key(|bound| bound.value).ok_or(RankPlanError::NotRepresentable)?;
        let [sequential, _] = plans;
        let claim = Claim::new(candidates[0].time, bound, None);
        Ok(Self { job, claim, candidates, ..sequential })
    }

    /// A candidate with the blocks that its messages carry.
    pub(super) fn staged(&self, candidate: &Candidate<StageSequence>) -> Option<Staged> {
        let family = by_name(self.job.collective, candidate.family)?;
        let layout = &self.job.layout;
        let staged = family.build(layout.ranks(), self.job.bytes().unwrap_or(1), candidate.parameters.clone())?;
        Some(staged.on(layout))
    }

    /// The schedule of a candidate, with every message of its stages; `timing` is the model. If the candidate was
    /// [executed](Candidate::execution), the schedule takes exactly its time by the same rules.
    ///
    /// # Errors
    /// [`Reason`] if there are too many operations.
    pub fn schedule(&self, candidate: &Candidate<StageSequence>, timing: &dyn PortTiming) -> Result<Schedule, Reason> {
        let staged = self.staged(candidate).ok_or_else(|| reason!("{family} has no schedule here: its tree is too large even when compressed, and only its time is known; ask for \
         another family or for fewer ranks", family = candidate.family))?;
        Ok(match candidate.execution {
            None => build::stages(&staged, timing)?,
            Some(execution) => execution.program(build::stages(&staged, &execution.rules.timing(timing))?)?,
        })
    }

    /// An upper bound on the number of messages of a candidate; saturating.
    #[must_use]
    pub fn messages(&self, candidate: &Candidate<StageSequence>) -> u64 {
        self.staged(candidate).map_or(0, |staged| staged.messages())
    }

    /// The choice of another model for the job, and its time under the plan's own model; `None` if the other model has no
    /// answer.
    #[must_use]
    pub(crate) fn rival(&self, cost: &dyn StageCost, other: &dyn StageCost) -> Option<Rival> {
        let choice = stages::best_of_families(other, &self.job).choices.into_iter().next()?;
        let layout = &self.job.layout;
        let time = stages_time(cost, &choice.stages, layout);
        Some(Rival { model: other.name(), choice: Candidate::<StageSequence>::of_choice(other, layout, choice), time })
    }
}
