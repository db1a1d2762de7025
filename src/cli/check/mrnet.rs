//! What `check` says of MRNet topologies.

use super::{FaultJson, counted, json, not_listed, verdict};
use crate::cli::args::Format;
use crate::cli::outcome::{Outcome, Step};
use crate::format::mrnet::{self, Report, Severity};
use crate::report::json::SCHEMA;
use serde::Serialize;
use std::net::{IpAddr, ToSocketAddrs};
use std::path::Path;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    file: String,
    format: &'static str,
    valid: bool,
    statements: usize,
    processes: usize,
    errors: u64,
    warnings: u64,
    faults: Vec<FaultJson<'a>>,
}

/// Whether hosts are looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LookUp {
    No,
    Yes,
}

pub fn check(source: &[u8], file: &Path, look_up: LookUp, format: Format) -> Step<Outcome> {
    let report = match look_up {
        LookUp::Yes => mrnet::check_resolving(source, &addresses),
        LookUp::No => mrnet::check(source),
    };
    let valid = report.count(Severity::Error) == 0;
    let result = match format {
        Format::Text => text(source, file, &report),
        Format::Json => {
            let faults = report.faults.iter().map(|fault| FaultJson {
                severity: fault.severity().to_string(),
                fault: fault.kind.code(),
                line: Some(fault.position.line),
                column: Some(fault.position.column),
                byte: None,
                message: fault.kind.to_string(),
                hint: fault.kind.hint(),
            });
            json(&Document {
                schema: SCHEMA,
                file: file.display().to_string(),
                format: "mrnet",
                valid,
                statements: report.statements,
                processes: report.processes,
                errors: report.count(Severity::Error),
                warnings: report.count(Severity::Warning),
                faults: faults.collect(),
            })?
        }
    };
    Ok(if valid { Outcome::Done(result) } else { Outcome::Faults(result) })
}

fn text(source: &[u8], path: &Path, report: &Report) -> String {
    let faults: String = report.faults.iter().map(|fault| fault.render(source, path)).collect();
    let (errors, warnings) = (report.count(Severity::Error), report.count(Severity::Warning));
    let file = path.display();
    let found = match &report.topology {
        Some(topology) if errors == 0 => format!(
            "{file}: valid MRNet topology: {}, {} of them leaves, height {}, {} of at most {} statements\n",
            counted(report.processes as u64, "process", "processes"),
            topology.tree.leaves().count(),
            topology.tree.height(),
            report.statements,
            mrnet::MAX_STATEMENTS,
        ),
        _ => format!("{file}: not a valid MRNet topology\n"),
    };
    faults + &not_listed(report.not_listed(), mrnet::MAX_FAULTS_OF_KIND) + &found + &verdict(errors, warnings)
}

/// The addresses of a host by this machine's resolver.
fn addresses(host: &str) -> Option<Vec<IpAddr>> {
    (host, 0).to_socket_addrs().ok().map(|addresses| addresses.map(|address| address.ip()).collect())
}
