//! Limits of formulas and solvers, and what is in the way of an answer.

use logpine_text::watch::Watch;

/// The limits of a question to the solver. All but the watch are counts: the answer is the same on every machine.
#[derive(Clone, Copy)]
pub struct SatLimits<'a> {
    /// The greatest number of variables and clauses together. What is larger is refused before it is built.
    pub size: u32,
    /// The greatest number of decisions and conflicts of the solver.
    pub effort: u64,
    /// The end of all that is limited.
    pub watch: &'a dyn Watch,
}

impl SatLimits<'_> {
    /// The largest formula, whatever the limits: its literals are numbered in 32 bits.
    pub(super) const LARGEST: u32 = 1 << 26;
}

impl Default for SatLimits<'_> {
    /// Formulas of 4 million variables and clauses, and 50,000 decisions and conflicts: a few seconds at most, and milliseconds where
    /// the formula has a few thousand variables and is not hard.
    fn default() -> Self {
        Self { size: 4_000_000, effort: 50_000, watch: &() }
    }
}

/// The reason why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The formula would have more variables and clauses than the limit.
    #[error("the formula is larger than the limit")]
    Size,
    /// The solver made as many decisions and conflicts as the limit, or its time was over.
    #[error("the solver reached its limit of decisions and conflicts")]
    Effort,
}
