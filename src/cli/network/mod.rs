//! `logpine network`: physical networks, schedules for them, and messages on them.

mod nvlinks;
mod plan;
mod show;
mod simulate;

pub use plan::Plan;

use super::args::Format;
use super::outcome::{Outcome, Step};
use super::question::Question;
use clap::{Args, Subcommand};

/// Makes schedules for physical networks, shows networks, and simulates messages on them.
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Network {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Plan(Box<Plan>),
    Show(show::Show),
    Simulate(simulate::Simulate),
}

impl Network {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match self.command {
            Command::Plan(plan) => Question::Plan(plan).run(format),
            Command::Show(show) => show.run(format),
            Command::Simulate(simulate) => simulate.run(format),
        }
    }
}
