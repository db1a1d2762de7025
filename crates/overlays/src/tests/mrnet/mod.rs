//! MRNet topology files: valid ones, invalid ones with their faults, and topologies read back as they were written.
//!
//! The behaviour of MRNet on each file is that of MRNet 5.0.1.

mod faults;
mod hosts;
mod read_back;
mod written;

use crate::host_list::parse_hosts;
use crate::mrnet::{self, MAX_STATEMENTS, Mode, Process, ProcessTree, Topology, Warning, WriteError};
use crate::{place, rank_map};
use logpine_models::job::Placement;
use logpine_text::fault::Fault;
use logpine_trees::tree::Tree;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::path::Path;

/// Faults as `code line:column`.
fn faults(source: &[u8]) -> Vec<String> {
    let report = mrnet::check(source);
    assert_eq!(
        report.topology.is_none(),
        report.faults.first_error().is_some(),
        "a tree exactly where there is no error"
    );
    let place =
        |fault: &Fault| format!("{} {}:{}", fault.code(), fault.place.position().line, fault.place.position().column);
    report.faults.iter().map(place).collect()
}

/// A topology in one line: processes in breadth-first order, each with its children in brackets.
fn read(source: &[u8]) -> String {
    let topology = mrnet::read(source).unwrap_or_else(|faults| panic!("{faults:?}"));
    let name = |node: u32| topology.processes[node as usize].to_string();
    let mut text = String::new();
    for node in topology.tree.nodes() {
        let children: Vec<String> = topology.tree.children(node).map(name).collect();
        write!(text, "{}({})", name(node), children.join(" ")).expect("a string");
    }
    text
}
