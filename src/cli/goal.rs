//! `--goal-tick`: how GOAL schedules count time.

use super::outcome::Step;
use crate::request::TickLength;
use clap::Args;
use clap::builder::{StringValueParser, TypedValueParser};
use logpine_goal::GoalTick;
use logpine_text::units::Clock;

/// The unit of time in GOAL schedules.
#[derive(Debug, Args)]
pub struct GoalArgs {
    /// Length of a tick of a GOAL schedule, such as 1us [default: 1 ns, or 1 cycle].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = StringValueParser::new().map(TickLength::from))]
    #[arg(hide_short_help = true)]
    goal_tick: Option<TickLength>,
}

impl GoalArgs {
    /// The length of a tick on a machine with that clock.
    pub fn tick(&self, clock: Clock) -> Step<GoalTick> {
        let length = self.goal_tick.as_ref().map(|tick| tick.on(clock)).transpose()?;
        Ok(length.and_then(GoalTick::new).unwrap_or_default())
    }

    /// The length as given.
    pub fn length(&self) -> Option<TickLength> {
        self.goal_tick.clone()
    }
}
