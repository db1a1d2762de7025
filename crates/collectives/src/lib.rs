//! Collectives among ranks: schedules, which say what every rank does, and their executions ([`schedule`]); the catalogue of algorithms
//! ([`mod@collective`]); and the search for the fastest algorithm, parameters and segments, with bounds ([`search`]).

#![warn(unnameable_types)]

pub mod collective;
pub mod schedule;
pub mod search;
