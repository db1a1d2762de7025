//! Random correct schedules, packings and certificates are accepted, and their mutants are refused unless they are correct too,
//! which is decided by code that shares nothing with the checkers.

mod bounds;
mod cells;
mod certificates;
pub(crate) mod examples;
mod formulas;
mod sends;
mod translated;
mod trees;
