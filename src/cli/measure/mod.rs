//! `logpine measure`: experiments on a real machine.

mod folder;
mod head;
mod kept;
mod node;
mod overlay;
mod places;
mod watch;

use super::args::Format;
use super::outcome::{Outcome, Step};
use clap::{Args, Subcommand};

/// Measures a real machine, for `logpine fit`.
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Measure {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Overlay(Box<overlay::Overlay>),
    Node(node::Node),
    Watch(watch::Watch),
}

impl Measure {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match self.command {
            Command::Overlay(overlay) => overlay.run(format),
            Command::Node(node::Node {}) => node::run(),
            Command::Watch(watch::Watch {}) => watch::run(),
        }
    }
}
