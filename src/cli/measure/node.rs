//! `logpine measure node`: a process of the tree that `logpine measure overlay` starts.

use crate::cli::outcome::{Outcome, Step, refused};
use clap::Args;
use std::io::stdin;

/// Serves as a process of the tree of `logpine measure overlay`, which starts it.
#[derive(Debug, Args)]
#[command(hide = true)]
pub struct Node {}

/// Runs the subcommand.
pub fn run() -> Step<Outcome> {
    logpine_measure::serve(stdin().lock()).map_err(|error| refused(&error))?;
    Ok(Outcome::Written)
}
