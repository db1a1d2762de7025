//! Writing of topology files in a canonical layout.

use super::{MAX_STATEMENTS, Topology, check};
use crate::host_name::{HostNameError, check_host_name};
use logpine_text::fault::Fault;
use std::fmt::Write as _;

/// The reason why a topology cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// More statements than MRNet can read.
    #[error(
        "the topology takes {statements} statements, one for each process with children, but MRNet reads at most \
         {MAX_STATEMENTS}; use larger fanouts or a smaller height"
    )]
    TooManyStatements {
        /// The number of statements.
        statements: usize,
    },
    /// A number of processes that differs from the number of nodes.
    #[error("{processes} processes for a tree of {nodes} nodes: every node needs one")]
    ProcessCount {
        /// The number of nodes in the tree.
        nodes: usize,
        /// The number of processes given.
        processes: usize,
    },
    /// A host name that MRNet does not accept.
    #[error("{0}; {hint}", hint = .0.hint())]
    HostName(#[from] HostNameError),
    /// A topology whose file would be faulty.
    #[error("the topology would be a faulty file, {}: {}", fault.place, fault.message())]
    Faulty {
        /// The first fault of the file.
        fault: Box<Fault>,
    },
}

/// Writes the topology as an MRNet file: one statement for each process with children, in breadth-first order, one child a
/// line; ASCII with line feeds. [`check`] finds no fault in it, not even a warning.
///
/// # Errors
/// [`WriteError`], before anything is written.
///
/// ```
/// use logpine_overlays::mrnet::{self, Process, Topology};
/// use logpine_trees::tree::Tree;
/// let process = |host: &str, rank| Process { host: host.to_owned(), rank };
/// let topology = Topology {
///     tree: Tree::from_fanouts([2, 0, 1, 0]).expect("every child is listed"),
///     processes: vec![process("fe", 0), process("n1", 0), process("n2", 0), process("n2", 1)],
/// };
/// assert_eq!(mrnet::write(&topology)?, "fe:0 =>\n\tn1:0\n\tn2:0 ;\n\nn2:0 =>\n\tn2:1 ;\n");
/// # Ok::<(), mrnet::WriteError>(())
/// ```
pub fn write(topology: &Topology) -> Result<String, WriteError> {
    let Topology { tree, processes } = topology;
    if tree.len() != processes.len() {
        return Err(WriteError::ProcessCount { nodes: tree.len(), processes: processes.len() });
    }
    let statements = tree.internal_nodes().count();
    if statements > MAX_STATEMENTS {
        return Err(WriteError::TooManyStatements { statements });
    }
    for process in processes {
        check_host_name(&process.host)?;
    }
    let text = statements_of(topology);
    match check(text.as_bytes()).faults.first() {
        Some(fault) => Err(WriteError::Faulty { fault: Box::new(fault.clone()) }),
        None => Ok(text),
    }
}

fn statements_of(Topology { tree, processes }: &Topology) -> String {
    let name_lengths: usize = processes.iter().map(|process| process.host.len()).sum();
    let mut text = String::with_capacity(name_lengths + 8 * processes.len());
    if tree.len() == 1 {
        push(&mut text, format_args!("{} ;\n", processes[0]));
    }
    for node in tree.internal_nodes() {
        let blank_line = if node == 0 { "" } else { "\n" };
        push(&mut text, format_args!("{blank_line}{} =>", processes[node as usize]));
        for child in tree.children(node) {
            push(&mut text, format_args!("\n\t{}", processes[child as usize]));
        }
        text.push_str(" ;\n");
    }
    text
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a string takes all that is written to it");
}
