//! Options for learning a causal model.

use super::deterministic::DeterministicOptions;
use super::pc::PcOptions;
use super::sample::Transform;

/// Options for learning a causal model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnOptions {
    /// The scaling of the columns.
    pub transform: Transform,
    /// Options of the tests of independence.
    pub pc: PcOptions,
    /// Criteria for functions. If `None`, functions are not sought, and information equivalent variables are not
    /// distinguished.
    pub deterministic: Option<DeterministicOptions>,
}

impl Default for LearnOptions {
    /// Uses logarithms, 0.1 nats given at most 2 variables, and deterministic relations.
    fn default() -> Self {
        let deterministic = Some(DeterministicOptions::default());
        Self { transform: Transform::default(), pc: PcOptions::default(), deterministic }
    }
}
