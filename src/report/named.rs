//! Choices that reports name.

use crate::answer::{Candidate, OverlayTree, RankAlgorithm};
use crate::search::collective::Algorithm;
use crate::tree::RankShape;
use crate::tree::families::Parameters;

/// A tree or an algorithm of a family.
pub(super) trait Named {
    /// The family's name.
    fn family(&self) -> &'static str;

    /// What tells it from the others of its family.
    fn parameters(&self) -> &Parameters;

    /// Fanouts from the root down, of a level-uniform overlay tree.
    fn fanouts(&self) -> Option<&[u64]>;

    /// The tree along which ranks pass a message on, where there is one.
    fn rank_tree(&self) -> Option<&RankShape>;
}

impl Named for Candidate<OverlayTree> {
    fn family(&self) -> &'static str {
        self.family
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn fanouts(&self) -> Option<&[u64]> {
        self.construction.fanouts.as_deref()
    }

    fn rank_tree(&self) -> Option<&RankShape> {
        None
    }
}

impl Named for Candidate<RankAlgorithm> {
    fn family(&self) -> &'static str {
        self.family
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn fanouts(&self) -> Option<&[u64]> {
        None
    }

    fn rank_tree(&self) -> Option<&RankShape> {
        match &self.construction.algorithm {
            Algorithm::Tree(shape) => Some(shape),
            _ => None,
        }
    }
}
