//! Formulas of the papers over the real numbers, each with its source and where it holds.
//!
//! They are computed in `f64`, with its rounding errors, for numbers of leaves and fanouts that need not be whole. So
//! they are hints, bounds to compare with and anchors of tests, never the answer to a job: answers are whole ticks,
//! from [`search`](crate::search).

mod tan;

pub use tan::{BestFanout, TanCost};
