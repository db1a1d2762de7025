//! The schedule and what is known of it when its meaning is checked.

use super::cargo::Cargo;
use super::structure::Messages;
use super::{Execution, Meaning};
use logpine_collectives::schedule::Schedule;

/// The input of the checks.
#[derive(Clone, Copy)]
pub(super) struct Checked<'a> {
    pub schedule: &'a Schedule,
    pub messages: &'a Messages,
    pub meaning: &'a Meaning,
    pub cargo: &'a Cargo<'a>,
    pub execution: Execution,
    /// An order of execution.
    pub order: &'a [u32],
}
