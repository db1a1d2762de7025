//! The messages of algorithms that follow no single tree, as libraries send them.
//!
//! A [`Program`] lists them in rounds. In a round every rank first sends its messages, then receives and, in a reduction,
//! combines, in the order of the list: that is the order of the calls in the sources of Open MPI (`coll/base`) and of MPICH
//! (`mpi/coll`). A message of a block without a byte is sent like any other, unless the library leaves it out.
//!
//! Rank 0 is the root. Vectors are cut by bytes, as if every element had one.

mod barrier;
mod blocks;
mod exchanges;
mod halving;
mod message;
mod program;
mod trees;
mod vectors;

pub use message::Message;
pub use program::{Alike, Halving, Program, Sent};
