//! `logpine study couples`: many networks and schemes, simulated.

use super::class::{NetworkClass, SchemeKind};
use crate::answer::Shard;
use crate::cli::args::{Format, count};
use crate::cli::colour::reported;
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::cli::output::OutputArgs;
use crate::cli::progress::Bar;
use crate::cli::shard::{self, Head, Line, ShardChoice, Work};
use crate::cli::steps;
use crate::report::text::CommandLine;
use crate::report::{json, network, text};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use logpine_study::{Couple, Study as Question};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Simulates many couples of a network and a communication scheme, both drawn at random: data for `logpine study learn`.
///
/// Shows the least, the mean and the most of every variable; -o FILE gets a line of CSV for each couple.
#[derive(Debug, Args)]
#[command(after_help = "\
The parameters are drawn as in Lemeire, Dirkx and Colitti (2008): 20 to 100
nodes, relConnect from 0.05 to 0.9, tori of rings of 4 to 14 nodes, random
schemes of 20 to 100 messages a node on average, shifts by 1 to 5.

With --shard, standard output has the CSV, below a line that says which shard
it is. --join FILE... puts the shards of all together, as one run writes them,
and finds missing and doubled ones.

Examples:
  logpine study couples --network random --scheme random --couples 200
  logpine study couples --network torus --scheme shift --seed 7 -o data.csv")]
pub struct Couples {
    /// The class of the networks.
    #[arg(long, value_enum, default_value_t = NetworkClass::default())]
    network: NetworkClass,

    /// The kind of the schemes.
    #[arg(long, value_enum, default_value_t = SchemeKind::default())]
    scheme: SchemeKind,

    /// Number of couples.
    #[arg(long = "couples", value_parser = count, value_name = "N", default_value = "200", allow_negative_numbers = true)]
    count: u64,

    /// Seed of the study; the same seed gives the same couples.
    #[arg(long, value_parser = count, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// Simulates the I-th of N parts of the couples; `auto` takes it from the environment, as in `logpine map`.
    #[arg(long, value_name = "I/N|auto")]
    shard: Option<ShardChoice>,

    /// Joins the CSV files of all shards instead of simulating; give the other options as they were given to the shards.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "shard")]
    join: Vec<PathBuf>,

    /// Writes the couples in a format to the -o that follows; may be repeated [default: csv].
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<StudyFormat>,

    /// File for each --emit, in the same order; - is standard output.
    ///
    /// A file on standard output replaces the report.
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    output: Vec<PathBuf>,

    /// Replaces existing files.
    #[arg(long, requires = "output", help_heading = "Files")]
    force: bool,
}

/// Formats of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StudyFormat {
    /// One line for each couple, for `logpine study learn`.
    Csv,
    /// The couples as JSON.
    Json,
    /// The time per message of a node against the mean distance: a dot for each couple.
    Svg,
}

/// The most couples: their measurements are held in memory.
const MOST_COUPLES: u64 = 10_000_000;
/// Couples between two looks at the progress.
const BLOCK: usize = 64;

impl Couples {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        if self.count > MOST_COUPLES {
            return Err(bad_input(anyhow!("--couples {} are too many: at most {MOST_COUPLES}", self.count)));
        }
        let formats = if self.emit.is_empty() && self.output.len() == 1 { &[StudyFormat::Csv] } else { &*self.emit };
        let output = OutputArgs::new(self.output.clone(), self.force);
        let requests = output.requests(formats)?;
        let study = Question::new(self.network.0, self.scheme.0, self.seed).map_err(bad_input)?;
        let is_csv = format != Format::Json && formats.iter().all(|format| *format == StudyFormat::Csv);
        if !is_csv && (self.shard.is_some() || !self.join.is_empty()) {
            return Err(bad_input(anyhow!(
                "shards are CSV, and --join puts CSV together; leave out --format json, and each --emit but csv"
            )));
        }
        if !self.join.is_empty() {
            let joined = self.joined()?;
            if requests.is_empty() {
                return Ok(Outcome::Done(joined));
            }
            output.write(requests.into_iter().map(|(format, path)| (format, path, joined.clone())))?;
            return Ok(Outcome::Done(String::new()));
        }
        let shard = self.shard.map(ShardChoice::shard).transpose()?.unwrap_or(Shard::WHOLE);
        let total = usize::try_from(self.count).map_err(bad_input)?;
        let numbers = shard.cells(total);
        let numbers = numbers.start as u64..numbers.end as u64;
        let couples = simulated(&study, numbers.clone())?;
        let csv = || {
            let head = self.shard.map(|_| Head { shard, of: self.of() }.csv()).unwrap_or_default();
            let header = if shard.is_first() { network::study_header(&study) } else { String::new() };
            head + &header + &network::study_lines(&study, &couples)
        };
        let written = |format| match format {
            StudyFormat::Csv => csv(),
            StudyFormat::Json => json::study(&study, numbers.clone(), &couples),
            StudyFormat::Svg => network::time_by_distance(&study, &couples),
        };
        let data = requests.iter().find(|(format, _)| *format == StudyFormat::Csv).map(|(_, path)| path.to_path_buf());
        output.write(requests.into_iter().map(|(format, path)| (format, path, written(format))))?;
        let document = || json::study(&study, numbers.clone(), &couples);
        if format == Format::Csv || self.shard.is_some() && formats.is_empty() && format != Format::Json {
            return Ok(Outcome::Done(csv()));
        }
        let page = || {
            let mut page = text::study(&study, &couples);
            page.next([next(data.as_deref())]);
            page
        };
        Ok(reported(format, page, document))
    }

    /// The study in words, for the heads of its shards.
    fn of(&self) -> String {
        let Self { network, scheme, count, seed, .. } = self;
        format!("{count} couples, networks {}, schemes {}, seed {seed}", network.0, scheme.0.name())
    }

    /// The CSV of all couples from that of the shards.
    fn joined(&self) -> Step<String> {
        let line = |line: &str| match line.split(',').next() {
            Some("network") => Line::Titles,
            Some("") | None => Line::Other,
            Some(_) => Line::Next,
        };
        let total = usize::try_from(self.count).map_err(bad_input)?;
        Work { of: &self.of(), total, line: &line }.join(&shard::outputs(&self.join)?).map_err(bad_input)
    }
}

/// The next step: learning from the data, or writing them.
fn next(data: Option<&Path>) -> Option<CommandLine> {
    let data = data.map(Path::to_string_lossy);
    match data {
        Some(data) => CommandLine::new(["logpine", "study", "learn", &data]),
        None => steps::again_with("-o data.csv"),
    }
}

/// The couples with these numbers, with a progress bar.
pub fn simulated(study: &Question, numbers: Range<u64>) -> Step<Vec<Couple>> {
    let (bar, total) = (Bar::new("couples"), numbers.end - numbers.start);
    let mut couples = Vec::new();
    for first in numbers.clone().step_by(BLOCK) {
        couples.extend(study.couples(first..numbers.end.min(first + BLOCK as u64)).map_err(bad_input)?);
        bar.show(couples.len() as u64, total);
    }
    bar.finish();
    Ok(couples)
}
