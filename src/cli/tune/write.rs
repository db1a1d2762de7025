//! `logpine tune write`: a folder of tuning files.

use super::folder::files;
use super::place::GridArgs;
use crate::answer::{Tuning, TuningQuestion};
use crate::cli::args::Format;
use crate::cli::colour::reported;
use crate::cli::file::Overwrite;
use crate::cli::outcome::{Outcome, Step, bad_input, message_to_stderr};
use crate::cli::output::{check_folder, write_in_silence};
use crate::cli::progress::Bar;
use crate::report::tuning::{TuningSubject, brief, manifest, no_rule, text};
use crate::request::{MpiCollective, No, Operation, Refusal, Tolerance, Word};
use anyhow::anyhow;
use clap::Args;
use logpine_tuning::library::{Library, Maker};
use std::path::{self, PathBuf};

/// Writes tuning files that a library loads: for each number of ranks and bytes the best that it can express.
///
/// The folder holds the files, the settings without which the library ignores them, a README with the commands, and a manifest
/// of what each rule is meant to do, which `tune verify` reads. logpine writes a rule only where it predicts that the rule is faster than the
/// library's own choice. Elsewhere the library chooses.
#[derive(Debug, Args)]
#[command(
    override_usage = "logpine tune write --for <LIBRARY> -m <NAME|FILE> -n <RANKS> -s <SIZES> -o <DIR> [OPTIONS]"
)]
#[command(after_help = "\
logpine prices every rank count from the least to the largest up to 128, and
beyond that 2^k, 2^k + 1, 3*2^(k-1), 2^(k+1) - 1 and those that you name, at your
sizes and the powers of two between them. Before it writes a rule, it compares
the rule with the library's own choice at rank counts and sizes between as well:
next to every size at which that choice or the machine's prices change, and halfway.

MPICH's selection files must have all collectives of a release: --base is that
release's own file (maint/tuning/coll/mpir/generic.json of its sources, which
its library also contains), and only what was asked is replaced in it.

Examples:
  logpine tune write --for openmpi-4.1 -m mine.toml --ranks 2..1024 \\
    --bytes 1B..16MiB --collectives bcast,reduce -o tuning
  logpine tune write --for mpich-4.3 -m mine.toml --ranks 2..64 --bytes 1B..1MiB \\
    --base generic.json -o tuning")]
pub struct Write {
    #[command(flatten)]
    grid: GridArgs,

    /// Collectives, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = collective, value_name = "NAMES", default_value = "bcast,reduce")]
    collectives: Vec<MpiCollective>,

    /// Least gain over the library's own choice, and largest loss by sharing rules.
    ///
    /// A rule is written only where it is faster than the library's own choice by more than this. Neighbouring cells share a rule
    /// where that costs at most this much in each.
    #[arg(long, value_name = "PERCENT", default_value = "2%", allow_negative_numbers = true)]
    tolerance: Tolerance,

    /// Writes rules also where the time of the library's own choice is not known.
    ///
    /// Without it, logpine leaves these cells to the library, because a rule might be slower. The choices of UCC and Intel MPI
    /// are not known, nor some of Open MPI 6. `--for shim` implies this option.
    #[arg(long)]
    replace_unpriced: bool,

    /// Selection file of the release of MPICH, in which the rules are put.
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,

    /// Adds files by which MPICH (4.2 and later) builds the earliest tree for the smallest messages itself.
    #[arg(long, hide_short_help = true)]
    wave: bool,

    #[command(flatten)]
    folder: FolderArgs,

    /// Lists every rule; so does the README in the folder.
    #[arg(short, long)]
    verbose: bool,
}

/// The folder that is written.
#[derive(Debug, Args)]
struct FolderArgs {
    /// Folder for the files, which is made if there is none.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Replaces existing files.
    #[arg(long)]
    force: bool,
}

pub(super) fn collective(name: &str) -> Result<MpiCollective, String> {
    Operation::named(name).and_then(Operation::of_mpi).ok_or_else(|| {
        let known: Vec<&str> = MpiCollective::ALL.iter().map(|collective| collective.name()).collect();
        format!("no collective of MPI; they are {}", known.join(", "))
    })
}

impl Write {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let library = self.grid.library;
        if self.base.is_some() != (library.maker() == Maker::Mpich) {
            return Err(bad_input(match self.base {
                Some(_) => anyhow!("--base goes with MPICH; leave it out"),
                None => anyhow!(
                    "a selection file of {} must have all of its collectives: give that release's own file with --base (see --help)",
                    library.title()
                ),
            }));
        }
        if self.wave && !matches!(library, Library::Mpich43 | Library::Mpich5) {
            return Err(bad_input(anyhow!("--wave goes with MPICH 4.3 and 5, which build such trees")));
        }
        let machine = self.grid.machine()?;
        let question = TuningQuestion {
            // Whoever asks for the shim asks to replace the library.
            replaces_unpriced: self.replace_unpriced || library == Library::Shim,
            ..self.grid.question(&machine)
        };
        let mut collectives = self.collectives.clone();
        collectives.sort_by_key(|of| MpiCollective::ALL.iter().position(|known| known == of));
        collectives.dedup();
        let bar = Bar::within("cells", self.grid.limit).uneven();
        let tuned = |&of: &MpiCollective| Tuning::chosen(&question, of, self.tolerance, &bar).map_err(Outcome::from);
        let tables =
            bar.around("pricing the settings", || collectives.iter().map(tuned).collect::<Step<Vec<Tuning>>>())?;
        let subject = TuningSubject {
            library,
            machine: &machine.name,
            clock: machine.clock,
            tolerance: Some(self.tolerance),
            all_commute: question.all_commute,
            assumed: &[],
            data: &machine.data,
            tables: &tables,
        };
        if !self.wave && tables.iter().all(|table| table.rules.rules.is_empty()) {
            // Files without rules would change nothing, or only the settings beside the rules.
            subject.warnings().iter().for_each(|warning| message_to_stderr(&format!("warning: {warning}")));
            return Err(Refusal::No(No::new(&no_rule(&subject, question.replaces_unpriced), None)).into());
        }
        let written = self.write(&subject)?;
        let report = || {
            let mut page = if self.verbose { text(&subject) } else { brief(&subject) };
            for line in written {
                page.line(line);
            }
            page
        };
        Ok(reported(format, report, || manifest(&subject)))
    }

    /// Writes the folder; two lines say what and where.
    fn write(&self, subject: &TuningSubject) -> Step<[String; 2]> {
        let folder = path::absolute(&self.folder.output).unwrap_or_else(|_| self.folder.output.clone());
        let files = files(subject, &folder, self.base.as_deref(), self.wave)?;
        let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(&file.name)).collect();
        let overwrite = if self.folder.force { Overwrite::Replace } else { Overwrite::Refuse };
        let _made = check_folder(&folder, &paths, overwrite)?;
        let contents = files.iter().zip(&paths).map(|(file, path)| (path.as_path(), file.text.as_str()));
        write_in_silence(&contents.collect::<Vec<_>>(), overwrite)?;
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let readme = folder.join("README.md");
        let output = self.folder.output.display();
        Ok([format!("wrote {output}: {}", names.join(", ")), format!("The commands are in {}", readme.display())])
    }
}
