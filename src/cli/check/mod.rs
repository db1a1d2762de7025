//! `logpine check`: is this file valid?

mod file_format;
mod goal;
mod inputs;
mod judgement;
mod mrnet;

use super::args::Format;
use super::input;
use super::outcome::{Outcome, Step, bad_input};
use anyhow::anyhow;
use clap::Args;
use file_format::FileFormat;
use judgement::Judgement;
use mrnet::LookUp;
use std::path::PathBuf;

/// Judges any file that logpine reads: topologies, schedules, machines, requests, hosts, networks, measurements.
///
/// An error is whatever the file's consumer refuses, silently gets wrong or silently skips; a warning is legal but odd. Of topologies
/// and schedules every fault is found in one run, of other files the first, each with line, column and a hint.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine check tree.top
  logpine check machine.toml
  mrnet_topgen -t b:16^2 -h hosts | logpine check --as mrnet -
  logpine check schedule.goal --format json")]
pub struct Check {
    /// The file, or - for standard input.
    file: PathBuf,

    /// Format of the file, if neither its extension nor its content tells.
    #[arg(id = "as", long = "as", value_enum, value_name = "FORMAT")]
    file_format: Option<FileFormat>,

    /// Looks every host up, as MRNet does, and reports names that cannot be resolved and names of one host.
    #[arg(long)]
    resolve: bool,
}

impl Check {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let named = self.file_format.or_else(|| FileFormat::of_extension(&self.file));
        let limit = FileFormat::limit(named);
        let is_stdin = self.file.as_os_str() == "-";
        let source = if is_stdin { input::read_stdin(limit)? } else { input::read(&self.file, limit)? };
        let file_format = named.unwrap_or_else(|| FileFormat::of_content(&source, &self.file));
        if self.resolve && file_format != FileFormat::Mrnet {
            return Err(bad_input(anyhow!("--resolve looks up hosts, which only MRNet topologies (--as mrnet) name")));
        }
        self.judgement(&source, file_format).outcome(&self.file, file_format.name(), format)
    }

    fn judgement(&self, source: &[u8], file_format: FileFormat) -> Judgement {
        let file = &self.file;
        let look_up = if self.resolve { LookUp::Yes } else { LookUp::No };
        match file_format {
            FileFormat::Mrnet => mrnet::judgement(source, file, look_up),
            FileFormat::Goal => goal::text(source, file),
            FileFormat::GoalBin => goal::packed(source, file),
            FileFormat::Machine => inputs::MACHINE.judgement(source, file),
            FileFormat::Request => inputs::REQUEST.judgement(source, file),
            FileFormat::Expected => inputs::EXPECTED.judgement(source, file),
            FileFormat::Hosts => inputs::HOSTS.judgement(source, file),
            FileFormat::Mapping => inputs::MAPPING.judgement(source, file),
            FileFormat::Network => inputs::NETWORK.judgement(source, file),
            FileFormat::Measurements => inputs::MEASUREMENTS.judgement(source, file),
            FileFormat::Table => inputs::TABLE.judgement(source, file),
        }
    }
}
