//! Checks of schedules in steps, packings of trees and certificates of lower bounds, all from plain data.
//!
//! The code shares nothing with that which finds them, except the graph as the statement of the problem.
//!
//! | function | what must hold | time |
//! |---|---|---|
//! | [`check_sends`] | arcs, capacities, causality; every rank ends with what it needs; every contribution counts once | O(n log n + m) for n sends and m arcs; times P/64 if contributions are combined |
//! | [`check_rounds`] | the same, of steps with several rounds | the same |
//! | [`check_translated`] | the same of an allgather in which all ranks use one tree, translated, from that tree alone | O(n) for n entries of the tree, and the arcs |
//! | [`check_trees`] | trees span all ranks along paths of arcs; the loads fit the throughput | O(n log n + m) for n vertices on all paths |
//! | [`check_shared`] | limits on what several links carry together in a step | O(n log m) for n pairs of a send and a limit |
//! | [`check_ports`] | every vertex starts one send and ends one reception in a step | O(n + m) |
//! | [`Program::check`] | thread blocks of GPUs, executed chunk by chunk, bring about a collective, in whichever order they run | O(n P) for n chunks that move, and a clock for each wait |
//! | [`Proof::check`] | node times, a cut, a partition, prices, cuts in time, or the number of calls prove a bound; a formula is compared with what it should say, but that it has no solution needs a solver | linear but for prices, calls and formulas |
//!
//! `plan` holds the claims of a whole answer against these.
//!
//! A further kind of certificate is a variant of [`Proof`].
//!
//! # Blocks
//!
//! For a broadcast and a reduction blocks are numbered 0..B. For the other collectives each of P ranks has B blocks, and block
//! `rank * B + index` is one that the rank has at first (gather, allgather), or that it is to get (scatter, reduce-scatter,
//! allreduce).

mod certificate;
mod collective;
mod contributions;
mod distances;
mod fault;
mod formula;
mod groups;
mod movement;
mod plan;
mod ports;
mod program;
mod reduction;
mod sends;
mod sent;
mod shared;
mod spanning;
mod statement;
mod translated;
mod tree_edge;
mod trees;

pub use certificate::{BlocksBound, CellCuts, CutInTime, Dual, Evidence, Least, Proof, RoundsBound};
pub use collective::{COLLECTIVES, planned_collective};
pub use fault::Fault;
pub use fault::{Limits, Wrong};
pub use formula::Formula;
pub use plan::{ClaimedPoint, Made, check_bound, check_made, check_point, check_ranking};
pub use ports::check_ports;
pub use program::{Buffer, Cell, Gpu, Instruction, Kind, Program, ThreadBlock, WrongProgram};
pub use sends::check_sends;
pub use sends::{Executed, check_rounds};
pub use sent::Sent;
pub use shared::check_shared;
pub use statement::Statement;
pub use translated::Hop;
pub use translated::check_translated;
pub use tree_edge::TreeEdge;
pub use trees::{Packed, Packing, check_trees};

#[cfg(test)]
pub(crate) mod tests;
