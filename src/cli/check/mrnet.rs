//! MRNet topologies, which are refused for whatever MRNet refuses, misreads or skips.

use super::judgement::{FaultJson, Judgement, counted, not_listed};
use crate::format::Severity;
use crate::format::mrnet::{self, Report};
use std::net::{IpAddr, ToSocketAddrs};
use std::path::Path;

/// Says if hosts are looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LookUp {
    No,
    Yes,
}

pub fn judgement(source: &[u8], file: &Path, look_up: LookUp) -> Judgement {
    let report = match look_up {
        LookUp::Yes => mrnet::check_resolving(source, &addresses),
        LookUp::No => mrnet::check(source),
    };
    Judgement {
        words: "MRNet topology".to_owned(),
        contents: contents(&report),
        is_known: true,
        values: vec![("statements", report.statements.into()), ("processes", report.processes.into())],
        rendered: report.faults.iter().map(|fault| fault.render(source, file)).collect(),
        faults: faults(&report),
        remarks: not_listed(report.not_listed(), mrnet::MAX_FAULTS_OF_KIND),
        errors: report.count(Severity::Error),
        warnings: report.count(Severity::Warning),
    }
}

fn contents(report: &Report) -> String {
    let Some(topology) = &report.topology else { return String::new() };
    format!(
        "{} ({}), height {}, {} of at most {} statements",
        counted(report.processes as u64, "process", "processes"),
        counted(topology.tree.leaves().count() as u64, "leaf", "leaves"),
        topology.tree.height(),
        report.statements,
        mrnet::MAX_STATEMENTS,
    )
}

fn faults(report: &Report) -> Vec<FaultJson> {
    let fault_json = |fault: &mrnet::Fault| FaultJson {
        severity: fault.severity().to_string(),
        fault: Some(fault.kind.code()),
        line: Some(fault.position.line),
        column: Some(fault.position.column),
        byte: None,
        message: fault.kind.to_string(),
        hint: Some(fault.kind.hint()),
    };
    report.faults.iter().map(fault_json).collect()
}

/// The addresses of a host by this machine's resolver.
fn addresses(host: &str) -> Option<Vec<IpAddr>> {
    (host, 0).to_socket_addrs().ok().map(|addresses| addresses.map(|address| address.ip()).collect())
}
