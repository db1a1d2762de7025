//! The subcommands that a request in a file may stand for.

use super::args::Format;
use super::outcome::{Outcome, Step};
use super::{collective, fft, tree};
use clap::{Parser, Subcommand};

/// A question with its options.
#[derive(Debug, Subcommand)]
pub enum Question {
    Tree(Box<tree::Tree>),
    Collective(Box<collective::Collective>),
    Fft(Box<fft::Fft>),
}

/// A command line that asks a question.
#[derive(Debug, Parser)]
#[command(name = "logpine", version, max_term_width = 100, propagate_version = true)]
pub struct Asked {
    #[arg(long, value_enum, default_value_t = Format::Text, global = true)]
    pub format: Format,

    #[command(subcommand)]
    pub question: Question,
}

impl Question {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match self {
            Self::Tree(tree) => tree.run(format),
            Self::Collective(collective) => collective.run(format),
            Self::Fft(fft) => fft.run(format),
        }
    }
}
