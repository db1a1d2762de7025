//! Closed forms against published numbers, and against simulations that share no code with them.
//!
//! "The lecture" is the lecture "Distributed Networking" on alpha-beta and LogP. Its printed formulas are corrected in
//! `errata`.

#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
#![expect(clippy::float_cmp, reason = "small whole numbers have no rounding errors")]

mod alpha_beta;
mod errata;
mod loggp;
mod logp;
pub mod simulation;

use logpine_models::closed_form::{AlphaBetaCost, LogpCost};

fn alpha_beta(alpha: f64, beta: f64) -> AlphaBetaCost {
    AlphaBetaCost { alpha, beta }
}

fn logp(latency: u32, overhead: u32, gap: u32) -> LogpCost {
    LogpCost { latency: latency.into(), overhead: overhead.into(), gap: gap.into() }
}

#[track_caller]
fn close(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() <= within, "{value}, not {expected}");
}

/// Equal up to rounding errors.
#[track_caller]
fn equal(value: f64, expected: f64) {
    close(value, expected, expected.abs() * 1e-12);
}
