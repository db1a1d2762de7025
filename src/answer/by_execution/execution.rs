//! The execution of a candidate by the rules of a simulator.

use crate::request::Semantics;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::{BuildError, paced};
use logpine_collectives::schedule::replay::{
    EventTiming, Network, Observer, ReplayError, Replayed, Simulator, Span, event_driven,
};
use logpine_models::model::PortTiming;
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use std::ops::ControlFlow;

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
    pub(crate) fn faster(&self, schedule: Schedule) -> Result<(Schedule, Pace, Time), ExecuteError> {
        self.faster_within(schedule, Time::MAX, &())
    }

    /// [`Rules::faster`] of the programs that end by `limit`, and before `watch` ends the work; [`ReplayError::Stopped`] if neither does.
    pub(in crate::answer) fn faster_within(
        &self,
        schedule: Schedule,
        limit: Time,
        watch: &dyn Watch,
    ) -> Result<(Schedule, Pace, Time), ExecuteError> {
        let execute = |schedule: &Schedule| match self.execute(schedule, &mut Limit(limit, watch)) {
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

/// Stops a replay at the first event after this time, or when the work is over.
struct Limit<'a>(Time, &'a dyn Watch);

impl Observer for Limit<'_> {
    const SPANS: bool = false;

    fn span(&mut self, _span: Span) {}

    fn progress(&mut self, _operations: u64) -> ControlFlow<()> {
        if self.1.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

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
    Schedule(#[from] Reason),
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

/// The execution of a candidate by the rules of a simulator; its time is that of the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// The rules.
    pub(crate) rules: Rules,
    /// The pace of the ranks.
    pub(crate) pace: Pace,
    /// The time by the model, in program order; `None` past [`Time::MAX`].
    pub predicted: Option<Time>,
}

impl Execution {
    /// The rules by which it was executed.
    #[must_use]
    pub const fn semantics(&self) -> Semantics {
        self.rules.simulator.semantics()
    }

    /// The program that was executed, of a schedule made for [`Rules::timing`].
    pub(in crate::answer) fn program(&self, schedule: Schedule) -> Result<Schedule, BuildError> {
        match self.pace {
            Pace::Free => Ok(schedule),
            Pace::Paced => self.rules.paced(&schedule),
        }
    }
}

/// The extent of a ranking by execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
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
