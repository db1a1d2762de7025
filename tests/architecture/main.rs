//! The structure of the code: the dependencies of its parts and of its files, and its public interface.

mod arrows;
mod code;
mod contributing;
mod line;
mod members;
mod pieces;
mod public;
mod rings;
mod signatures;
mod uses;
mod visibility;
