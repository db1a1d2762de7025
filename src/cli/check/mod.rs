//! `logpine check`: is this file valid?

mod columns;
mod decision_map;
mod found;
mod goal;
mod input_format;
mod inputs;
mod judgement;
mod marks;
mod measurements;
mod mrnet;
mod planned;
mod setting;
mod valid;
mod written;

use super::args::Format;
use super::input;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr};
use super::progress::spinning;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use input_format::InputFormat;
use itertools::Itertools as _;
use judgement::Judged;
pub(super) use judgement::{Judgement, counted};
use logpine_netfiles::foreign::foreign;
use logpine_text::input::InputError;
use setting::SettingArgs;
use std::path::{Path, PathBuf};
use written::written;

/// Checks any file that logpine reads: topologies, schedules, machines, requests, hosts, networks, measurements, settings of trees, and
/// what it plans for a network.
///
/// An error is whatever the program that loads the file refuses, silently gets wrong or silently skips; a warning is legal
/// but odd. One run finds all faults of a topology, a schedule, a setting or a plan, and the first fault of other files, each with its line,
/// its column and a hint. Of a setting of Slurm, Flux or ClusterShell it says what tree it makes and, on a --machine, what it costs.
/// The exit status is that of the worst file: 0 if all are valid, 1 if some are not, 2 if some cannot be read or recognised.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine check tree.top
  logpine check machines/*.toml
  mrnet_topgen -t b:16^2 -h hosts | logpine check --as mrnet -
  logpine check schedule.goal --format json
  logpine check /etc/clustershell/topology.conf --machine cab
  logpine check slurm.conf --machine cab --members 4097")]
pub struct Check {
    /// The files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Format of the files, if neither their extensions nor their contents show it.
    #[arg(id = "as", long = "as", value_enum, value_name = "FORMAT")]
    file_format: Option<InputFormat>,

    /// Looks up every host, as MRNet does, and reports names that cannot be resolved or that mean the same host.
    #[arg(long)]
    resolve: bool,

    #[command(flatten)]
    setting: SettingArgs,
}

impl Check {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        if let [file] = self.files.as_slice() {
            return Ok(self.judged(file)?.outcome(format));
        }
        let (mut judged, mut unread) = (Vec::new(), 0);
        for file in &self.files {
            match self.judged(file) {
                Ok(one) => judged.push(one),
                Err(refusal) => {
                    unread += 1;
                    message_to_stderr(&format!("error: {}", refusal.message()));
                }
            }
        }
        Ok(Judged::outcome_of_all(&judged, unread, format))
    }

    /// The judgement of a file.
    fn judged<'a>(&self, file: &'a Path) -> Step<Judged<'a>> {
        let named = self.file_format.or_else(|| InputFormat::of_extension(file));
        let limit = InputFormat::limit(named);
        let source = match named {
            _ if file.as_os_str() == "-" => input::read_stdin(limit)?,
            Some(_) => input::read(file, limit)?,
            None => input::read_named(file, &file.display().to_string(), limit)?,
        };
        let judge = || self.judged_source(file, &source);
        // Looking up names has a bar of its own.
        if self.resolve { judge() } else { spinning("checking", judge) }
    }

    /// The judgement of a file with this content.
    fn judged_source<'a>(&self, file: &'a Path, source: &[u8]) -> Step<Judged<'a>> {
        let file_format = match self.file_format {
            Some(file_format) => file_format,
            None => match *InputFormat::of(source, file) {
                [file_format] => file_format,
                ref several => return Err(unknown_format(source, file, several)),
            },
        };
        check_size(source, file, file_format)?;
        if self.resolve && file_format != InputFormat::Mrnet {
            return Err(bad_input(anyhow!("--resolve looks up hosts, which only MRNet topologies (--as mrnet) name")));
        }
        let is_a_tree = matches!(file_format, InputFormat::Clustershell | InputFormat::Flux | InputFormat::Slurm);
        self.setting.check_use(is_a_tree, file_format == InputFormat::Slurm)?;
        Ok(Judged { file, format: file_format, judgement: (file_format.reads().check)(self, source, file)?.in_short() })
    }
}

/// The refusal of a file that no format claims, or several equally.
fn unknown_format(source: &[u8], file: &Path, several: &[InputFormat]) -> Outcome {
    let file = file.display();
    let names = |formats: &[InputFormat], or: &str| formats.iter().map(|format| format.name()).join(or);
    if !several.is_empty() {
        let (formats, flags) = (names(several, " or "), names(several, " or --as "));
        return bad_input(anyhow!("{file} has the form of more than one format ({formats}); name it: --as {flags}"));
    }
    let text = &*String::from_utf8_lossy(source);
    if let Some(foreign) = foreign(text) {
        return bad_input(anyhow!("{file} is {foreign}"));
    }
    if let Some(name) = written(source) {
        return bad_input(anyhow!(
            "{file} is {name}: logpine writes such files and reads none, so there is nothing to check"
        ));
    }
    let names = names(InputFormat::value_variants(), ", ");
    let is_bare = text
        .trim_start_matches('\u{feff}')
        .lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'));
    if is_bare {
        return bad_input(anyhow!(
            "{file} has nothing but comments and blank lines, which do not show its format; name it: --as {names}"
        ));
    }
    bad_input(anyhow!("{file} is in no format that logpine recognises; if you know its format, name it: --as {names}"))
}

/// Refuses a file that is larger than its consumer reads: a format that is recognised late was read up to the largest limit.
fn check_size(source: &[u8], file: &Path, file_format: InputFormat) -> Step<()> {
    let limit = InputFormat::limit(Some(file_format));
    if source.len() as u64 <= limit.file {
        return Ok(());
    }
    let (name, way_out) = (file.display().to_string(), "is it the right file?");
    Err(bad_input(InputError::TooLarge { name, limit: limit.file, what: limit.what, way_out }))
}
