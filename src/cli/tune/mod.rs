//! `logpine tune`: tuning files of MPI libraries.

mod check;
mod folder;
mod import;
mod place;
mod verify;
mod write;

use super::args::Format;
use super::outcome::{Outcome, Step};
use clap::{Args, Subcommand};

/// Writes, checks, verifies and reads tuning files of MPI libraries.
///
/// `write` makes a folder of files that tell a library which algorithms to run on a machine; `check` finds what a library
/// refuses, ignores or misreads in such files; `verify` compares what really ran with what a folder intends; `import` says what a
/// file makes a library run, and what that costs.
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Tune {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Write(Box<write::Write>),
    Check(check::Check),
    Verify(verify::Verify),
    Import(Box<import::Import>),
}

impl Tune {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match self.command {
            Command::Write(write) => write.run(format),
            Command::Check(check) => check.run(format),
            Command::Verify(verify) => verify.run(format),
            Command::Import(import) => import.run(format),
        }
    }
}
