//! Packings of arborescences that reach the greatest throughput of a network: schedules of broadcast, reduce, allgather and
//! reduce-scatter for long vectors, and of allreduce on symmetric networks.
//!
//! The [`optimum`] is exact, and comes with the cut that attains it. A [`Packing`] sends the data of each root down weighted
//! trees whose loads fit the capacities of the links. Switches are split off first, so that trees lead from rank to rank, and
//! every edge of a tree is mapped back to one path through the switches.

mod allreduce;
mod contract;
mod demands;
mod depths;
mod general;
mod kept;
mod level;
mod optimum;
mod options;
mod order;
mod pack;
mod paths;
mod peel;
mod pieces;
mod portfolio;
mod raise;
mod roots;
mod scale;
mod shortest;
mod split;
mod stars;
mod swaps;
mod trees;

pub use allreduce::{AllreduceBound, allreduce_bound, least_allreduce_time};
pub use contract::{Contraction, Route, contract};
pub use optimum::{Optimum, optimum};
pub use options::Options;
pub use pack::{front, pack, packings};
pub use roots::Roots;
pub use trees::Packing;
#[cfg(test)]
pub use trees::{Link, PackedTree};

/// No link: the entry of the root.
const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests;
