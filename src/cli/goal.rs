//! `--goal-tick`: how GOAL schedules count time.

use super::outcome::{Step, bad_input};
use crate::format::goal::GoalTick;
use crate::units::{Clock, Time};
use anyhow::anyhow;
use clap::Args;

/// How GOAL schedules count time.
#[derive(Debug, Args)]
pub struct GoalArgs {
    /// The length of one tick of a GOAL schedule's calc, such as 1us [default: 1 ns, or 1 cycle].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    goal_tick: Option<String>,
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
