//! `logpine check`: is this file valid?

mod goal;
mod input_format;
mod inputs;
mod judgement;
mod measurements;
mod mrnet;
mod setting;
mod valid;

use super::args::Format;
use super::input;
use super::outcome::{Outcome, Step, bad_input};
use crate::input::InputError;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use input_format::InputFormat;
use judgement::Judgement;
use mrnet::LookUp;
use setting::SettingArgs;
use std::path::{Path, PathBuf};

/// Checks any file that logpine reads: topologies, schedules, machines, requests, hosts, networks, measurements, settings of trees.
///
/// An error is whatever the program that loads the file refuses, silently gets wrong or silently skips; a warning is legal
/// but odd. One run finds all faults of a topology, a schedule or a setting, and the first fault of other files, each with its line,
/// its column and a hint. Of a setting of Slurm, Flux or ClusterShell it says what tree it makes and, on a --machine, what it costs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine check tree.top
  logpine check machine.toml
  mrnet_topgen -t b:16^2 -h hosts | logpine check --as mrnet -
  logpine check schedule.goal --format json
  logpine check /etc/clustershell/topology.conf --machine cab
  logpine check slurm.conf --machine cab --members 4097")]
pub struct Check {
    /// The file, or - for standard input.
    file: PathBuf,

    /// Format of the file, if neither its extension nor its content shows it.
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
        let named = self.file_format.or_else(|| InputFormat::of_extension(&self.file));
        let limit = InputFormat::limit(named);
        let is_stdin = self.file.as_os_str() == "-";
        let source = if is_stdin { input::read_stdin(limit)? } else { input::read(&self.file, limit)? };
        let Some(file_format) = named.or_else(|| InputFormat::of_content(&source, &self.file)) else {
            return Err(self.unknown_format());
        };
        check_size(&source, &self.file, file_format)?;
        if self.resolve && file_format != InputFormat::Mrnet {
            return Err(bad_input(anyhow!("--resolve looks up hosts, which only MRNet topologies (--as mrnet) name")));
        }
        let is_a_tree = matches!(file_format, InputFormat::Clustershell | InputFormat::Flux | InputFormat::Slurm);
        self.setting.check_use(is_a_tree, file_format == InputFormat::Slurm)?;
        Ok(self.judgement(&source, file_format)?.outcome(&self.file, file_format, format))
    }

    /// The refusal of a file that nothing reads.
    fn unknown_format(&self) -> Outcome {
        let names: Vec<String> = InputFormat::value_variants().iter().map(|format| format.name()).collect();
        let (file, names) = (self.file.display(), names.join(", "));
        bad_input(anyhow!(
            "{file} is in no format that logpine recognises; if you know its format, name it: --as {names}"
        ))
    }

    fn judgement(&self, source: &[u8], file_format: InputFormat) -> Step<Judgement> {
        let file = &self.file;
        let look_up = if self.resolve { LookUp::Yes } else { LookUp::No };
        Ok(match file_format {
            InputFormat::Mrnet => mrnet::judgement(source, file, look_up),
            InputFormat::Goal => goal::text(source, file),
            InputFormat::GoalBin => goal::packed(source, file),
            InputFormat::Machine => inputs::MACHINE.judgement(source, file),
            InputFormat::Request => inputs::REQUEST.judgement(source, file),
            InputFormat::Expected => inputs::EXPECTED.judgement(source, file),
            InputFormat::Hosts => inputs::HOSTS.judgement(source, file),
            InputFormat::Mapping => inputs::MAPPING.judgement(source, file),
            InputFormat::Network => inputs::NETWORK.judgement(source, file),
            InputFormat::Measurements => inputs::MEASUREMENTS.judgement(source, file),
            InputFormat::Table => inputs::TABLE.judgement(source, file),
            InputFormat::Clustershell => self.setting.clustershell(source, file)?,
            InputFormat::Flux => self.setting.flux(source, file)?,
            InputFormat::Slurm => self.setting.slurm(source, file)?,
        })
    }
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
