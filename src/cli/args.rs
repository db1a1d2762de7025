//! Arguments that several subcommands share.

use crate::report::text::Detail;
pub use crate::request::option::{count, narrow_count, size};
use clap::{Args, ValueEnum};

/// The format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; stable and versioned.
    Json,
}

impl Format {
    /// JSON if either is.
    pub fn or(self, other: Self) -> Self {
        if self == Self::Json { self } else { other }
    }
}

/// The length of a report.
#[derive(Clone, Copy, Debug, Args)]
pub struct DetailArgs {
    /// Shows everything that the brief report leaves out.
    #[arg(short, long)]
    verbose: bool,
}

impl DetailArgs {
    pub const fn detail(self) -> Detail {
        if self.verbose { Detail::Full } else { Detail::Brief }
    }
}
