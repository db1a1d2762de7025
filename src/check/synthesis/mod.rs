//! Checks of schedules in steps, packings of trees and certificates of lower bounds, all from plain data.
//!
//! The code shares nothing with that which finds them, except the graph as the statement of the problem.
//!
//! | function | what must hold | time |
//! |---|---|---|
//! | [`check_sends`] | arcs, capacities, causality; every rank ends with what it needs; every contribution counts once | O(n log n + m) for n sends and m arcs; times P/64 if contributions are combined |
//! | [`check_trees`] | trees span all ranks along paths of arcs; the loads fit the throughput | O(n log n + m) for n vertices on all paths |
//! | [`check_ports`] | every vertex sends and receives one block in a step | O(n) |
//! | [`check_times`] | node times prove a least number of steps | O(m + P) |
//! | [`check_cut`] | a set of vertices proves a least time per unit | O(m) |
//! | [`check_formula`] | the formula has the form that a solver expects; that it has no solution is *not* checked | O(length) |
//!
//! A further kind of certificate needs a function beside these and a variant of
//! [`Proof`](crate::format::synthesis::certificate::Proof).
//!
//! # Blocks
//!
//! For a broadcast and a reduction blocks are numbered 0..B. For the other collectives each of P ranks has B blocks, and block
//! `rank * B + index` is one that the rank has at first (gather, allgather), or that it is to get (scatter, reduce-scatter,
//! allreduce).

mod certificate;
mod collective;
mod contributions;
mod fault;
mod formula;
mod groups;
mod movement;
mod ports;
mod reduction;
mod sends;
mod sent;
mod spanning;
mod statement;
mod tree_edge;
mod trees;
mod wrong_send;

pub use certificate::{Certified, WrongCertificate, check_cut, check_times};
pub use collective::{COLLECTIVES, planned_collective};
pub use fault::{Fault, Limits};
pub use formula::{Formula, WrongFormula, check_formula};
pub use ports::{WrongPort, check_ports};
pub use sends::{Executed, check_sends};
pub use sent::Sent;
pub use statement::Statement;
#[cfg(test)]
pub use statement::WrongStatement;
pub use tree_edge::{TreeEdge, WrongTree};
pub use trees::{Packed, Packing, check_trees};
pub use wrong_send::WrongSend;

#[cfg(test)]
pub(crate) mod tests;
