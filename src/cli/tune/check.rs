//! `logpine tune check`: what a library refuses, ignores or misreads in a tuning file.

use super::place::LIBRARY;
use crate::cli::args::Format;
use crate::cli::check::{Judgement, counted};
use crate::cli::input;
use crate::cli::outcome::{Outcome, Step};
use crate::request::Word;
use clap::Args;
use logpine_text::input::InputLimit;
use logpine_tuning::files;
use logpine_tuning::library::Library;
use std::path::PathBuf;

/// Checks a tuning file: everything in it that the library refuses, ignores in silence, or misreads.
///
/// The kind of the file is recognised: rules of Open MPI (classic, JSON, HAN's), its parameter files, selection files of MPICH,
/// environment files of MPICH, UCC and Intel MPI. One run finds all faults, each with its line, its column, what the library does,
/// and the mend. The exit status is 1 if the file has an error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine tune check tuning/rules.conf --for openmpi-4.1
  logpine tune check selection.json --for mpich-4.3 --format json")]
pub struct Check {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Library and release line that will load it.
    #[arg(long = "for", value_parser = LIBRARY, value_name = "LIBRARY")]
    library: Library,
}

impl Check {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let source = input::read_any(&self.file, InputLimit::TUNING)?;
        let report = files::check(&source, self.library);
        let mut judgement =
            Judgement::of_faults(&files::noun(&source, self.library), &report.faults, &source, &self.file);
        if let Some(rules) = &report.content {
            let count: usize = rules.iter().map(|rules| rules.rules.len()).sum();
            let names: Vec<&str> = rules.iter().map(|rules| rules.collective.name()).collect();
            judgement.contents = if names.is_empty() {
                "no rules".to_owned()
            } else {
                format!("{} for {}", counted(count as u64, "rule", "rules"), names.join(", "))
            };
            judgement.values.push(("rules", count.into()));
        }
        Ok(judgement.outcome(&self.file, self.library.word(), "", format))
    }
}
