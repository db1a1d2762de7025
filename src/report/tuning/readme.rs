//! The README of a folder of tuning files.

use super::{TuningSubject, text};
use crate::library::{Library, Maker};
use std::fmt::Write as _;

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// Its name.
    pub name: String,
    /// What it is for, in a line.
    pub purpose: &'static str,
}

/// The README: the files, the exact commands, what the rules are meant to do, and what they do not cover. `folder` is the
/// absolute path of the folder.
#[must_use]
pub fn readme(subject: &TuningSubject, folder: &str, files: &[Companion]) -> String {
    let library = subject.library;
    let mut out = format!("# {} tuned by logpine for {}\n\n", library.title(), subject.machine);
    if !library.is_verified() {
        let _ = writeln!(
            out,
            "Not verified: these files follow the documentation of {}, or an early build. Try them with `logpine tune verify` \
             before you rely on them.\n",
            library.title()
        );
    }
    out += "| file | for |\n|---|---|\n";
    for Companion { name, purpose } in files {
        let _ = writeln!(out, "| `{name}` | {purpose} |");
    }
    let _ = write!(
        out,
        "\n## Run with them\n\n{}\n## Prove that they took effect\n\n{}",
        run(library, folder),
        prove(library)
    );
    let _ = write!(out, "\n## What they do\n\n```text\n{}```\n\n{}", text(subject), scope(subject));
    out
}

fn run(library: Library, folder: &str) -> String {
    let loaded = format!("```sh\n. {folder}/environment.sh\nmpirun -n 8 ./program\n```\n\n");
    let more = match library.maker() {
        Maker::OpenMpi => {
            "For all runs, add the lines of `mca-params.conf` to `~/.openmpi/mca-params.conf`. Without \
             `coll_tuned_use_dynamic_rules` the rules are ignored without a word, and so is a file that cannot be read or is \
             malformed (`logpine tune check` finds that).\n"
        }
        Maker::Mpich | Maker::Ucc | Maker::Impi => {
            "The variables have to reach every rank: on other nodes by `mpirun -genvall`, `srun --export=ALL` or the like.\n"
        }
    };
    loaded + more
}

fn prove(library: Library) -> String {
    let probe = "```sh\nmpirun -n 8 logpine-mpi probe bcast -s 8B -o probe.csv\nlogpine tune verify . probe.csv\n```\n";
    match library.maker() {
        Maker::OpenMpi => format!(
            "By the messages that the library counts, if it has the component pml/monitoring:\n\n```sh\nmkdir profile\nmpirun -n 8 --mca \
             pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 \\\n  --mca pml_monitoring_filename profile/of logpine-mpi \
             call bcast -s 64KiB\nlogpine tune verify . profile/of.*.prof --collective bcast -s 64KiB\n```\n\nOr by delays, with any build:\n\n{probe}"
        ),
        _ => format!("By delays, with the program of `crates/logpine-mpi` built for the library:\n\n{probe}"),
    }
}

fn scope(subject: &TuningSubject) -> String {
    let mut text = String::from(
        "A rule counts from a value of the grid to the one before the next; outside the grid the library chooses. Times are \
         predictions by the model named above.\n",
    );
    if let Some(tolerance) = subject.tolerance {
        let percent = f64::from(tolerance) / 100.0;
        let _ = writeln!(text, "Neighbouring cells share a rule if that costs at most {percent} % in each.");
    }
    if subject.library == Library::OpenMpi5 || subject.library == Library::OpenMpi6 {
        text += "Across nodes the component HAN would serve collectives in place of these rules; `mca-params.conf` turns it off.\n";
    }
    if subject.library.maker() == Maker::Mpich {
        text += "The selection file changes non-blocking broadcasts and reductions too where a release builds trees through them.\n";
    }
    text
}
