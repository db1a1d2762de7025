//! Event-driven replay against the closed forms of the simulators it follows, against their printed times, and against plain
//! simulators that share no code with it.

mod closed_forms;
mod parts;
mod plans;
mod random;
mod random_ranks;
mod reference;
mod runs;
mod schedules;
mod stuck;
