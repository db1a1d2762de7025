//! Simplicity of relations.

use crate::causal::deterministic::Polynomial;

/// A measure of the simplicity of the relation between two variables.
pub(crate) trait Simplicity: Sync {
    /// The simplest polynomial of the variable that predicts the reference.
    fn relation(&self, variable: usize, reference: usize) -> Option<Polynomial>;
}
