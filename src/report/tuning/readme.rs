//! The README of a folder of tuning files.

use super::text::for_all_sizes;
use super::{TuningSubject, text};
use crate::answer::{TunedCell, Tuning};
use crate::report::text::Look;
use crate::request::MpiCollective;
use logpine_text::shell_word::quoted_line;
use logpine_text::units::Bytes;
use logpine_tuning::library::{Form, Library, Maker};
use std::cmp::Reverse;
use std::fmt::Write as _;

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// The name.
    pub name: String,
    /// The purpose, in a line.
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
        run(library, folder, files.iter().any(|file| file.name == "wave.sh")),
        prove(subject, folder)
    );
    let _ = write!(out, "\n## What they do\n\n{}\n{}", text(subject).shown(Look::Markdown), scope(subject));
    out
}

fn run(library: Library, folder: &str, has_wave: bool) -> String {
    let file = |name: &str| quoted_line(&format!("{folder}/{name}"));
    if library.maker() == Maker::Shim {
        return shim(folder);
    }
    let loaded = format!("```sh\n. {}\nmpirun -n 8 ./program\n```\n\n", file("environment.sh"));
    let more = match library.maker() {
        Maker::OpenMpi => {
            "For all runs, add the lines of `mca-params.conf` to `~/.openmpi/mca-params.conf`. Without \
             `coll_tuned_use_dynamic_rules` the rules are ignored without a word, and so is a file that cannot be read or is \
             malformed (`logpine tune check` finds that).\n"
        }
        Maker::Mpich | Maker::Ucc | Maker::Impi | Maker::Shim => {
            "The variables have to reach every rank: on other nodes by `mpirun -genvall`, `srun --export=ALL` or the like.\n"
        }
    };
    let wave = format!(
        "\nOr, instead, with the earliest tree for the smallest messages, which MPICH builds itself and uses for all sizes (`tune verify` \
         does not know it):\n\n```sh\n. {}\nmpirun -n 8 ./program\n```\n",
        file("wave.sh")
    );
    loaded + more + if has_wave { &wave } else { "" }
}

/// The shim's commands, variables and limits.
fn shim(folder: &str) -> String {
    let [source, object, check] =
        ["logpine-shim.c", "logpine-shim.so", "self-check"].map(|name| quoted_line(&format!("{folder}/{name}")));
    format!(
        "```sh\nmpicc -O2 -shared -fPIC {source} -o {object} -ldl\n# Open MPI\nmpirun -n 8 -x LD_PRELOAD={object} ./program\n# MPICH, \
         Intel MPI\nmpirun -n 8 -genv LD_PRELOAD {object} ./program\n```\n\nCompile it with the `mpicc` of the library that the program \
         uses, once for each library: loaded into another one it says so and ends the program. It can also be linked, before the \
         library: `mpicc program.o {object} -o program`.\n\nThat it computes right under the library at hand is checked by:\n\n```sh\nmpicc \
         -O2 {check}.c -o {check}\nmpirun -n 8 -x LD_PRELOAD={object} {check} 1 1000\n```\n\n| variable, the same on all ranks | for \
         |\n|---|---|\n| `LOGPINE_DISABLE=1` | all calls go to the library |\n| `LOGPINE_STATS=1` | rank 0 prints the calls and bytes of each \
         rule, and the calls left to the library |\n| `LOGPINE_AFTER=3` | a communicator is served from that call on which a rule fits \
         |\n| `LOGPINE_MOST=4096` | the most communicators served at a time \
         |\n\nIf one rank has other tables or variables, all calls of all ranks go to the library. What no rule fits goes there too: other \
         sizes and rank counts, communicators between groups or with processes started later, operators whose order an algorithm does not \
         keep, more than 2 GiB.\n\nIt is not for buffers in the memory of devices, nor for programs with a static MPI library, which ignore \
         it. **All ranks must load it**: if the variable does not reach one of the hosts, the others wait in `MPI_Init` for ever.\n"
    )
}

/// A cell whose messages can be compared: with the most ranks, and among those the one that `prefers` ranks highest.
fn cell<'a, K: Ord>(
    subject: &TuningSubject<'a>,
    prefers: impl Fn(&TunedCell) -> K,
) -> Option<(MpiCollective, &'a TunedCell)> {
    let cells = subject.tables.iter().flat_map(|table| table.cells.iter().map(|cell| (table.rules.collective, cell)));
    let is_tree = |cell: &TunedCell| cell.setting.is_some_and(|setting| matches!(setting.native.form, Form::Tree(_)));
    let of_trees = |collective| matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce);
    let cells = cells.filter(|(collective, cell)| of_trees(*collective) && is_tree(cell));
    cells.max_by_key(|(_, cell)| (cell.ranks, prefers(cell)))
}

fn prove(subject: &TuningSubject, folder: &str) -> String {
    let verify = format!("logpine tune verify {}", quoted_line(folder));
    let cut = |cell: &TunedCell| cell.setting.map_or(0, |setting| setting.messages(cell.bytes.unwrap_or(1)));
    let Some((collective, counted)) = cell(subject, cut) else {
        return "Messages are compared along trees, of broadcasts and reductions; these rules have none.\n".to_owned();
    };
    let mut text = String::new();
    let object = quoted_line(&format!("{folder}/logpine-shim.so"));
    let shim = format!("-x LD_PRELOAD={object} -x LOGPINE_AFTER=1 ");
    let loading = if subject.library == Library::Shim { &shim } else { "" };
    if matches!(subject.library.maker(), Maker::OpenMpi | Maker::Shim) {
        let (name, ranks, bytes) = (collective.name(), counted.ranks, Bytes(counted.bytes.unwrap_or(1)));
        let _ = write!(
            text,
            "By the messages that Open MPI counts, if it has the component pml/monitoring:\n\n```sh\nmkdir profile\nmpirun -n {ranks} {loading}--mca \
             pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 \\\n  --mca pml_monitoring_filename profile/of logpine-mpi \
             call {name} -s {bytes}\n{verify} profile/of.*.prof --collective {name} -s {bytes}\n```\n\nOr by "
        );
    } else {
        text += "By ";
    }
    if let Some((collective, probed)) = cell(subject, |cell| Reverse(cell.bytes)) {
        let (name, ranks, bytes) = (collective.name(), probed.ranks, Bytes(probed.bytes.unwrap_or(1)));
        let _ = write!(
            text,
            "delays, with the program of `crates/logpine-mpi` built for the library:\n\n```sh\nmpirun -n {ranks} {loading}logpine-mpi probe {name} -s \
             {bytes} -o probe.csv\n{verify} probe.csv\n```\n"
        );
    }
    text
}

fn scope(subject: &TuningSubject) -> String {
    let mut text = String::from(
        "A rule serves the rank counts and sizes in its row. Elsewhere the library chooses. Times are predictions by the model named above.\n",
    );
    if let Some(tolerance) = subject.tolerance {
        let percent = tolerance.percent();
        let _ = writeln!(
            text,
            "logpine wrote a rule only where it is faster than the library's own choice by more than {percent}% at the priced rank counts and \
             sizes, or where `--replace-unpriced` asked for it. Between them, logpine tried some more sizes. A rule is slower at none of these \
             where the time of the library's own choice is known. Neighbouring cells share a rule if that costs at most {percent}% in each."
        );
        let is_for_all = |table: &Tuning| {
            let collective = table.rules.collective;
            collective.has_bytes() && subject.library.has_one_row(collective)
        };
        if subject.tables.iter().any(is_for_all) {
            text += &for_all_sizes(&percent);
        }
    }
    if subject.library.maker() == Maker::OpenMpi {
        text += if subject.all_commute {
            "Written with `--commutative`: reductions with operators that do not commute may give WRONG RESULTS with these rules, which \
             cannot tell such operators.\n"
        } else {
            "Reductions keep the order of the ranks, so that operators that do not commute stay right.\n"
        };
    }
    if subject.library == Library::OpenMpi5 || subject.library == Library::OpenMpi6 {
        text += "Across nodes the component HAN would serve collectives in place of these rules; these settings turn it off.\n";
    }
    if subject.library.maker() == Maker::Mpich {
        text += "The selection file changes non-blocking broadcasts and reductions too where a release builds trees through them.\n";
    }
    text
}
