//! Checks of answers: [`check`](mod@logpine_check) gets the claims on their candidates.

use super::{
    Candidate, MpiPlan, Plan, RankAlgorithm, RankPlan, StageSequence, UnequalJob, UnequalPlan, UnequalRankPlan,
};
use crate::request::{Host, RankCollective, RankJob};
use logpine_check::overlay::{self, ClaimedTree};
use logpine_check::ranks::{self, ClaimedAlgorithm, ClaimedTime};
use logpine_check::schedule::{BlockSizes, Execution, Meaning};
use logpine_check::stages;
use logpine_check::unequal::{self, TreeOfHosts, TreeOfRanks};
use logpine_collectives::collective::Cutting;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::Wire;
use logpine_collectives::schedule::replay::{ReplayError, Replayed, program_order};
use logpine_models::model::stage::StageCost;
use logpine_models::model::{LevelCost, PortTiming, UnequalPorts};
use logpine_text::reason::{Reason, reason};

/// The most messages of a schedule that is executed, in a few milliseconds. Beyond, only sizes and bounds are checked.
const MOST_MESSAGES: u64 = 1 << 12;

/// The most messages of a schedule that is checked in every order that its dependencies leave open, in less than a
/// second.
const MOST_LEFT_OPEN: u64 = 1 << 15;

/// The most ranks among which an algorithm in stages is followed block by block.
const MOST_FOLLOWED: u64 = 64;

impl Plan {
    /// Checks every candidate against the job and the model, and the status against the bound.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn check(&self, cost: &dyn LevelCost) -> Result<(), Reason> {
        overlay::check(cost, &self.job, &self.claim, self.candidates().iter().map(claimed))
    }
}

fn claimed(candidate: &Candidate<super::OverlayTree>) -> ClaimedTree<'_> {
    let (family, value) = (candidate.family, candidate.time);
    ClaimedTree { family, shape: &candidate.construction.shape, score: candidate.construction.score, value }
}

impl RankPlan {
    /// Checks the candidates against the bound, and the number of ranks of every tree. If the best algorithm's schedule is
    /// small enough, checks that it does what is asked for and takes the stated time in a replay: in program order, or by
    /// the rules by which candidates were executed.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn check(&self, timing: &dyn PortTiming) -> Result<(), Reason> {
        let claimed = self.candidates().iter().map(|candidate| ClaimedAlgorithm {
            family: candidate.family,
            time: candidate.time,
            tree: candidate.construction.algorithm.tree(),
        });
        ranks::check(self.job.ranks(), &self.claim, claimed)?;
        execute_if_small(self.best(), self.job, timing)
    }

    /// Checks that a schedule of a candidate does what is asked for in every order that its dependencies and messages leave
    /// open: an execution that follows these alone, without the clock, may choose any. Schedules with more than 2^15
    /// messages are not checked.
    ///
    /// # Errors
    /// [`Reason`] if it does not.
    pub(crate) fn check_order_left_open(
        &self,
        candidate: &Candidate<RankAlgorithm>,
        schedule: &Schedule,
    ) -> Result<(), Reason> {
        if candidate.messages(self.job).is_none_or(|messages| messages > MOST_LEFT_OPEN) {
            return Ok(());
        }
        let Some(meaning) = candidate.meaning(self.job) else { return Ok(()) };
        ranks::check_schedule(candidate.family, schedule, &meaning, Execution::Dependencies)
    }
}

/// Builds a candidate's schedule if it has few messages, checks its meaning and replays it.
pub(super) fn execute_if_small(
    candidate: &Candidate<RankAlgorithm>,
    job: RankJob,
    timing: &dyn PortTiming,
) -> Result<(), Reason> {
    execute(candidate, job, timing, MOST_MESSAGES)
}

/// Builds a candidate's schedule, checks its meaning and replays it, unless it has too many messages or only its time is
/// known.
fn execute(
    candidate: &Candidate<RankAlgorithm>,
    job: RankJob,
    timing: &dyn PortTiming,
    most: u64,
) -> Result<(), Reason> {
    if candidate.messages(job).is_none_or(|messages| messages > most) {
        return Ok(());
    }
    let Some(meaning) = candidate.meaning(job) else { return Ok(()) };
    let family = candidate.family;
    let build = |error: Reason| reason!("{family}: {error}");
    let schedule = candidate.schedule(job, timing).map_err(build)?;
    ranks::check_schedule(family, &schedule, &meaning, Execution::ProgramOrder)?;
    ClaimedTime { family, stated: candidate.time, is_upper_bound: false }.check(candidate.replayed(&schedule, timing))
}

impl<T> Candidate<T> {
    /// A replay of the schedule: in program order, or by the rules by which the candidate was executed.
    fn replayed(&self, schedule: &Schedule, timing: &dyn PortTiming) -> Result<Replayed, ReplayError> {
        match self.execution {
            None => program_order(schedule, timing, &mut ()),
            Some(execution) => execution.rules.execute(schedule, &mut ()),
        }
    }
}

impl Candidate<RankAlgorithm> {
    /// The number of messages of the schedule; `None` if that is not representable, or there is no schedule.
    pub(super) fn messages(&self, job: RankJob) -> Option<u64> {
        let segments = self.construction.cut.map_or(1, |cut| cut.segments);
        self.construction.algorithm.messages(job.ranks(), segments)
    }

    /// The meaning of the schedule; `None` if blocks cannot be numbered.
    pub(super) fn meaning(&self, job: RankJob) -> Option<Meaning> {
        let bytes = job.bytes().unwrap_or(1);
        let blocks = match (self.construction.algorithm.cutting(), self.construction.cut) {
            (Cutting::ByRanks, _) => BlockSizes::shares(bytes, job.ranks()),
            (_, None) => BlockSizes::new([bytes]),
            (Cutting::Even, Some(cut)) => BlockSizes::even(bytes, cut.segments),
            (Cutting::LastShort | Cutting::Never, Some(cut)) => BlockSizes::segments(bytes, cut.segment),
        }?;
        Some(match job.collective {
            RankCollective::Bcast => Meaning::broadcast(0, blocks),
            RankCollective::Reduce => Meaning::reduction(0, blocks, job.operands),
        })
    }
}

impl MpiPlan {
    /// Checks the candidates against the bound; and, among at most 64 ranks, that the stages of the best are those of the job and
    /// match its messages, and that its schedule does what is asked for in every order that its dependencies leave open and, if
    /// the model is one of ports, takes the stated time when it is replayed.
    ///
    /// # Errors
    /// The first fault that is found.
    pub(crate) fn check(&self, cost: &dyn StageCost) -> Result<(), Reason> {
        let claimed = self.candidates().iter().map(|candidate| ClaimedAlgorithm {
            family: candidate.family,
            time: candidate.time,
            tree: None,
        });
        ranks::check(self.job.layout.ranks(), &self.claim, claimed)?;
        let best = self.best();
        let family = best.family;
        let build = |error: Reason| reason!("{family}: {error}");
        let wire = Wire::default();
        let schedule = self.schedule_if_small(best, cost.ports().unwrap_or(&wire)).map_err(build)?;
        let Some(schedule) = schedule else { return Ok(()) };
        self.check_order_left_open(best, &schedule)?;
        let Some(timing) = cost.ports() else { return Ok(()) };
        let claimed = ClaimedTime { family, stated: best.time, is_upper_bound: best.construction.is_upper_bound };
        claimed.check(best.replayed(&schedule, timing))
    }

    /// Checks that a schedule of a candidate, among at most 64 ranks, does what is asked for in every order that its dependencies
    /// and messages leave open.
    ///
    /// # Errors
    /// [`Reason`] if it does not.
    pub(crate) fn check_order_left_open(
        &self,
        candidate: &Candidate<StageSequence>,
        schedule: &Schedule,
    ) -> Result<(), Reason> {
        let staged = self.staged(candidate).filter(|_| self.job.layout.ranks() <= MOST_FOLLOWED);
        staged.map_or(Ok(()), |staged| ranks::check_stages(candidate.family, &self.job, &staged, schedule))
    }

    /// The meaning of the schedule of a candidate.
    ///
    /// # Errors
    /// [`Reason`] if the stages are not those of the job, or there are too many messages to list.
    pub(super) fn meaning(&self, candidate: &Candidate<StageSequence>) -> Result<Meaning, Reason> {
        let fault = |fault: String| reason!("{family}: {fault}", family = candidate.family);
        let staged = self.staged(candidate).ok_or_else(|| fault("there is no such algorithm".to_owned()))?;
        let messages = stages::explicit(&staged).ok_or_else(|| fault("there are too many messages".to_owned()))?;
        stages::meaning(&self.job, &staged, &messages).map_err(|error| fault(error.to_string()))
    }

    fn schedule_if_small(
        &self,
        candidate: &Candidate<StageSequence>,
        timing: &dyn PortTiming,
    ) -> Result<Option<Schedule>, Reason> {
        let is_small = self.job.layout.ranks() <= MOST_FOLLOWED;
        is_small.then(|| self.schedule(candidate, timing)).transpose()
    }
}

impl UnequalPlan {
    /// Checks targets, slots and time of every candidate against the cost of the profile's own host and the factors of the
    /// hosts, and the status against the bound.
    ///
    /// # Errors
    /// The first fault that is found.
    pub(crate) fn check(&self, cost: &dyn LevelCost, hosts: &[Host]) -> Result<(), Reason> {
        let trees = self.candidates().iter().map(|candidate| TreeOfHosts {
            family: candidate.family,
            tree: &candidate.construction.tree,
            hosts: &candidate.construction.hosts,
            time: candidate.time,
        });
        let UnequalJob { targets, count, front_end, .. } = self.job;
        unequal::check_overlay(cost, hosts, (targets, count), front_end, &self.claim, trees)
    }
}

impl UnequalRankPlan {
    /// Checks that every candidate has all ranks, the time of every one against the ports of its pairs of hosts, and the
    /// status against the bound. A reduction is checked as it runs, from the last ranks to the root.
    ///
    /// # Errors
    /// The first fault that is found.
    pub(crate) fn check(&self, ports: &UnequalPorts) -> Result<(), Reason> {
        let trees = self.candidates().iter().map(|candidate| TreeOfRanks {
            family: candidate.family,
            tree: &candidate.construction.tree,
            ranks: &candidate.construction.ranks,
            time: candidate.time,
        });
        let placed = unequal::Placed { ports, hosts: &self.job.hosts, bytes: self.job.bytes.unwrap_or(1) };
        unequal::check_ranks(placed, self.job.collective, &self.claim, trees)
    }
}

#[cfg(test)]
mod tests;
