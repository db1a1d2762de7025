//! How a causal model is learnt.

use super::deterministic::DeterministicOptions;
use super::pc::PcOptions;
use super::sample::Transform;

/// How a causal model is learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnOptions {
    /// How columns are scaled.
    pub transform: Transform,
    /// How independence is decided.
    pub pc: PcOptions,
    /// What counts as a function; `None`: functions are not sought, and information equivalent variables not told apart.
    pub deterministic: Option<DeterministicOptions>,
}

impl Default for LearnOptions {
    /// Logarithms, 0.1 nats given at most 2 variables, and deterministic relations.
    fn default() -> Self {
        let deterministic = Some(DeterministicOptions::default());
        Self { transform: Transform::default(), pc: PcOptions::default(), deterministic }
    }
}
