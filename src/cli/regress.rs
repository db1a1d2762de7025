//! `logpine regress`: expected answers, checked.

use super::answer::Expanded;
use super::args::Format;
use super::outcome::{Outcome, Step, bad_input};
use super::output::OutputArgs;
use super::{Cli, input, outcome, parsed};
use anyhow::Context;
use clap::{Args, CommandFactory};
use logpine::input::InputLimit;
use logpine::report::json;
use logpine::request::{Case, Deviation, Regression, Tolerance};
use std::path::{Path, PathBuf};

/// Answers the requests of files and compares the answers with the expected ones: times, bounds, statuses, trees.
///
/// A file is TOML with a [[case]] for each request: its name, the request (the keys of `logpine answer`), and what is expected of the
/// JSON of its answer (or the message with which it is refused). instances/regress/ has the results of papers.
#[derive(Debug, Args)]
#[command(after_help = "\
A case:
  [[case]]
  name = \"128 leaves of Cab\"
  request = { machine = \"cab\", leaves = 128 }
  expect = { best.time = \"363.316us\", best.fanouts = [11, 12], candidates.flat.time = \"2860.944us\" }

Exit status: 1 if an answer is another.

Examples:
  logpine regress instances/regress/*.toml
  logpine regress mine.toml --tolerance 1%
  logpine regress mine.toml --update")]
pub struct Regress {
    /// Files of expected answers.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Numbers may differ by so much of what is expected, such as 1%.
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    tolerance: Option<Tolerance>,

    /// Writes what is found in place of what was expected.
    #[arg(long)]
    update: bool,
}

/// A case that was not as expected.
struct Failure {
    file: String,
    case: String,
    line: usize,
    how: How,
}

enum How {
    /// Its answer is another.
    Deviates(Vec<Deviation>),
    /// It is refused with that message, and is to be answered, or refused with another.
    Refused(String),
    /// It is answered, and is to be refused.
    Answered,
}

impl Regress {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        // Tolerances have at most four digits after the point.
        let percent = self.tolerance.map_or(Ok(0.0), |tolerance| tolerance.percent().parse::<f64>());
        let percent = percent.map_err(bad_input)?;
        let (mut failures, mut count, mut updated, mut written) = (Vec::new(), 0, Vec::new(), Vec::new());
        for path in &self.files {
            let shown = path.display().to_string();
            let text = String::from_utf8(input::read(path, InputLimit::REGRESSION)?)
                .with_context(|| format!("{shown} is not text"))?;
            let regression = Regression::from_toml(&text, &shown).map_err(anyhow::Error::from)?;
            count += regression.cases.len();
            let directory = path.parent().unwrap_or(Path::new(""));
            let mut found = Vec::new();
            for case in &regression.cases {
                let Some(how) = how(case, directory, percent)? else { continue };
                if let How::Deviates(deviations) = &how {
                    found.extend(deviations.iter().cloned());
                }
                let (file, case, line) = (shown.clone(), case.name.clone(), case.line);
                failures.push(Failure { file, case, line, how });
            }
            let replaced = found.iter().filter(|deviation| deviation.found.is_some()).count();
            if self.update && replaced > 0 {
                updated.push((path.as_path(), Regression::updated(&text, &found)));
                written.push(format!("{shown}: what was found stands in place of what was expected ({replaced})"));
            }
        }
        OutputArgs::new(Vec::new(), true).write(updated)?;
        let result = match format {
            Format::Text => text(&failures, count, written),
            Format::Json => document(&failures, count),
        };
        let left = |failure: &Failure| !self.update || !failure.how.is_updated();
        Ok(if failures.iter().any(left) { Outcome::Faults(result) } else { Outcome::Done(result) })
    }
}

impl How {
    /// Whether `--update` makes it expected.
    fn is_updated(&self) -> bool {
        matches!(self, Self::Deviates(deviations) if deviations.iter().all(|deviation| deviation.found.is_some()))
    }
}

/// How a case is not as expected, if it is not.
fn how(case: &Case, directory: &Path, percent: f64) -> Step<Option<How>> {
    let expanded = Expanded::new(&case.request, &case.name, directory, Vec::new(), Cli::command());
    let answered = expanded.and_then(parsed).and_then(|Cli { command, .. }| outcome(command, Format::Json));
    let refusal = match answered {
        Ok(Outcome::Done(document)) if case.refused.is_none() => {
            let deviations = case.deviations(&document, percent).map_err(bad_input)?;
            return Ok((!deviations.is_empty()).then_some(How::Deviates(deviations)));
        }
        Ok(Outcome::Done(_)) => return Ok(Some(How::Answered)),
        Ok(Outcome::No { message, .. }) | Err(Outcome::No { message, .. }) => message,
        Err(Outcome::BadInput(error)) => format!("{error:#}"),
        // An interrupt, or a bug.
        Ok(end) | Err(end) => return Err(end),
    };
    let is_expected = case.refused.as_ref().is_some_and(|expected| refusal.contains(expected));
    Ok((!is_expected).then_some(How::Refused(refusal)))
}

/// A line for each value or case that is not as expected, how many are not, and for each file that was written.
fn text(failures: &[Failure], count: usize, written: Vec<String>) -> String {
    let mut lines: Vec<String> = failures.iter().flat_map(Failure::lines).collect();
    lines.push(match failures.len() {
        0 => format!("{count} answers as expected"),
        others => format!("{others} of {count} answers are not as expected"),
    });
    lines.extend(written);
    lines.join("\n") + "\n"
}

impl Failure {
    fn lines(&self) -> Vec<String> {
        let Self { file, case, line, how } = self;
        let deviation = |Deviation { line, path, expected, found, percent, .. }: &Deviation| {
            let found = match found {
                Some(found) => format!("is {found}, not {expected}"),
                None => "is not in the answer".to_owned(),
            };
            format!("{file}:{line}: {case}: {path} {found}{}", percent.map_or_else(String::new, in_words))
        };
        match how {
            How::Deviates(deviations) => deviations.iter().map(deviation).collect(),
            How::Refused(message) => {
                let message = message.lines().next().unwrap_or_default();
                vec![format!("{file}:{line}: {case}: refused: {message}")]
            }
            How::Answered => vec![format!("{file}:{line}: {case}: answered, not refused")],
        }
    }
}

fn in_words(percent: f64) -> String {
    let than = if percent > 0.0 { "more" } else { "less" };
    format!(": {:.2} % {than}", percent.abs())
}

fn document(failures: &[Failure], count: usize) -> String {
    let failures = failures.iter().map(|Failure { file, case, line, how }| {
        let (deviations, message) = match how {
            How::Deviates(deviations) => (deviations.as_slice(), None),
            How::Refused(message) => (&[][..], Some(message.as_str())),
            How::Answered => (&[][..], Some("answered, not refused")),
        };
        json::RegressionFailure { file, case, line: *line, message, deviations }
    });
    json::regression(count, &failures.collect::<Vec<_>>())
}
