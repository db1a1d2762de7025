//! Files of other tools: MRNet topologies ([`mrnet`]), GOAL schedules ([`goal`]), and lists of hosts ([`parse_hosts`]), on
//! which [`place`] puts the processes of a tree. All files of an answer, in any format: [`Files`](crate::report::file::Files).

pub use logpine_goal as goal;
pub use logpine_overlays::host_list::parse_hosts;
pub use logpine_overlays::host_name::HostNameError;
pub use logpine_overlays::{PlacementError, place};
pub use logpine_text::fault::{Diagnostic, Fault, FaultList, Level, Place};
pub use logpine_text::place::{Position, Severity};
pub use logpine_text::placed::PlacedError;

/// Topologies of MRNet.
pub mod mrnet {
    pub use logpine_overlays::mrnet::{Process, ProcessTree, Report, Topology, WriteError, check, read, write};
}
