//! `logpine check`: is this file valid?

mod goal;
mod mrnet;

use super::args::Format;
use super::input;
use super::outcome::{Outcome, Step, bad_input};
use crate::format::goal::{INPUT_LIMIT, is_text, packed};
use crate::input::InputLimit;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use goal::Form;
use mrnet::LookUp;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Finds every fault of a file in one run, each with line, column and a hint.
///
/// An error is whatever the file's consumer refuses, silently gets wrong or silently skips; a warning is legal but odd.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine check tree.top
  logpine check schedule.goal
  mrnet_topgen -t b:16^2 -h hosts | logpine check --as mrnet -
  logpine check tree.top --format json")]
pub struct Check {
    /// The file, or - for standard input.
    file: PathBuf,

    /// Format of the file, if neither its extension nor its beginning tells.
    #[arg(id = "as", long = "as", value_enum, value_name = "FORMAT")]
    file_format: Option<FileFormat>,

    /// Looks every host up, as MRNet does, and reports names that cannot be resolved and names of one host.
    #[arg(long)]
    resolve: bool,
}

/// Formats that can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    /// MRNet's topology file (`.top`).
    Mrnet,
    /// GOAL schedule, the text that `LogGOPSim`'s converter reads (`.goal`).
    Goal,
    /// Packed GOAL schedule, what `LogGOPSim` and ATLAHS simulate (`.bin`).
    GoalBin,
}

#[derive(Serialize)]
struct FaultJson<'a> {
    severity: String,
    fault: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte: Option<usize>,
    message: String,
    hint: &'a str,
}

impl Check {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let named = self.file_format.or_else(|| of_extension(&self.file));
        let source = self.source(named)?;
        let file_format = named.unwrap_or_else(|| of_content(&source));
        if self.resolve && file_format != FileFormat::Mrnet {
            return Err(bad_input(anyhow!("--resolve looks up hosts, which only MRNet topologies (--as mrnet) name")));
        }
        match file_format {
            FileFormat::Mrnet => {
                let look_up = if self.resolve { LookUp::Yes } else { LookUp::No };
                mrnet::check(&source, &self.file, look_up, format)
            }
            FileFormat::Goal => goal::check(&source, &self.file, Form::Text, format),
            FileFormat::GoalBin => goal::check(&source, &self.file, Form::Packed, format),
        }
    }

    fn source(&self, named: Option<FileFormat>) -> Step<Vec<u8>> {
        let limit = match named {
            Some(FileFormat::Goal | FileFormat::GoalBin) => INPUT_LIMIT,
            Some(FileFormat::Mrnet) => InputLimit::TOPOLOGY,
            None => InputLimit {
                what: "topology or schedule",
                can_begin: |head| packed::is_packed(head) || !head.contains(&0),
                ..InputLimit::TOPOLOGY
            },
        };
        if self.file.as_os_str() == "-" { input::read_stdin(limit) } else { input::read(&self.file, limit) }
    }
}

fn of_extension(path: &Path) -> Option<FileFormat> {
    match path.extension()?.to_str()? {
        "top" => Some(FileFormat::Mrnet),
        "goal" => Some(FileFormat::Goal),
        "bin" => Some(FileFormat::GoalBin),
        _ => None,
    }
}

fn of_content(source: &[u8]) -> FileFormat {
    if packed::is_packed(source) {
        FileFormat::GoalBin
    } else if is_text(source) {
        FileFormat::Goal
    } else {
        FileFormat::Mrnet
    }
}

fn json(document: &impl Serialize) -> Step<String> {
    Ok(serde_json::to_string_pretty(document).context("cannot write JSON")? + "\n")
}

/// How many faults are not listed; nothing where all are.
fn not_listed(more: u64, most_of_kind: u64) -> String {
    match more {
        0 => String::new(),
        more => format!("{more} more are not listed: of each kind, the first {most_of_kind} are\n"),
    }
}

/// How many errors and warnings; nothing where there is neither.
fn verdict(errors: u64, warnings: u64) -> String {
    match errors + warnings {
        0 => String::new(),
        _ => format!("{}, {}\n", counted(errors, "error", "errors"), counted(warnings, "warning", "warnings")),
    }
}

fn counted(count: u64, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
