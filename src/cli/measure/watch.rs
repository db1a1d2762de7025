//! `logpine measure watch`: the process that ends what a process of `logpine measure overlay` has started.

use crate::cli::interrupt;
use crate::cli::outcome::{Outcome, Step, refused};
use clap::Args;
use std::io::stdin;

/// Ends the launchers of a process of `logpine measure overlay`, which starts it, once that is gone.
#[derive(Debug, Args)]
#[command(hide = true)]
pub struct Watch {}

/// Runs the subcommand.
pub fn run() -> Step<Outcome> {
    // A signal to all processes of a job must not end it before those that it watches.
    interrupt::ignore();
    logpine_measure::watch(stdin().lock()).map_err(|error| refused(&error))?;
    Ok(Outcome::Written)
}
