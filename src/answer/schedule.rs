//! Plans as schedules that can be replayed.

use super::{Candidate, LeafPlan, OverlayTree, Plan, RankAlgorithm, RankPlan};
use crate::request::{Collective, RankCollective, RankJob};
use logpine_collectives::collective::Assignment;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::{self, BuildError, OverlaySchedule, Parts, Waves};
use logpine_models::model::PortTiming;
use logpine_text::reason::{Reason, reason};
use logpine_trees::tree::{Shape, Tree};

impl RankPlan {
    /// The schedule of a candidate; `timing` is that of the plan. Rank 0 is the root.
    ///
    /// ```
    /// use logpine::request::{RankCollective, RankJob};
    /// use logpine::{machine::Machine, model::port_timing, answer::RankPlan, schedule::replay::program_order};
    /// let lecture = Machine::load("lecture")?;
    /// let timing = port_timing(&lecture, None)?;
    /// let plan = RankPlan::new(timing.as_ref(), RankJob::new(RankCollective::Reduce, 10, Some(1_000))?)?;
    /// for candidate in plan.candidates() {
    ///     let schedule = plan.schedule(candidate, timing.as_ref())?;
    ///     assert_eq!(program_order(&schedule, timing.as_ref(), &mut ())?.finish, candidate.time);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason`] if there are too many operations, or only the candidate's time is known.
    pub fn schedule(&self, candidate: &Candidate<RankAlgorithm>, timing: &dyn PortTiming) -> Result<Schedule, Reason> {
        candidate.schedule(self.job, timing)
    }
}

impl Candidate<RankAlgorithm> {
    /// The schedule of this algorithm for a job, see [`RankPlan::schedule`]; `timing` is the model. In program order, or by
    /// the rules of its [execution](Self::execution), it takes exactly [`Candidate::time`].
    ///
    /// # Errors
    /// As for [`RankPlan::schedule`].
    pub fn schedule(&self, job: RankJob, timing: &dyn PortTiming) -> Result<Schedule, Reason> {
        match &self.execution {
            None => self.clocked(job, timing),
            Some(execution) => Ok(execution.program(self.clocked(job, &execution.rules.timing(timing))?)?),
        }
    }

    /// The schedule with a clock for its rounds.
    pub(super) fn clocked(&self, job: RankJob, timing: &dyn PortTiming) -> Result<Schedule, Reason> {
        let schedule = self.construction.algorithm.schedule(self.assignment(job, timing));
        schedule.map_err(|error| self.without_schedule(error))
    }

    /// The schedule in parts, for a replay in program order that need not list all of it.
    ///
    /// # Errors
    /// As for [`RankPlan::schedule`], if even one segment or round of all ranks is too large.
    pub(crate) fn parts<'a>(&'a self, job: RankJob, timing: &'a dyn PortTiming) -> Result<Parts<'a>, Reason> {
        let parts = self.construction.algorithm.parts(self.assignment(job, timing));
        parts.map_err(|error| self.without_schedule(error))
    }

    fn assignment<'a>(&self, job: RankJob, timing: &'a dyn PortTiming) -> Assignment<'a> {
        Assignment { job, cut: self.construction.cut, timing }
    }

    fn without_schedule(&self, error: BuildError) -> Reason {
        match error {
            BuildError::UnknownTree => reason!(
                "{family} has no schedule here: its tree is too large even when compressed, and only its time is known; ask for \
         another family or for fewer ranks",
                family = self.family
            ),
            error => Reason::of(error),
        }
    }
}

/// Refuses a tree that is too large for that many waves, before it is listed.
fn check_tree(shape: &Shape, waves: u64) -> Result<(), BuildError> {
    let inner = shape.internal_nodes();
    build::check_overlay(shape.leaves().saturating_add(inner), inner, waves)
}

impl Plan {
    /// The schedule of that many waves over a candidate's tree; `kind` has the costs of the plan.
    ///
    /// ```
    /// use logpine::schedule::{Waves, replay::program_order};
    /// use logpine::{request::Job, machine::Machine, model::Tan, answer::Plan};
    /// let tan = Tan::reduction(&Machine::load("cab")?)?;
    /// let plan = Plan::new(&tan, Job::new(128)?, &())?;
    /// let waves = plan.schedule(plan.best(), Waves::Reduce(&tan), 3)?;
    /// let replayed = program_order(&waves.schedule, waves.timing(), &mut ())?;
    /// assert_eq!(replayed.finish.ticks(), 363_316_000 + 2 * 184_012_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason`] if there are too many operations, or the costs cannot be replayed.
    pub fn schedule(
        &self,
        candidate: &Candidate<OverlayTree>,
        kind: Waves,
        waves: u64,
    ) -> Result<OverlaySchedule, Reason> {
        waves_over(&candidate.construction.shape, kind, waves)
    }
}

/// The schedule of that many waves over any overlay tree.
///
/// # Errors
/// As for [`Plan::schedule`].
pub fn waves_over(shape: &Shape, kind: Waves, waves: u64) -> Result<OverlaySchedule, Reason> {
    let ways = if matches!(kind, Waves::Roundtrip { .. }) { 2 } else { 1 };
    check_tree(shape, waves.saturating_mul(ways))?;
    Ok(build::overlay(&Tree::from_shape(shape)?, kind, waves)?)
}

impl LeafPlan {
    /// The schedule of a candidate; `timing` is that of the plan. Rank r is node r of the tree in breadth-first order.
    ///
    /// # Errors
    /// [`Reason`] if there are too many operations.
    pub fn schedule(&self, candidate: &Candidate<OverlayTree>, timing: &dyn PortTiming) -> Result<Schedule, Reason> {
        let collective = match self.job.collective() {
            Collective::Multicast => RankCollective::Bcast,
            // A leaf job is no round trip.
            Collective::Reduce | Collective::Roundtrip => RankCollective::Reduce,
        };
        let bytes = self.job.bytes().unwrap_or(1);
        check_tree(&candidate.construction.shape, 1)?;
        Ok(build::leaf_tree(&Tree::from_shape(&candidate.construction.shape)?, bytes, collective, timing)?)
    }
}
