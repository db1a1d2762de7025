//! Files of overlay networks: topologies of MRNet ([`mrnet`]), hosts as people and batch systems list them ([`host_list`],
//! [`csv_hosts`], [`allocation_environment`]), the host of each rank ([`mapping`](mod@mapping)), and settings of Slurm, Flux and
//! `ClusterShell` ([`settings`], read; [`clustershell`](fn@clustershell) and [`flux`](fn@flux), written). [`place`] puts the processes
//! of a tree on hosts.

pub mod allocation_environment;
mod clustershell;
pub mod csv_hosts;
mod dot;
mod flux;
mod host_entry;
mod host_fold;
pub mod host_list;
pub mod host_name;
mod host_ranges;
pub mod mapping;
pub mod mrnet;
mod placement;
mod rank_map;
pub mod settings;
#[cfg(test)]
mod tests;

pub use clustershell::clustershell;
pub use dot::dot;
pub use flux::flux;
pub use host_entry::MAX_HOSTS;
pub use placement::{PlacementError, place, place_on};
pub use rank_map::{attachment_map, rank_map};
