//! Arguments that several subcommands share.

use crate::report::csv::csv;
use crate::report::text::Detail;
pub use crate::request::option::{count, narrow_count, size};
use clap::{Args, ValueEnum};

/// The format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For pages of others: headings, tables and commands in Markdown.
    Markdown,
    /// For spreadsheets: a row for each candidate, with all digits.
    Csv,
    /// For programs; stable and versioned.
    Json,
}

impl Format {
    /// The first that is not text.
    pub fn or(self, other: Self) -> Self {
        if self == Self::Text { other } else { self }
    }

    /// A JSON document: in CSV, its rows.
    pub fn of_document(self, document: String) -> String {
        if self == Self::Csv { csv(&document) } else { document }
    }

    /// A text that has no parts: in Markdown it is a block of its own.
    pub fn of_text(self, text: String) -> String {
        if self == Self::Markdown { format!("```text\n{}\n```\n", text.trim_end()) } else { text }
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
