//! The details of a choice that reports show besides its family and parameters.

use crate::answer::{OverlayTree, RankAlgorithm, StageSequence};
use logpine_trees::tree::RankShape;

/// The details of a construction that tell the choices of a family apart.
pub(super) trait Named {
    /// Fanouts from the root down, of a level-uniform overlay tree.
    fn fanouts(&self) -> Option<&[u64]> {
        None
    }

    /// The tree along which ranks pass a message on, if there is one.
    fn rank_tree(&self) -> Option<&RankShape> {
        None
    }
}

impl Named for OverlayTree {
    fn fanouts(&self) -> Option<&[u64]> {
        self.fanouts.as_deref()
    }
}

impl Named for RankAlgorithm {
    fn rank_tree(&self) -> Option<&RankShape> {
        self.algorithm.tree()
    }
}

impl Named for StageSequence {}
