//! `logpine tune verify`: did the intended trees run?

use super::folder::{MANIFEST, read_manifest};
use super::write::collective;
use crate::answer::{Run, Verified, said, unfit};
use crate::cli::args::{Format, count, size};
use crate::cli::colour::reported;
use crate::cli::input;
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::report::tuning::{Call, verified, verified_json};
use crate::request::MpiCollective;
use anyhow::anyhow;
use clap::Args;
use logpine_text::input::InputLimit;
use logpine_tuning::files::observed::{self, ObservedFile, Sender};
use logpine_tuning::library::Library;
use std::path::PathBuf;

/// Proves that a folder of tuning files took effect: compares the messages of a run with what the manifest intends.
///
/// The files are of one run: the profiles of Open MPI's component pml/monitoring (all ranks), the trees that MPICH dumps
/// (`MPIR_CVAR_COLL_TREE_DUMP`), or what `logpine-mpi probe` found by delays under any library. Every edge is compared, and the
/// number of its messages if they were counted, which shows the segments. If something else ran, the likely cause is named. The
/// exit status is 1 unless what was meant ran.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mpirun -n 8 logpine-mpi probe bcast -s 8B -o probe.csv
  logpine tune verify tuning probe.csv

  mkdir profile
  mpirun -n 8 --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 \\
    --mca pml_monitoring_filename profile/of logpine-mpi call bcast -s 64KiB
  logpine tune verify tuning profile/of.*.prof --collective bcast")]
pub struct Verify {
    /// Folder that `tune write` made, or its manifest.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Profiles, dumped trees, or the file of a probe, of one run.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Collective of the run; a probe says it itself.
    #[arg(long, value_parser = collective, value_name = "NAME")]
    collective: Option<MpiCollective>,

    /// Bytes of a call; a probe says them itself, and profiles of a single kind of calls.
    #[arg(short = 's', long, value_parser = size, value_name = "SIZE", allow_negative_numbers = true)]
    bytes: Option<u64>,

    /// Root of the call.
    #[arg(long, value_name = "RANK")]
    root: Option<u64>,

    /// Number of calls of the run [default: as the profiles tell].
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    calls: Option<u64>,
}

impl Verify {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let path = if self.folder.is_dir() { self.folder.join(MANIFEST) } else { self.folder.clone() };
        let manifest = read_manifest(&path)?;
        let read = |path: &PathBuf| {
            let bytes = input::read(path, InputLimit::of_text("record of a run", 64 << 20))?;
            Ok((path.display().to_string(), bytes))
        };
        let files = self.files.iter().map(read).collect::<Step<Vec<_>>>()?;
        let files: Vec<ObservedFile> = files.iter().map(|(path, bytes)| ObservedFile { path, bytes }).collect();
        let sender = if manifest.library == Library::Shim { Sender::Program } else { Sender::Library };
        let collective = self.collective.unwrap_or(MpiCollective::Bcast);
        let observed = observed::read(&files, collective, sender).map_err(bad_input)?;
        let Some((collective, bytes, root)) = said(&observed, self.collective, self.bytes) else {
            return Err(bad_input(anyhow!(
                "these files do not say what was called; give --collective and -s, as in --collective bcast -s 64KiB"
            )));
        };
        if let Some(reason) = unfit(&observed, manifest.library) {
            return Err(bad_input(anyhow!("{reason}")));
        }
        let is_other =
            self.collective.is_some_and(|asked| asked != collective) || self.bytes.is_some_and(|asked| asked != bytes);
        if is_other {
            let name = collective.name();
            return Err(bad_input(anyhow!("the probe was of {name} of {bytes} B: leave out --collective and -s")));
        }
        let call = Call { library: manifest.library, collective, bytes };
        let rules = manifest
            .rules(collective)
            .ok_or_else(|| bad_input(anyhow!("{} has no rules for {}", path.display(), collective.name())))?;
        let root = self.root.unwrap_or(root);
        let run = Run { collective, bytes, root, calls: self.calls, observed: &observed };
        let found = Verified::new(manifest.library, rules, run);
        let report = reported(format, || verified(&found, call), || verified_json(&found, call));
        Ok(if found.is_as_meant() { report } else { Outcome::Incomplete(Box::new(report)) })
    }
}
