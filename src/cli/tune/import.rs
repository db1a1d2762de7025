//! `logpine tune import`: what a tuning file makes a library run, and what that costs.

use super::folder::{ENVIRONMENT, MANIFEST, PARAMS, SELECTION, read_manifest, rules_name};
use super::place::GridArgs;
use super::write::collective;
use crate::answer::{Tuning, Variable};
use crate::cli::args::{Format, count};
use crate::cli::colour::reported;
use crate::cli::input;
use crate::cli::outcome::{Outcome, Step, bad_input, message_to_stderr};
use crate::cli::progress::Bar;
use crate::report::tuning::{TuningSubject, manifest, maps};
use crate::request::{MpiCollective, Word};
use anyhow::anyhow;
use clap::Args;
use logpine_text::input::InputLimit;
use logpine_tuning::files::{self, openmpi};
use logpine_tuning::library::{Library, Maker, Rules, algorithms};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads a tuning file: which algorithm a library runs with it for each number of ranks and bytes, what that costs on a machine,
/// and what would be better.
#[derive(Debug, Args)]
#[command(override_usage = "logpine tune import <FILE> --for <LIBRARY> -m <NAME|FILE> -n <RANKS> -s <SIZES> [OPTIONS]")]
#[command(after_help = "\
Example:
  logpine tune import /etc/openmpi-rules.conf --for openmpi-4.1 -m mine.toml \\
    --ranks 2..64 --bytes 1B..1MiB")]
pub struct Import {
    /// The file, - for standard input, or a folder that `tune write` made.
    ///
    /// With a rules file of Open MPI, `mca-params.conf` next to it is read too, for the radix of k-nomial broadcasts. Of a file of settings, the
    /// rules file that it names is read.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    grid: GridArgs,

    /// Collectives, separated by commas [default: those of the file].
    #[arg(long, value_delimiter = ',', value_parser = collective, value_name = "NAMES")]
    collectives: Vec<MpiCollective>,

    /// Radix of k-nomial trees that a variable sets next to the file [default: that of the files, or the library's].
    #[arg(long, value_parser = count, value_name = "K", allow_negative_numbers = true)]
    radix: Option<u64>,
}

impl Import {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let library = self.grid.library;
        if library == Library::Shim {
            return Err(bad_input(anyhow!(
                "the shim is compiled from the rules of its folder: see manifest.json there"
            )));
        }
        let Files { path, source, radix } = self.files()?;
        let report = files::check(&source, library);
        let file = path.display();
        let Some(all) = report.content else {
            let faults = report.faults.rendered(&source, &path);
            return Err(bad_input(anyhow!(
                "{file} has faults, which the library refuses or misreads; mend them first:\n{faults}"
            )));
        };
        if report.faults.warnings() > 0 {
            let library = library.word();
            message_to_stderr(&format!(
                "note: the library reads {file}; `logpine tune check {file} --for {library}` warns of what is odd in it"
            ));
        }
        let asked = |rules: &&Rules| self.collectives.is_empty() || self.collectives.contains(&rules.collective);
        let chosen: Vec<&Rules> = all.iter().filter(asked).collect();
        if chosen.is_empty() {
            return Err(bad_input(anyhow!("{file} has no rules for these collectives")));
        }
        let machine = self.grid.machine()?;
        let question = self.grid.question(&machine);
        let bar = Bar::within("cells", self.grid.limit).uneven();
        let tables = chosen.into_iter().map(|rules| {
            let variables = variables(library, rules, self.radix.or(radix));
            Tuning::of_rules(&question, rules.clone(), variables, &bar).map_err(Outcome::from)
        });
        let tables = bar.around("pricing the settings", || tables.collect::<Step<Vec<Tuning>>>())?;
        let (name, clock, data) = (&machine.name, machine.clock, &machine.data);
        let assumed: Vec<String> = tables.iter().flat_map(|table| assumed(library, table)).collect();
        let subject = TuningSubject {
            library,
            machine: name,
            clock,
            tolerance: None,
            all_commute: question.all_commute,
            assumed: &assumed,
            data,
            tables: &tables,
        };
        Ok(reported(format, || maps(&subject), || manifest(&subject)))
    }

    /// Refuses a folder that was written for another library.
    fn check_manifest(&self, folder: &Path) -> Step<()> {
        let path = folder.join(MANIFEST);
        if !path.is_file() {
            return Ok(());
        }
        let library = read_manifest(&path)?.library;
        if library == self.grid.library {
            return Ok(());
        }
        let (folder, title, word) = (folder.display(), library.title(), library.word());
        Err(bad_input(anyhow!("{folder} was written for {title}: pass --for {word}, or name a file")))
    }

    /// Reads the rules, and the settings next to them.
    fn files(&self) -> Step<Files> {
        let mut path = self.file.clone();
        if path.is_dir() {
            let library = self.grid.library;
            let name = match library.maker() {
                Maker::OpenMpi => rules_name(library),
                Maker::Mpich => SELECTION,
                Maker::Ucc | Maker::Impi | Maker::Shim => ENVIRONMENT,
            };
            self.check_manifest(&path)?;
            let found = Some(path.join(name)).filter(|path| path.is_file());
            path = found.ok_or_else(|| {
                let (folder, library) = (path.display(), library.title());
                bad_input(anyhow!("{folder} has no {name}, which `tune write` makes for {library}: name the file"))
            })?;
        }
        let mut source = input::read_any(&path, InputLimit::TUNING)?;
        if self.grid.library.maker() != Maker::OpenMpi {
            return Ok(Files { path, source, radix: None });
        }
        let mut settings = path.with_file_name(PARAMS);
        let radix = if let Some(named) = openmpi::rules_path(&source).map(PathBuf::from) {
            let radix = openmpi::radix(&source);
            if !openmpi::uses_rules(&source) {
                let settings = without_rules(&path);
                return Err(bad_input(anyhow!(
                    "{settings}, so the library loads no rules; name the rules file, {}",
                    named.display()
                )));
            }
            // A folder may have moved since it was written.
            let moved = path.with_file_name(named.file_name().unwrap_or_default());
            settings = std::mem::replace(&mut path, if named.is_file() || !moved.is_file() { named } else { moved });
            let name = format!("the rules file {}, which {} names", path.display(), settings.display());
            source = input::read_named(&path, &name, InputLimit::TUNING)?;
            radix
        } else if settings != path && self.file.as_os_str() != "-" && settings.is_file() {
            let text = input::read(&settings, InputLimit::TUNING)?;
            if openmpi::rules_path(&text).is_some() && !openmpi::uses_rules(&text) {
                message_to_stderr(&format!("warning: {}", without_rules(&settings)));
            }
            openmpi::radix(&text)
        } else {
            return Ok(Files { path, source, radix: None });
        };
        let (rules, settings) = (path.display(), settings.display());
        message_to_stderr(&format!(
            "note: read the rules of {rules}, and of {settings} only the radix of k-nomial trees"
        ));
        Ok(Files { path, source, radix })
    }
}

/// Settings with which Open MPI loads no rules, in words.
fn without_rules(settings: &Path) -> String {
    format!(
        "{} lacks coll_tuned_use_dynamic_rules = 1, without which Open MPI ignores rules in silence",
        settings.display()
    )
}

/// A file with rules, and what is set next to it.
struct Files {
    path: PathBuf,
    source: Vec<u8>,
    /// The radix of k-nomial broadcasts.
    radix: Option<u64>,
}

/// The variables that set the radix of k-nomial trees: that which is given, or else of the rules.
fn variables(library: Library, rules: &Rules, radix: Option<u64>) -> Vec<Variable> {
    let natives = algorithms(library, rules.collective);
    let names = natives.filter_map(|native| native.knobs.fanout.and_then(|fanout| fanout.variable));
    let of_file = |name: &str| {
        let settings = rules.rules.iter().filter_map(|rule| rule.setting);
        let mut of_variable =
            settings.filter(|of| of.native.knobs.fanout.is_some_and(|fanout| fanout.variable == Some(name)));
        of_variable.find_map(|setting| setting.fanout)
    };
    names.filter_map(|name| Some((name, radix.or_else(|| of_file(name))?))).collect()
}

/// The variables of a table that no file sets, although cells depend on them, a line each.
fn assumed(library: Library, table: &Tuning) -> impl Iterator<Item = String> {
    let settings = table.cells.iter().flat_map(|cell| cell.setting.into_iter().chain(cell.default.map(|(of, _)| of)));
    let of_variables =
        settings.filter_map(|of| of.native.knobs.fanout).filter_map(|of| Some((of.variable?, of.default)));
    let unset = of_variables.filter(|(name, _)| table.variables.iter().all(|(known, _)| known != name));
    let (library, collective) = (library.title(), table.rules.collective.name());
    let unset: BTreeMap<_, _> = unset.collect();
    unset.into_iter().map(move |(name, default)| {
        format!("{collective}: no {name} was read, so k-nomial trees have {library}'s default radix, {default}; give another with --radix")
    })
}
