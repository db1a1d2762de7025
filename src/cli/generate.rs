//! `logpine completions` and `logpine man`: made from the command line's own definition.

use super::Cli;
use super::outcome::{Outcome, Step, bad_input};
use anyhow::{Context, anyhow};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;

/// Completions for a shell, on stdout.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  logpine completions bash > ~/.local/share/bash-completion/completions/logpine")]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Runs the subcommand.
    pub fn run(self) -> Step<Outcome> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "logpine", &mut text);
        Ok(Outcome::Done(String::from_utf8(text).context("completions are text")?))
    }
}

/// The manual page of logpine or of one subcommand, on stdout.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  logpine man best | man -l -")]
pub struct Man {
    /// A subcommand; the page of logpine itself without it.
    subcommand: Option<String>,
}

impl Man {
    /// Runs the subcommand.
    pub fn run(self) -> Step<Outcome> {
        let mut command = Cli::command();
        command.build();
        let page = match self.subcommand {
            None => Page::new(command),
            Some(name) => {
                let known = command.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>().join(", ");
                let found = command.find_subcommand(&name).cloned();
                let found = found.ok_or_else(|| bad_input(anyhow!("no subcommand `{name}`; there are {known}")))?;
                Page::new(found.display_name(format!("logpine-{name}")).bin_name(format!("logpine {name}")))
            }
        };
        let mut text = Vec::new();
        page.render(&mut text).context("cannot render the page")?;
        Ok(Outcome::Done(String::from_utf8(text).context("the page is text")?))
    }
}
