//! The user interface: the command line, files of requests, documents.

mod check;
mod cli;
mod cli_ranks;
mod face;
mod files;
mod frozen;
mod guide;
mod jobs;
mod map;
mod measurements;
mod names;
mod readme;
mod regress;
mod relations;
mod schema;
mod simulate_collectives;
mod tune;
