//! Formulas of the papers over the real numbers, each with its source and the conditions under which it holds.
//!
//! The formulas are computed in `f64`, with its rounding errors, for numbers of leaves, segments and fanouts that need not
//! be whole. They serve as hints, as bounds to compare with and as anchors of tests, never as the answer to a job: answers
//! are in whole ticks, from `search`.
//!
//! | model | start at | sources |
//! |---|---|---|
//! | alpha-beta | [`AlphaBetaCost`], [`Rounds`] | lecture "Distributed Networking", Chan et al. (2007) |
//! | LogP | [`LogpCost`] | Culler et al. (1993), Karp et al. (1993) |
//! | LogGP | [`LoggpCost`] | Alexandrov et al. (1995) |
//!
//! [`broadcast`](fn@broadcast) finds the formula of a family by its name. The lecture prints several formulas that do not
//! hold. Those here do, and `src/tests/engines/closed_forms/errata.rs` distinguishes the two.

mod alpha_beta;
mod broadcast;
mod informed;
mod loggp;
mod logp;
mod paths;
mod rounds;

pub use alpha_beta::{AlphaBetaCost, Segmented};
pub use broadcast::{ClosedForm, PortCost, broadcast};
pub use loggp::LoggpCost;
pub use logp::LogpCost;
pub use rounds::Rounds;

use logpine_text::units::{Rate, Time};

/// A time in ticks.
pub(crate) fn ticks(time: Time) -> f64 {
    Rate::from_time(time).to_f64()
}
