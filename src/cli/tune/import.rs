//! `logpine tune import`: what a tuning file makes a library run, and what that costs.

use super::place::GridArgs;
use super::write::collective;
use crate::answer::{Tuning, Variable};
use crate::cli::args::{Format, count};
use crate::cli::input;
use crate::cli::outcome::{Outcome, Step, bad_input, message_to_stderr};
use crate::cli::progress::Bar;
use crate::format::tuning;
use crate::input::InputLimit;
use crate::library::{Library, Rules, algorithms};
use crate::report::tuning::{TuningSubject, manifest, table, warned};
use crate::request::{MpiCollective, Word};
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;

/// Reads a tuning file: which algorithm a library runs with it for each number of ranks and bytes, what that costs on a machine,
/// and what would be better.
#[derive(Debug, Args)]
#[command(override_usage = "logpine tune import <FILE> --for <LIBRARY> -m <NAME|FILE> -n <RANKS> -s <SIZES> [OPTIONS]")]
#[command(after_help = "\
Example:
  logpine tune import /etc/openmpi-rules.conf --for openmpi-4.1 -m mine.toml \\
    --ranks 2..64 --bytes 1B..1MiB")]
pub struct Import {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    grid: GridArgs,

    /// Collectives, separated by commas [default: those of the file].
    #[arg(long, value_delimiter = ',', value_parser = collective, value_name = "NAMES")]
    collectives: Vec<MpiCollective>,

    /// Radix of k-nomial trees that a variable sets beside the file [default: the file's, or the library's].
    #[arg(long, value_parser = count, value_name = "K", allow_negative_numbers = true)]
    radix: Option<u64>,
}

impl Import {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let source = input::read_any(&self.file, InputLimit::TUNING)?;
        let library = self.grid.library;
        if library == Library::Shim {
            return Err(bad_input(anyhow!(
                "the shim is compiled from the rules of its folder: see manifest.json there"
            )));
        }
        let report = tuning::check(&source, library);
        let Some(all) = report.content else {
            let faults = report.rendered(&source, &self.file);
            let file = self.file.display();
            return Err(bad_input(anyhow!(
                "{file} has faults, which the library refuses or misreads; mend them first:\n{faults}"
            )));
        };
        if report.warnings > 0 {
            let file = self.file.display();
            let library = library.word();
            message_to_stderr(&format!(
                "note: the library reads {file}; `logpine tune check {file} --for {library}` warns of what is odd in it"
            ));
        }
        let asked = |rules: &&Rules| self.collectives.is_empty() || self.collectives.contains(&rules.collective);
        let chosen: Vec<&Rules> = all.iter().filter(asked).collect();
        if chosen.is_empty() {
            return Err(bad_input(anyhow!("{} has no rules for these collectives", self.file.display())));
        }
        let machine = self.grid.machine()?;
        let question = self.grid.question(&machine);
        let bar = Bar::within("cells", self.grid.limit).uneven();
        let tables = chosen.into_iter().map(|rules| {
            let variables = self.variables(rules);
            Tuning::of_rules(&question, rules.clone(), variables, &bar).map_err(Outcome::from)
        });
        let tables = bar.around("pricing the settings", || tables.collect::<Step<Vec<Tuning>>>())?;
        let (name, clock, data) = (&machine.name, machine.clock, &machine.data);
        let subject =
            TuningSubject { library, machine: name, clock, tolerance: None, all_commute: true, data, tables: &tables };
        Ok(Outcome::Done(match format {
            Format::Json => manifest(&subject),
            Format::Text => {
                warned(&subject) + &tables.iter().map(|of| table(&subject, of)).collect::<Vec<_>>().join("\n")
            }
        }))
    }

    /// The variables that set the radix of k-nomial trees: those of the option, or else of the file.
    fn variables(&self, rules: &Rules) -> Vec<Variable> {
        let natives = algorithms(self.grid.library, rules.collective);
        let names = natives.filter_map(|native| native.knobs.fanout.and_then(|fanout| fanout.variable));
        let of_file = |name: &str| {
            let settings = rules.rules.iter().filter_map(|rule| rule.setting);
            let mut of_variable =
                settings.filter(|of| of.native.knobs.fanout.is_some_and(|fanout| fanout.variable == Some(name)));
            of_variable.find_map(|setting| setting.fanout)
        };
        names.filter_map(|name| Some((name, self.radix.or_else(|| of_file(name))?))).collect()
    }
}
