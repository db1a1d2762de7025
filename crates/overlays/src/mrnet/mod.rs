//! MRNet topology files: the reader, the validator and the writer.
//!
//! ```text
//! fe0:0 => n1:0 n2:0 n9:0 ;
//! n1:0 => n3:0 n4:0 n5:0 ;
//! n2:0 => n6:0 n7:0 ;      # comment to end of line
//! ```
//!
//! A statement names a process and its children. The process without a parent is the root, the front end. A process is
//! written `host:rank`; the rank distinguishes processes of one host and has no other meaning (it is not MRNet's own rank,
//! which a [rank map](crate::rank_map) has).
//!
//! MRNet 5.0.1 accepts many files without loading their contents: it skips unknown characters, and a process with two
//! parents or a cycle stops it without any message. [`check`] finds all such faults in one run.

mod check;
mod graph;
mod names;
mod parse;
mod processes;
mod scan;
mod write;

pub use logpine_models::job::Mode;
use logpine_text::fault::FaultList;
pub use names::Resolve;
pub use processes::ProcessTree;
pub use processes::Warning;
pub use write::{WriteError, write};

use logpine_trees::tree::Tree;
use std::fmt;

/// The maximum number of statements that MRNet 5.0.1 reads: its parser keeps each on a stack with 10,000 slots.
pub const MAX_STATEMENTS: usize = 9_994;

/// One process of a topology, written `host:rank`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Process {
    /// The host of the process.
    pub host: String,
    /// The number that distinguishes it from other processes of the host.
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
    /// The tree, with children in the file's order.
    pub tree: Tree,
    /// The process of each node of the tree, in breadth-first order.
    pub processes: Vec<Process>,
}

/// The result of [`check`].
#[derive(Clone, Debug)]
pub struct Report {
    /// The faults of the file.
    pub faults: FaultList,
    /// The number of statements.
    pub statements: usize,
    /// The number of distinct processes.
    pub processes: usize,
    /// The tree; `None` if there is an error.
    pub topology: Option<Topology>,
}

/// Finds the faults of a topology file, and returns its tree if it has no error.
///
/// **Complexity** O(bytes) expected, plus sorting the faults.
///
/// ```
/// use logpine_overlays::mrnet;
/// let report = mrnet::check(b"fe:0 => a:0 b:0 ;\nb:0 => c:01 ;\n");
/// let fault = &report.faults[0];
/// assert_eq!((fault.code(), fault.place.to_string()), ("leading-zeros", "line 2".to_owned()));
/// assert!(report.topology.is_none());
/// ```
#[must_use]
pub fn check(source: &[u8]) -> Report {
    check::check(source, None)
}

/// Checks a topology file as [`check`] does, and also looks up every host as MRNet does while it reads the file. MRNet
/// treats all hosts that cannot be resolved as one host without a name, and names with the same address as one host.
#[must_use]
pub fn check_resolving(source: &[u8], resolve: Resolve) -> Report {
    check::check(source, Some(resolve))
}

/// Reads the tree of a topology file.
///
/// # Errors
/// The faults listed, including warnings, if at least one is an error.
///
/// ```
/// use logpine_overlays::mrnet;
/// let topology = mrnet::read(b"fe:0 => a:0 b:0 ;  b:0 => c:0 c:1 ;").expect("a valid file");
/// assert_eq!(topology.processes[4].to_string(), "c:1");
/// assert_eq!(topology.tree.parent(4), Some(2));
/// ```
pub fn read(source: &[u8]) -> Result<Topology, FaultList> {
    let report = check(source);
    report.topology.ok_or(report.faults)
}
