//! Files of other tools: MRNet topologies ([`mrnet`]), GOAL schedules ([`goal`]), graphs of networks ([`mod@network`]),
//! lists and tables of hosts ([`read_hosts`]), Graphviz pictures ([`dot()`]), maps from leaves to MRNet ranks
//! ([`rank_map()`]) and hosts of ranks ([`mapping()`]); and files that are written in full or not at all ([`write_new`]).

mod allocation_environment;
mod csv_hosts;
mod dot;
mod file;
pub mod goal;
mod host_entry;
mod host_list;
mod host_list_error;
mod host_name;
mod host_ranges;
mod mapping;
pub mod mrnet;
mod named;
#[cfg(not(feature = "internals"))]
pub(crate) mod network;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod network;
mod placement;
mod rank_map;
mod source;

pub use allocation_environment::{HostVariables, SlurmError, parse_slurm};
pub use csv_hosts::parse_host_table;
pub use dot::dot;
internal! { file::{FileError, Overwrite, StagedFile, check_destination, destination, write_new} }
pub use host_list::parse_hosts;
pub use host_list_error::HostListError;
internal! { host_entry::MAX_HOSTS }
internal! { host_list::read_hosts }
internal! { host_list_error::HostListFault }
internal! { host_name::{HostNameError, MAX_HOST_NAME, check_host_name} }
internal! { mapping::{MappingFault, MappingFaultKind, mapping} }
pub(crate) use mapping::every_rank;
pub use named::{NamedError, hosts};
internal! { named::mapping_of_file }
pub use placement::{PlacementError, place};
internal! { placement::place_on }
pub(crate) use rank_map::attachment_map;
pub use rank_map::{RankMapError, rank_map};
internal! { source::Position }
