//! Choices that reports name.

use crate::plan::{Candidate, RankCandidate};
use crate::tree::families::Parameters;

/// A tree or an algorithm of a family.
pub(super) trait Named {
    /// The family's name.
    fn family(&self) -> &'static str;

    /// What tells it from the others of its family.
    fn parameters(&self) -> &Parameters;
}

impl Named for Candidate {
    fn family(&self) -> &'static str {
        self.family
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

impl Named for RankCandidate {
    fn family(&self) -> &'static str {
        self.family
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}
