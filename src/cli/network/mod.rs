//! `logpine network`: physical networks, and messages on them.

mod show;
mod simulate;

use super::args::Format;
use super::outcome::{Outcome, Step};
use clap::{Args, Subcommand};

/// Shows physical networks, and simulates messages on them.
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Network {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Show(show::Show),
    Simulate(simulate::Simulate),
}

impl Network {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match self.command {
            Command::Show(show) => show.run(format),
            Command::Simulate(simulate) => simulate.run(format),
        }
    }
}
