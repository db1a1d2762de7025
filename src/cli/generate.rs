//! `logpine completions` and `logpine man`: made from the command line's own definition.

use super::outcome::{Outcome, Step, bad_input};
use anyhow::{Context, anyhow};
use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man as Page;

/// Prints completions for a shell.
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
        clap_complete::generate(self.shell, &mut super::command(), "logpine", &mut text);
        Ok(Outcome::Done(String::from_utf8(text).context("completions are text")?))
    }
}

/// Prints the manual page of logpine or of a subcommand.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine man tree | man -l -
  logpine man study couples | man -l -")]
pub struct Man {
    /// Subcommand, and one of its own; without it, the page of logpine itself.
    #[arg(value_name = "SUBCOMMAND")]
    subcommands: Vec<String>,
}

impl Man {
    /// Runs the subcommand.
    pub fn run(self) -> Step<Outcome> {
        let mut command = super::command();
        command.build();
        let mut names = vec![command.get_name().to_owned()];
        for name in self.subcommands {
            let known = command
                .get_subcommands()
                .filter(|subcommand| !subcommand.is_hide_set())
                .map(clap::Command::get_name)
                .collect::<Vec<_>>()
                .join(", ");
            let found = command.find_subcommand(&name).cloned();
            let none = if known.is_empty() { "none".to_owned() } else { known };
            command = found.ok_or_else(|| bad_input(anyhow!("no subcommand `{name}`; there are {none}")))?;
            names.push(name);
        }
        let page = Page::new(command.display_name(names.join("-")).bin_name(names.join(" ")));
        let mut text = Vec::new();
        page.render(&mut text).context("cannot render the page")?;
        Ok(Outcome::Done(String::from_utf8(text).context("the page is text")?))
    }
}
