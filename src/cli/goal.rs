//! GOAL schedules on the command line: the length of their ticks, and writing them.

use super::outcome::{Step, bad_input, bug, message_to_stderr};
use anyhow::anyhow;
use clap::Args;
use logpine::format::goal::{self, GoalTick, WriteError, packed};
use logpine::schedule::check::{Execution, check_structure};
use logpine::schedule::{Operation, Schedule};
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

/// Operations of the largest schedule whose order by its dependencies is checked, in about a second.
const LARGEST_CHECKED: usize = 1 << 22;

/// Refuses a schedule of our own that could not be executed by the dependencies alone, which are all that a file has: every
/// message has both ends, and every operation gets its turn.
pub fn check(schedule: &Schedule) -> Step<()> {
    if schedule.len() > LARGEST_CHECKED {
        return Ok(());
    }
    check_structure(schedule, Execution::Dependencies).map_err(bug)
}

/// Says what files of a schedule leave out: the format has no clock.
pub fn tell_of_waits(schedule: &Schedule) {
    let is_wait = |operation| matches!(operation, Operation::Wait { .. });
    let waits = match schedule.records().iter().filter(|record| is_wait(record.operation())).count() {
        0 => return,
        1 => "1 wait".to_owned(),
        waits => format!("{waits} waits"),
    };
    message_to_stderr(&format!(
        "note: GOAL has no clock: the file leaves out {waits} by which ranks begin rounds together, and its replay may end \
         earlier or later than the plan says"
    ));
}

/// Writes a schedule, operation by operation; [`tell_of_waits`] says so where not all of it can be written.
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
