//! Which of two explanations is simpler.

use crate::causal::deterministic::Polynomial;

/// How simple the relation of two variables is.
pub(crate) trait Simplicity: Sync {
    /// The simplest polynomial of the variable that says the reference.
    fn relation(&self, variable: usize, reference: usize) -> Option<Polynomial>;
}
