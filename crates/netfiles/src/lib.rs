//! Files about networks: descriptions of networks, and what tools print of the links of a machine ([`network`]), schedules and trees made
//! for a network, and certificates ([`plans`]). Files of other programs that nobody reads are named ([`foreign`]).

#[cfg(test)]
extern crate self as logpine_netfiles;

mod fault;
pub mod foreign;
mod machines;
pub mod network;
mod place;
pub mod plans;
