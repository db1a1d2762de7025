//! Algorithms for msccl-tools: what its `msccl.serialization.MSCCLDecoder` reads as an `Algorithm`.
//!
//! A collective of n ranks has *chunks*, each with the ranks that have it at first (`pre`) and at last (`post`) and an address;
//! chunks with the same address are combined. An instance cuts each chunk into `chunks` parts, with the addresses
//! `address * chunks + part`, and a send names such an address: exactly our numbers of blocks. Everything that begins in a step
//! has arrived at its end, and a link carries its capacity times the step's rounds.
//!
//! The reader itself checks the load of links only. `Algorithm.make_implementation` also checks that each rank ends with what it
//! should, but follows combined chunks as if they were not combined: that nothing counts twice is checked
//! [here](logpine_check::synthesis::check_sends) only.

mod chunks;
mod read;
mod write;

pub use read::MscclFile;
pub use write::write;
