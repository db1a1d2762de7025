//! GOAL schedules on the command line: the length of their ticks, and writing them.

use super::outcome::{Step, bad_input};
use anyhow::anyhow;
use clap::Args;
use logpine::format::goal::{self, GoalTick, WriteError, packed};
use logpine::schedule::Schedule;
use logpine::units::{Clock, Time};
use std::io::{self, Write};

/// How GOAL schedules count time.
#[derive(Debug, Args)]
pub struct GoalArgs {
    /// The length of one tick of a GOAL schedule's calc, such as 1us [default: 1 ns, or 1 cycle].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    goal_tick: Option<String>,
}

/// The two forms of a GOAL schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalForm {
    /// What the converter of `LogGOPSim` reads.
    Text,
    /// What `LogGOPSim` and ATLAHS simulate.
    Packed,
}

impl GoalArgs {
    /// The length of a tick on a machine with that clock.
    pub fn tick(&self, clock: Clock) -> Step<GoalTick> {
        let Some(text) = &self.goal_tick else { return Ok(GoalTick::default()) };
        let length = Time::parse(text, clock).map_err(|error| bad_input(anyhow!("--goal-tick: {error}")))?;
        GoalTick::new(length).ok_or_else(|| bad_input(anyhow!("--goal-tick {text} is no time: give a longer one")))
    }

    /// Whether the length of a tick was given.
    pub fn is_given(&self) -> bool {
        self.goal_tick.is_some()
    }
}

/// Writes a schedule, operation by operation.
pub fn write(schedule: &Schedule, form: GoalForm, tick: GoalTick, mut out: &mut dyn Write) -> io::Result<()> {
    if schedule.is_empty() {
        return Err(io::Error::other("the schedule has no operation, and the simulators fail on such a file"));
    }
    let written = match form {
        GoalForm::Text => goal::write(schedule, tick, &mut out),
        GoalForm::Packed => packed::write(schedule, tick, &mut out),
    };
    written.map_err(|error| match error {
        WriteError::Io(error) => error,
        error => io::Error::other(error),
    })
}
