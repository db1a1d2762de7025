//! `logpine study`: the experiments of papers on random networks.

mod class;
mod combinations;
mod couples;
mod factors;
mod learn;

pub use learn::{is_of_study, other_columns};

use super::args::Format;
use super::outcome::{Outcome, Step};
use clap::{Args, Subcommand};

/// Studies the time of communication on random networks.
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Study {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Couples(couples::Couples),
    Factors(factors::Factors),
    Learn(learn::Learn),
    Combinations(combinations::Combinations),
}

impl Study {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match self.command {
            Command::Couples(couples) => couples.run(format),
            Command::Factors(factors) => factors.run(format),
            Command::Learn(learn) => learn.run(format),
            Command::Combinations(combinations) => combinations.run(format),
        }
    }
}
