//! Schedules made for a given network: blocks in steps, and packings of trees, each with the proof of a bound.

mod error;
mod exact;
mod executed;
mod flow;
mod links;
mod packing;
mod residual;
mod schedule;
mod steps;
mod task;
#[cfg(test)]
mod tests;

pub use error::PlanError;
pub use exact::front as fronts;
pub use exact::sat::{Encoding, SatLimits, Verdict, schedule as satisfied};
pub use exact::telephone::{Telephone, TelephoneLimits, formula as call_formula, telephone};
pub use executed::{Conditions, Executed, LEAST_WORK, executed, ring_loads};
pub use flow::Flow;
pub use links::Links;
pub use packing::{
    AllreduceBound, Contraction, Optimum, Options, Packing, Roots, Route, allreduce_bound, contract, front,
    least_allreduce_time, optimum, pack, packings,
};
pub use schedule::{Send, StepSchedule};
pub use steps::{Effort, Found, OnePort, StepBound, Translated, bound, one_port, search, translated};
pub use task::{Sink, Task};
