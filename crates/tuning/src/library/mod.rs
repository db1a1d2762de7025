//! MPI libraries as their tuning files see them: which algorithms each can be told to run, with which parameters, and the
//! trees that it builds for them.
//!
//! No library takes an arbitrary tree. A [`Native`] algorithm is one that a file, or a variable, can name; a [`Setting`] fixes
//! its parameters; [`Rules`] say which setting serves which numbers of ranks and bytes. Readers and writers of files, costs
//! and verification share these types.

mod algorithms;
mod defaults;
mod earliest;
mod mpich;
mod names;
mod native;
mod observed;
mod openmpi;
mod openmpi_defaults;
mod others;
mod rounds;
mod rules;
mod runs;
mod send_tree;
mod setting;
mod shim;
pub mod traffic;
mod trees;
mod version;

pub use algorithms::{algorithms, named, numbered};
pub use defaults::default_of;
pub use earliest::Earliest;
pub use names::name_in_files;
pub use native::{Counting, Form, Native, undetermined};
pub use observed::{Calls, Counted, Edge, Link, Observed, ObservedBy, Probed};
pub use openmpi::BCAST_RADIX;
pub use rounds::{Alike, Message, Program, Sent};
pub use rules::{Range, Rule, Rules};
pub use runs::{ELEMENT, Runs};
pub use send_tree::SendTree;
pub use setting::Setting;
pub use trees::{Tree, WIDEST_CHAIN};
pub use version::{Library, Maker};
