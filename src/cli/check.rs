//! `logpine check`: is this file valid?

use super::args::Format;
use super::input;
use super::outcome::{Outcome, Step};
use anyhow::Context;
use clap::{Args, ValueEnum};
use logpine::format::mrnet::{self, Report, Severity};
use logpine::report::json::SCHEMA;
use serde::Serialize;
use std::net::{IpAddr, ToSocketAddrs};
use std::path::PathBuf;

/// Finds every fault of a file in one run, each with line, column and a hint.
///
/// An error is whatever the file's consumer refuses, silently gets wrong or silently skips; a warning is legal but odd.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine check tree.top
  mrnet_topgen -t b:16^2 -h hosts | logpine check --as mrnet -
  logpine check tree.top --format json")]
pub struct Check {
    /// The file, or - for standard input.
    file: PathBuf,

    /// The file's format; MRNet's topologies are the only one so far.
    #[arg(id = "as", long = "as", value_enum, value_name = "FORMAT")]
    file_format: Option<FileFormat>,

    /// Also looks every host up, as MRNet does: names that cannot be resolved here, and names of one host.
    #[arg(long)]
    resolve: bool,
}

/// Formats that can be checked.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FileFormat {
    /// MRNet's topology file (`.top`).
    #[default]
    Mrnet,
}

#[derive(Serialize)]
struct CheckJson<'a> {
    schema: u32,
    file: String,
    format: &'static str,
    valid: bool,
    statements: usize,
    processes: usize,
    faults: Vec<FaultJson<'a>>,
}

#[derive(Serialize)]
struct FaultJson<'a> {
    severity: String,
    fault: &'a str,
    line: usize,
    column: usize,
    message: String,
    hint: &'a str,
}

impl Check {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let source = self.source()?;
        let FileFormat::Mrnet = self.file_format.unwrap_or_default();
        let report = if self.resolve { mrnet::check_resolving(&source, &addresses) } else { mrnet::check(&source) };
        let valid = report.errors().next().is_none();
        let result = match format {
            Format::Text => self.text(&source, &report),
            Format::Json => self.json(&report, valid)?,
        };
        Ok(if valid { Outcome::Done(result) } else { Outcome::Faults(result) })
    }

    fn source(&self) -> Step<Vec<u8>> {
        if self.file.as_os_str() == "-" {
            return input::read_from(std::io::stdin().lock(), "standard input");
        }
        input::read(&self.file, "")
    }

    fn text(&self, source: &[u8], report: &Report) -> String {
        let faults: String = report.faults.iter().map(|fault| fault.render(source, &self.file)).collect();
        let of = |severity| report.faults.iter().filter(|fault| fault.severity() == severity).count();
        let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
        let file = self.file.display();
        let verdict = match &report.topology {
            Some(topology) if errors == 0 => format!(
                "{file}: valid MRNet topology: {}, {} of them leaves, height {}, {} of at most {} statements\n",
                counted(report.processes, "process", "processes"),
                topology.tree.leaves().count(),
                topology.tree.height(),
                report.statements,
                mrnet::MAX_STATEMENTS,
            ),
            _ => format!("{file}: not a valid MRNet topology\n"),
        };
        let count = match errors + warnings {
            0 => String::new(),
            _ => format!("{}, {}\n", counted(errors, "error", "errors"), counted(warnings, "warning", "warnings")),
        };
        faults + &verdict + &count
    }

    fn json(&self, report: &Report, valid: bool) -> Step<String> {
        let faults = report.faults.iter().map(|fault| FaultJson {
            severity: fault.severity().to_string(),
            fault: fault.kind.code(),
            line: fault.position.line,
            column: fault.position.column,
            message: fault.kind.to_string(),
            hint: fault.kind.hint(),
        });
        let document = CheckJson {
            schema: SCHEMA,
            file: self.file.display().to_string(),
            format: "mrnet",
            valid,
            statements: report.statements,
            processes: report.processes,
            faults: faults.collect(),
        };
        Ok(serde_json::to_string_pretty(&document).context("cannot write JSON")? + "\n")
    }
}

/// The addresses of a host by this machine's resolver.
fn addresses(host: &str) -> Option<Vec<IpAddr>> {
    (host, 0).to_socket_addrs().ok().map(|addresses| addresses.map(|address| address.ip()).collect())
}

fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
