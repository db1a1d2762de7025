//! Trees: compressed and explicit, their scores, families and notations.

pub use logpine_trees::tree::{
    Children, Group, NodeId, RankId, RankShape, Score, ScoreError, Shape, ShapeBuilder, Spec, SpecError, Tree,
    TreeTooLarge, score,
};

/// Families of overlay trees.
pub mod families {
    pub use logpine_trees::tree::families::{Family, LeftOut, LeftOutReason, Member, Parameters, Value};
}
