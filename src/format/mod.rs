//! Files of other tools: MRNet topologies ([`mrnet`]), GOAL schedules ([`goal`]), and lists of hosts ([`parse_hosts`]), on
//! which [`place`] puts the processes of a tree. All files of an answer, in any format: [`Files`](crate::report::file::Files).

#[cfg(feature = "cli")]
pub(crate) mod allocation_environment;
mod clustershell;
pub(crate) mod csv_hosts;
mod dot;
#[cfg(feature = "cli")]
mod file;
mod flux;
mod host_entry;
mod host_fold;
pub(crate) mod host_list;
mod host_name;
mod host_ranges;
pub(crate) mod mapping;
pub mod mrnet;
mod named;
mod placement;
mod rank_map;
pub(crate) mod settings;

pub(crate) use logpine_text::{fault as faults, place as source};

#[cfg(feature = "cli")]
pub(crate) use allocation_environment::{HostVariables, SlurmError, SlurmNodes, parse_slurm};
pub(crate) use clustershell::clustershell;
#[cfg(test)]
pub(crate) use csv_hosts::parse_host_table;
pub(crate) use dot::dot;
#[cfg(test)]
pub(crate) use file::write_new;
#[cfg(feature = "cli")]
pub(crate) use file::{Overwrite, StagedFile, check_destination, destination, way_out};
pub(crate) use flux::flux;
#[cfg(feature = "cli")]
pub(crate) use host_entry::MAX_HOSTS;
pub use host_list::parse_hosts;
pub(crate) use host_list::read_hosts;
pub use host_name::HostNameError;
pub(crate) use host_name::check_host_name;
pub use logpine_goal as goal;
pub use logpine_text::fault::{Diagnostic, Fault, FaultList, Level, Place};
pub use logpine_text::place::{Position, Severity};
pub use logpine_text::placed::PlacedError;
pub(crate) use mapping::every_rank;
pub(crate) use mapping::mapping;
pub(crate) use named::mapping_of_file;
pub(crate) use named::{hosts, no_hosts};
pub(crate) use placement::place_on;
pub use placement::{PlacementError, place};
pub(crate) use rank_map::attachment_map;
pub(crate) use rank_map::rank_map;
