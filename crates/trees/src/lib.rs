//! Trees of processes, and the fastest of them for a machine: shapes that count equal subtrees once, families of trees that launchers and
//! libraries build, exact search over all trees of a job with a proved bound ([`search::optimum`]), trees with few internal processes
//! ([`search::budget`]), on hosts that are not alike ([`search::unequal`]), and on hosts with several processes ([`search::two_level`]).

#![warn(unnameable_types)]

#[cfg(test)]
mod launches;
#[cfg(test)]
mod partitions;
pub mod search;
pub mod tree;
