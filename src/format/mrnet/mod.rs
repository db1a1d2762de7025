//! MRNet topology files: the reader, the validator and the writer.
//!
//! ```text
//! fe0:0 => n1:0 n2:0 n9:0 ;
//! n1:0 => n3:0 n4:0 n5:0 ;
//! n2:0 => n6:0 n7:0 ;      # comment to end of line
//! ```
//!
//! A statement names a process and its children; the process that is no one's child is the root, the front end.
//! `host:rank` names a process; the rank tells processes of one host apart and has no other meaning (it is not MRNet's
//! own rank, for which see [`rank_map`](super::rank_map())).
//!
//! MRNet 5.0.1 accepts many files without loading what they say: it skips characters it does not know, and a process
//! with two parents or a cycle stops it without any message. [`check`] finds all of that, every fault in one run.

mod check;
mod fault;
mod faults;
mod graph;
mod names;
mod parse;
mod processes;
mod scan;
mod write;

pub use crate::format::source::Severity;
internal! { crate::request::Mode }
pub use fault::{Fault, FaultKind};
internal! { fault::Cycle }
use faults::Tally;
internal! { names::Resolve }
pub use processes::ProcessTree;
internal! { processes::Warning }
pub use write::{WriteError, write};

use crate::tree::Tree;
use std::fmt;

/// The most statements MRNet 5.0.1 reads: its parser holds each in a slot of a stack that is 10,000 deep.
pub const MAX_STATEMENTS: usize = 9_994;

/// One process of a topology, written `host:rank`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Process {
    /// The host it runs on.
    pub host: String,
    /// What tells it from the host's other processes.
    pub rank: u32,
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.rank)
    }
}

/// A tree of processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Who is whose child, children in the file's order.
    pub tree: Tree,
    /// The process at every node of the tree, in its breadth-first order.
    pub processes: Vec<Process>,
}

/// The most faults of one kind that a report lists; the others are counted.
pub const MAX_FAULTS_OF_KIND: u64 = 20;

/// What [`check`] found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The faults in the order of their places, of each kind the first [`MAX_FAULTS_OF_KIND`] that were found.
    pub faults: Vec<Fault>,
    /// How many statements there are.
    pub statements: usize,
    /// How many different processes there are.
    pub processes: usize,
    /// The tree; `None` where there is an error.
    pub topology: Option<Topology>,
    tallies: Vec<Tally>,
}

impl Report {
    /// The errors that are listed.
    pub fn errors(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().filter(|fault| fault.severity() == Severity::Error)
    }

    /// How many faults are so bad, those that are not listed included.
    #[must_use]
    pub fn count(&self, severity: Severity) -> u64 {
        self.tallies.iter().filter(|tally| tally.severity == severity).map(|tally| tally.count).sum()
    }

    /// How many faults are not listed.
    #[must_use]
    pub fn not_listed(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.count.saturating_sub(MAX_FAULTS_OF_KIND)).sum()
    }
}

/// The faults of a topology file, and its tree where it has no error.
///
/// **Complexity** O(bytes) expected, besides sorting the faults.
///
/// ```
/// use logpine::format::mrnet;
/// let report = mrnet::check(b"fe:0 => a:0 b:0 ;\nb:0 => c:01 ;\n");
/// let fault = &report.faults[0];
/// assert_eq!((fault.kind.code(), fault.position.line, fault.position.column), ("leading-zeros", 2, 10));
/// assert!(report.topology.is_none());
/// ```
#[must_use]
pub fn check(source: &[u8]) -> Report {
    check::check(source, None)
}

/// As [`check`], and looks every host up as MRNet does while it reads the file: MRNet takes hosts that cannot be
/// resolved for one host without a name, and names of one address for one host.
///
/// ```
/// use logpine::format::mrnet;
/// let resolve = |host: &str| (host == "a" || host == "b").then(|| vec![[10, 0, 0, 1].into()]);
/// let report = mrnet::check_resolving(b"a:0 => b:0 c:0 ;", &resolve);
/// let kinds: Vec<_> = report.faults.iter().map(|fault| fault.kind.code()).collect();
/// assert_eq!(kinds, ["same-address", "unresolvable"]);
/// ```
#[must_use]
pub fn check_resolving(source: &[u8], resolve: Resolve) -> Report {
    check::check(source, Some(resolve))
}

/// The tree of a topology file.
///
/// # Errors
/// The faults that are listed, warnings included, where at least one is an error.
///
/// ```
/// use logpine::format::mrnet;
/// let topology = mrnet::read(b"fe:0 => a:0 b:0 ;  b:0 => c:0 c:1 ;").expect("a valid file");
/// assert_eq!(topology.processes[4].to_string(), "c:1");
/// assert_eq!(topology.tree.parent(4), Some(2));
/// ```
pub fn read(source: &[u8]) -> Result<Topology, Vec<Fault>> {
    let report = check(source);
    report.topology.ok_or(report.faults)
}
