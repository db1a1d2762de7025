//! Settings of systems whose tree has a knob, as they are read: `ClusterShell`'s `topology.conf`, the `[bootstrap]` table of Flux,
//! and the `TreeWidth` of Slurm. One run finds all faults of a file.
//!
//! A file without errors may still leave its tree open, where it names groups or files that are not read: then there is a warning,
//! and no content.

mod clustershell;
mod flux;
mod flux_uri;
mod hosts;
mod parents;
mod slurm;

pub use clustershell::check as clustershell;
pub use flux::check as flux;
pub use slurm::{SlurmSettings, Width, check as slurm};

use logpine_trees::tree::Tree;
use std::sync::Arc;

/// A member tree whose nodes are hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostTree {
    /// The tree.
    pub tree: Tree,
    /// The host of each node, breadth-first.
    pub hosts: Vec<Arc<str>>,
}
