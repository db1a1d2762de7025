//! Exact answers: schedules by satisfiability, minimum broadcast time, and fronts of steps, rounds and blocks.
pub mod front;
pub mod sat;
pub mod telephone;
