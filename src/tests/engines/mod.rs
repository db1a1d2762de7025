//! Engines against brute force, closed forms and published numbers.

mod bgp;
mod certify;
pub mod closed_forms;
pub mod collectives;
mod decision_map;
mod executed;
mod members;
mod mpi;
mod network_plans;
pub mod optimality;
mod papers;
mod port;
mod properties;
mod stages;
mod stopped;
mod tau_lop;
mod tuning;
mod two_level;
mod uncertain;
mod unequal;
mod unequal_members;
