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
pub use program::{Program, Sent};

/// The way in which Rabenseifner's algorithm halves a vector, and joins the ranks beyond a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halving {
    /// MPICH's: 2^q blocks that differ by at most an element; further ranks give away the whole vector.
    Even,
    /// Open MPI's: the first half has floor(w / 2) elements; further ranks combine a half before they give it away.
    Floor,
}

/// Rounds in which every rank sends to one and receives from one, all with as many blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The number of blocks.
    pub blocks: u64,
    /// The number of rounds.
    pub rounds: u64,
}
