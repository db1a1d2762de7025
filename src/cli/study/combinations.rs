//! `logpine study combinations`: causal models of every kind of schemes on every class of networks.

use super::class::{NetworkClass, SchemeKind, given_or};
use crate::cli::args::{Format, count};
use crate::cli::colour::reported;
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::cli::output::OutputArgs;
use crate::cli::progress::Bar;
use crate::cli::steps;
use crate::report::{json, network, text};
use clap::{Args, ValueEnum};
use logpine_causal::{LearnOptions, PcOptions};
use logpine_study::combinations::{CombinationQuestion, CombinationTable};

/// Learns a causal model for each kind of schemes on each class of networks, and compares it with that of random schemes on
/// random networks, and with the published table (Lemeire, Dirkx and Colitti 2008, section 5.2).
#[derive(Debug, Args)]
#[command(after_help = "\
Each combination has the couples of `logpine study couples` with the same seed.
Only the variables of the paper's models are related.

Examples:
  logpine study combinations
  logpine study combinations --schemes shift --networks torus,ring --seed 7
  logpine study combinations --threshold 0.05 --emit json -o models.json")]
pub struct Combinations {
    /// Number of couples of each combination.
    #[arg(long, value_parser = count, value_name = "N", default_value = "200", allow_negative_numbers = true)]
    couples: u64,

    /// Kinds of schemes, joined by commas [default: all].
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KINDS")]
    schemes: Vec<SchemeKind>,

    /// Classes of networks, joined by commas [default: random,torus,neighbour,planar,star,ring].
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CLASSES")]
    networks: Vec<NetworkClass>,

    /// Seed; the same seed gives the same models.
    #[arg(long, value_parser = count, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// Variables that share no more information than this, in nats, are independent.
    #[arg(long, value_name = "NATS", default_value_t = PcOptions::default().threshold, allow_negative_numbers = true)]
    threshold: f64,

    /// Writes the models in a format to the -o that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<CombinationFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Formats of models of combinations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CombinationFormat {
    /// A line for each relation.
    Csv,
    /// One document.
    Json,
}

impl Combinations {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let requests = self.output.requests(&self.emit)?;
        let question = self.question();
        let bar = Bar::new("combinations");
        let show = |done: usize, of: usize| bar.show(done as u64, of as u64);
        let table = CombinationTable::new(&question, &show).map_err(bad_input)?;
        bar.finish();
        let written = |format| match format {
            CombinationFormat::Csv => network::combination_lines(&table),
            CombinationFormat::Json => json::combinations(&question, &table),
        };
        self.output.write(requests.into_iter().map(|(format, path)| (format, path, written(format))))?;
        let csv = steps::again_if(self.emit.is_empty(), "--emit csv -o models.csv");
        let shown = || {
            let mut page = text::combinations(&question, &table);
            page.next([csv]);
            page
        };
        Ok(reported(format, shown, || json::combinations(&question, &table)))
    }

    fn question(&self) -> CombinationQuestion {
        let pc = PcOptions { threshold: self.threshold, ..PcOptions::default() };
        let usual = CombinationQuestion::default();
        CombinationQuestion {
            classes: given_or(&self.networks, |class| class.0, usual.classes),
            schemes: given_or(&self.schemes, |kind| kind.0, usual.schemes),
            couples: self.couples,
            seed: self.seed,
            options: LearnOptions { pc, ..LearnOptions::default() },
        }
    }
}
