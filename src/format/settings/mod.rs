//! Settings of systems whose tree has a knob, as they are read: `ClusterShell`'s `topology.conf`, the `[bootstrap]` table of Flux,
//! and the `TreeWidth` of Slurm. One run finds all faults of a file.

mod clustershell;
mod fault;
mod faults;
mod flux;
mod hosts;
mod parents;
mod slurm;

pub use clustershell::check as clustershell;
pub use fault::{Fault, MAX_FAULTS_OF_KIND};
pub use flux::check as flux;
pub use slurm::{SlurmSettings, check as slurm};

use crate::format::source::Severity;
use crate::tree::Tree;
use std::path::Path;

/// What a file says, and its faults.
#[derive(Debug)]
pub struct Report<T> {
    /// What the file says; `None` if it has errors.
    pub content: Option<T>,
    /// The faults in the order of their places, of each kind at most [`MAX_FAULTS_OF_KIND`].
    pub faults: Vec<Fault>,
    /// The number of errors, those that are not listed included.
    pub errors: u64,
    /// The number of warnings, those that are not listed included.
    pub warnings: u64,
}

/// A member tree whose nodes are hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostTree {
    /// The tree.
    pub tree: Tree,
    /// The host of each node, breadth-first.
    pub hosts: Vec<String>,
}

impl<T> Report<T> {
    /// The first fault for which the file's reader refuses it.
    pub fn first_error(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.kind.severity() == Severity::Error)
    }

    /// The number of faults that are not listed.
    pub fn not_listed(&self) -> u64 {
        (self.errors + self.warnings).saturating_sub(self.faults.len() as u64)
    }

    /// The faults for users, one below the other.
    pub fn rendered(&self, source: &[u8], path: &Path) -> String {
        self.faults.iter().map(|fault| fault.render(source, path)).collect()
    }
}
