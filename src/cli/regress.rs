//! `logpine regress`: expected answers, checked.

use super::args::Format;
use super::colour::reported;
use super::input;
use super::outcome::{Outcome, Step};
use super::output::write_in_silence;
use super::steps;
use crate::cli::file::Overwrite;
use crate::report::json::{self, SCHEMA};
use crate::report::regression_failures;
use crate::report::text::{self, Page};
use crate::request::{Failure, Regression, Tolerance};
use anyhow::Context;
use clap::Args;
use logpine_text::input::InputLimit;
use logpine_text::units::Clock;
use std::path::{Path, PathBuf};

/// Compares the answers to the requests of files with the expected ones.
///
/// Compares times, bounds, statuses and trees. A file is TOML with a [[case]] for each request: its name, the request (the
/// keys of `logpine answer`), and the values expected in the JSON of its answer (or the message that refuses it).
/// instances/regress/ has the results of papers.
#[derive(Debug, Args)]
#[command(after_help = "\
A case:
  [[case]]
  name = \"128 leaves of Cab\"
  request = { machine = \"cab\", leaves = 128 }
  expect = { best.time = \"363.316us\", best.fanouts = [11, 12], candidates.flat.time = \"2860.944us\" }

Exit status: 1 if an answer differs.

Examples:
  logpine regress instances/regress/*.toml
  logpine regress mine.toml --tolerance 1%
  logpine regress mine.toml --update")]
pub struct Regress {
    /// Files of expected answers.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Tolerance of numbers, relative to the expected ones, such as 1%.
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    tolerance: Option<Tolerance>,

    /// Replaces the expected values with those found.
    #[arg(long)]
    update: bool,
}

impl Regress {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let (mut failures, mut cases, mut updated) = (Vec::new(), 0, Vec::new());
        for path in &self.files {
            let shown = path.display().to_string();
            let text = String::from_utf8(input::read(path, InputLimit::REGRESSION)?)
                .with_context(|| format!("{shown} is not text"))?;
            let regression = Regression::from_toml(&text, &shown).map_err(anyhow::Error::from)?;
            cases += regression.cases.len();
            let first = failures.len();
            failures.extend(regression_failures(&regression, &shown, self.tolerance)?);
            if self.update {
                let found: Vec<_> = failures[first..].iter().flat_map(|failure| failure.deviations.clone()).collect();
                updated.push((path.as_path(), Regression::updated(&text, &found), text));
            }
        }
        updated.retain(|(_, updated, text)| updated != text);
        let left = |path: &Path| {
            let of_file = failures.iter().filter(|failure| failure.file == path.display().to_string());
            of_file.filter(|failure| !failure.is_mended_by_update()).count()
        };
        let written = updated.iter().map(|(path, ..)| match left(path) {
            0 => format!("{}: expects what was found", path.display()),
            left => format!("{}: expects what was found, but for {left} of its cases", path.display()),
        });
        let written: Vec<String> = written.collect();
        let files: Vec<_> = updated.iter().map(|(path, updated, _)| (*path, updated.as_str())).collect();
        write_in_silence(&files, Overwrite::Replace)?;
        let report = || {
            let mut page = Page::default();
            text::regression(&mut page, cases, &failures);
            for line in written {
                page.line(line);
            }
            let can_update = !self.update && failures.iter().any(Failure::is_mended_by_update);
            page.next([steps::again_if(can_update, "--update")]);
            page
        };
        let document =
            || json::document(&json::object!(schema = SCHEMA, cases = cases, failures = &failures), Clock::Second);
        let result = reported(format, report, document);
        let is_left = |failure: &Failure| !self.update || !failure.is_mended_by_update();
        Ok(if failures.iter().any(is_left) { Outcome::Incomplete(Box::new(result)) } else { result })
    }
}
