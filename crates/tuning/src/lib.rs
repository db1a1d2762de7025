//! Tuning of MPI libraries: which algorithms each can be told to run, and the trees that it builds for them ([`library`]); the files
//! that tell it so, read with all their flaws and written ([`files`]).

pub mod files;
pub mod library;
