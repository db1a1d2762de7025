//! Candidates executed by the rules of a simulator, and ranked by their times.

mod contender;
mod members;
mod search;
mod stages;

use super::{RankPlan, RankPlanError, ScheduleError};
use crate::collective::Question;
use crate::model::PortTiming;
use crate::request::{Claim, RankJob};
use crate::schedule::Schedule;
use crate::schedule::build::{BuildError, paced};
use crate::schedule::replay::{EventTiming, Network, Observer, ReplayError, Replayed, Simulator, Span, event_driven};
use crate::tree::families::{LeftOut, LeftOutReason, Parameters};
use crate::units::Time;
use search::Search;

/// The rules by which candidates are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The costs of messages.
    pub network: Network,
    /// The simulator that executes them.
    pub simulator: Simulator,
    /// The unit of pauses.
    pub tick: Time,
}

impl Rules {
    /// The ports of messages by these rules; `model` has the cost of combining.
    #[must_use]
    pub const fn timing<'a>(&self, model: &'a dyn PortTiming) -> EventTiming<'a> {
        EventTiming::new(self.network, self.simulator, model)
    }

    /// Executes a schedule.
    ///
    /// # Errors
    /// The errors of [`event_driven`].
    pub fn execute(&self, schedule: &Schedule, observer: &mut impl Observer) -> Result<Replayed, ReplayError> {
        event_driven(schedule, &self.network, self.simulator, observer)
    }

    /// The schedule with ranks that [pause](paced).
    fn paced(&self, schedule: &Schedule) -> Result<Schedule, BuildError> {
        paced(schedule, &|bytes| self.simulator.port(&self.network, bytes), self.tick)
    }

    /// The faster of two programs, with its pace and its time: the schedule as it is, or with ranks that [pause](paced).
    ///
    /// # Errors
    /// [`ExecuteError`] if neither can be made or executed.
    pub fn faster(&self, schedule: Schedule) -> Result<(Schedule, Pace, Time), ExecuteError> {
        self.faster_within(schedule, Time::MAX)
    }

    /// [`Rules::faster`] of the programs that end by `limit`; [`ReplayError::Stopped`] if neither does.
    fn faster_within(&self, schedule: Schedule, limit: Time) -> Result<(Schedule, Pace, Time), ExecuteError> {
        let execute = |schedule: &Schedule| match self.execute(schedule, &mut Limit(limit)) {
            Ok(replayed) => Ok(Some(replayed.finish)),
            Err(ReplayError::Stopped) => Ok(None),
            Err(error) => Err(error),
        };
        let (free, paced) = rayon::join(
            || execute(&schedule),
            || {
                let pausing = self.paced(&schedule)?;
                let is_same = pausing.len() == schedule.len() && pausing.records() == schedule.records();
                let time = if is_same { None } else { execute(&pausing)? };
                Ok::<_, ExecuteError>((pausing, time))
            },
        );
        let (free, (pausing, paced)) = (free?, paced?);
        match (free, paced) {
            (Some(free), Some(paced)) if free <= paced => Ok((schedule, Pace::Free, free)),
            (_, Some(paced)) => Ok((pausing, Pace::Paced, paced)),
            (Some(free), None) => Ok((schedule, Pace::Free, free)),
            (None, None) => Err(ReplayError::Stopped.into()),
        }
    }
}

/// Stops a replay at the first event after this time.
struct Limit(Time);

impl Observer for Limit {
    const SPANS: bool = false;

    fn span(&mut self, _span: Span) {}

    fn stops_at(&mut self, time: Time) -> bool {
        time > self.0
    }
}

/// The reason why a schedule is not executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecuteError {
    /// There is no schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The schedule cannot be given pauses.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The schedule does not run to its end.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The pace of ranks that receive nothing. If they pause, the others keep up with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Sending as fast as possible.
    Free,
    /// Sending with [pauses](paced).
    Paced,
}

impl Pace {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Paced => "paced",
        }
    }
}

/// The execution of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// The rules.
    pub rules: Rules,
    /// The pace of the ranks.
    pub pace: Pace,
    /// The time by the model, in program order; `None` past [`Time::MAX`].
    pub predicted: Option<Time>,
}

impl Execution {
    /// The program that was executed, of a schedule made for [`Rules::timing`].
    pub(super) fn program(&self, schedule: Schedule) -> Result<Schedule, BuildError> {
        match self.pace {
            Pace::Free => Ok(schedule),
            Pace::Paced => self.rules.paced(&schedule),
        }
    }
}

/// The effort of a ranking by execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executions {
    /// Candidates that were executed, to their end or until they were an eighth slower than the best of their family.
    pub executed: u64,
    /// Candidates that cannot be faster than the best, by a bound.
    pub excluded: u64,
    /// Candidates that were not executed, because they have too many operations, or others of their family show that they
    /// are slow.
    pub left_out: u64,
    /// Operations of the executed candidates.
    pub operations: u64,
}

impl RankPlan {
    /// Searches for the best algorithm for a job by the rules of a simulator. Candidates of every family are executed, with
    /// segments of s / 2^k bytes, of the sizes that are best by the model and by [`Rules::timing`], and of sizes near the
    /// best of all, and ranked by their times. `timing` is the model; `progress` receives the number of operations that have
    /// been executed, and the most that there will be.
    ///
    /// The bound holds for all schedules under these rules, see [`EventTiming`]. The effort is limited by operations, so
    /// that the answer depends neither on the computer nor on the number of threads.
    ///
    /// ```
    /// use logpine::request::{RankCollective, RankJob};
    /// use logpine::answer::{RankPlan, Rules};
    /// use logpine::schedule::replay::{Network, Simulator};
    /// use logpine::units::{Clock, Time};
    /// use logpine::{machine::Machine, model::port_timing};
    /// let textbook = Machine::load("logp-textbook")?;
    /// let network = Network::of(&textbook, None)?;
    /// let rules = Rules { network, simulator: Simulator::Loggopsim, tick: Time::from_ticks(1_000) };
    /// let job = RankJob::new(RankCollective::Bcast, 8, None)?;
    /// let plan = RankPlan::executed(port_timing(&textbook, None)?.as_ref(), job, rules, &|_, _| ())?;
    /// assert_eq!(plan.best().time.display(Clock::Cycle), "24 cycles");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RankPlanError`] as for [`RankPlan::new`], or if every schedule is too large to be executed.
    pub fn executed(
        timing: &dyn PortTiming,
        job: RankJob,
        rules: Rules,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, RankPlanError> {
        let events = rules.timing(timing);
        let by_model = Self::new(timing, job)?;
        if job.ranks() == 1 {
            return Ok(by_model);
        }
        let by_rules = Self::new(&events, job)?;
        Question::ask(job.collective, &events, job.ranks(), job.bytes(), |question| {
            let mut search = Search::new(question, job, timing, rules, progress);
            search.propose(by_rules.candidates().iter().chain(by_model.candidates()));
            search.levels();
            search.refine();
            let (candidates, executions) = search.finish();
            let best = candidates.first().ok_or(RankPlanError::TooLargeToExecute { limit: search::MOST_OPERATIONS })?;
            let claim = Claim::new(best.time, by_rules.claim.bound, None);
            let planned = by_rules.candidates.iter().map(|candidate| (candidate.family, &candidate.parameters));
            let ranked: Vec<&str> = candidates.iter().map(|candidate| candidate.family).collect();
            let left_out = left_out(&by_rules.left_out, planned, &ranked);
            Ok(Self { job, claim, candidates, left_out, executions: Some(executions), extra: by_rules.extra })
        })
    }
}

/// The families without a candidate, each once: those that have none by the model, and those that were planned but whose
/// schedules are too large.
fn left_out<'a>(
    before: &[LeftOut],
    planned: impl Iterator<Item = (&'static str, &'a Parameters)>,
    ranked: &[&str],
) -> Vec<LeftOut> {
    let too_large = planned.filter(|(family, _)| !ranked.contains(family)).map(|(family, parameters)| LeftOut {
        family,
        parameters: parameters.clone(),
        reason: LeftOutReason::NotExecuted,
    });
    let mut left_out: Vec<LeftOut> = before.iter().cloned().chain(too_large).collect();
    left_out.dedup_by(|a, b| a.family == b.family);
    left_out
}

/// The time at which a candidate is stopped: an eighth after the time of the best comparable candidate.
fn patience(best: Time) -> Time {
    Time::from_ticks(best.ticks().saturating_add(best.ticks() / 8))
}
