//! `logpine synth`: synthetic measurements.

use super::args::{Format, count, narrow_count};
use super::colour::reported;
use super::outcome::{Outcome, Step, bad_input, refused};
use super::output::{check_folder, write_in_silence};
use crate::answer::{compared_trees, wave_times};
use crate::cli::file::Overwrite;
use crate::report::json;
use crate::report::text::{CommandLine, Page, Table};
use clap::Args;
use logpine_fit::synth::{DEEPEST_CHAIN, FAN_INS, RelativeNoise, Synthesis, SyntheticTan, TreeTime};
use logpine_models::machine::Machine;
use std::path::PathBuf;

/// Generates measurements of a machine from its profile, with noise.
///
/// Writes latencies, waves through chains, waves from N leaves to one node, and waves through whole trees, as files for
/// `logpine fit`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine synth --machine cab --noise 5% --seed 1 --dir data
  logpine fit --latency data/latency.csv --chain data/chain.csv --fanin data/fanin.csv \\
    --validate data/topologies.csv --name mine -o mine.toml")]
pub struct Synth {
    /// A built-in machine or the path of a profile, with a [tan] section whose overhead is a formula.
    #[arg(short, long, value_name = "NAME|FILE")]
    machine: PathBuf,

    /// Standard deviation of each time, in percent of it.
    #[arg(long, value_name = "PERCENT", allow_hyphen_values = true)]
    noise: RelativeNoise,

    /// Seed of the noise; the same seed gives the same files.
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    seed: u64,

    /// Directory of the files, made if it does not exist.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,

    /// Number of measurements of each depth, fanout and tree.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = repetitions)]
    repetitions: u32,

    /// Replaces existing files.
    #[arg(long)]
    force: bool,
}

/// A number of repetitions.
fn repetitions(text: &str) -> Result<u32, String> {
    let number: u32 = narrow_count(text)?;
    if (1..=100_000).contains(&number) { Ok(number) } else { Err(format!("{number} is not from 1 to 100000")) }
}

impl Synth {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let machine = Machine::load(&self.machine).map_err(bad_input)?;
        let tan = SyntheticTan::new(&machine).map_err(bad_input)?;
        let synthesis = Synthesis { noise: self.noise, seed: self.seed, repetitions: self.repetitions };
        let measured = tan.measurements(&synthesis).map_err(|error| refused(&error))?;
        let truths = wave_times(&machine, &compared_trees()).map_err(|error| refused(&error))?;
        let truths: Vec<TreeTime> = truths.into_iter().map(|(tree, time)| TreeTime { tree, time }).collect();
        let trees = synthesis.trees(&truths);
        let set = tan.data_set(&measured, &trees, &synthesis, &self.command());
        let files = [
            File {
                name: "latency.csv",
                text: set.latency,
                samples: measured.latency.samples.len(),
                of: "latencies".to_owned(),
            },
            File {
                name: "chain.csv",
                text: set.chain,
                samples: measured.chain.samples.len(),
                of: format!("waves through chains of 1 to {DEEPEST_CHAIN} levels"),
            },
            File {
                name: "fanin.csv",
                text: set.fan_in,
                samples: measured.fan_in.samples.len(),
                of: format!("waves from 1 to {} leaves to one node", FAN_INS.last().unwrap_or(&1)),
            },
            File {
                name: "topologies.csv",
                text: set.topologies,
                samples: trees.len(),
                of: format!("waves through {} whole trees of 32 and 128 leaves", truths.len()),
            },
        ];
        self.write(&files)?;
        Ok(reported(
            format,
            || self.page(&machine.name, &files),
            || {
                let listed: Vec<_> = files.iter().map(|file| (self.path(file), file.samples)).collect();
                json::synth(&machine.name, &synthesis, &listed)
            },
        ))
    }

    /// The command that makes the files again.
    fn command(&self) -> String {
        format!(
            "logpine synth --machine {} --noise {} --seed {} --repetitions {} --dir DIR",
            self.machine.display(),
            self.noise,
            self.seed,
            self.repetitions
        )
    }

    fn path(&self, file: &File) -> PathBuf {
        self.dir.join(file.name)
    }

    /// All files or none.
    fn write(&self, files: &[File]) -> Step<()> {
        let overwrite = if self.force { Overwrite::Replace } else { Overwrite::Refuse };
        let paths: Vec<PathBuf> = files.iter().map(|file| self.path(file)).collect();
        let _made = check_folder(&self.dir, &paths, overwrite)?;
        let files = paths.iter().zip(files).map(|(path, file)| (path.as_path(), file.text.as_str()));
        write_in_silence(&files.collect::<Vec<_>>(), overwrite)
    }

    fn page(&self, machine: &str, files: &[File]) -> Page {
        let mut page = Page::default();
        page.line(format!("Synthetic measurements of {machine}, noise {}, seed {}:", self.noise, self.seed));
        let paths: Vec<String> = files.iter().map(|file| self.path(file).display().to_string()).collect();
        let mut table = Table::plain();
        for (path, file) in paths.iter().zip(files) {
            table.row([path.clone(), format!("{} {}", file.samples, file.of)]);
        }
        page.table(table.left_column(1));
        let folder = self.dir.display().to_string();
        let command = CommandLine::new(["logpine", "fit", "--from", &folder])
            .map(|command| command.with("--name NAME -o NAME.toml"));
        page.next([command]);
        page
    }
}

/// A file to write.
struct File {
    name: &'static str,
    text: String,
    samples: usize,
    of: String,
}
