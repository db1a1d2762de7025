//! The user interface: the command line, files of requests, documents.

mod check;
mod cli;
mod cli_ranks;
mod face;
mod frozen;
mod jobs;
mod readme;
mod regress;
mod relations;
mod schema;
mod simulate_collectives;
