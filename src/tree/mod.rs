//! Trees: the compressed [`Shape`] (overlay trees) and [`RankShape`] (rank trees) that searches work on, the explicit
//! [`Tree`] that files and pictures need, the families of trees in common use, and the `b:`, `k:`, `g:` strings that name
//! them.

mod back_ends;
mod chain;
pub(crate) mod earliest;
mod explicit;
pub mod families;
pub(crate) mod layers;
pub(crate) mod level_uniform;
mod pipeline;
mod rank_shape;
pub(crate) mod rank_trees;
mod score;
mod segments;
mod shape;
pub(crate) mod spec;

pub(crate) use chain::chain_time;
pub use explicit::{Tree, TreeTooLarge};
pub(crate) use level_uniform::{
    MOST_LEVELS, even_split, even_split_internal_nodes, even_split_of, level_fanouts, level_fanouts_of,
};
pub(crate) use pipeline::PipelineTimes;
pub(crate) use rank_shape::RankShapeBuilder;
pub use rank_shape::{Children, RankId, RankShape};
pub(crate) use score::{Level, levels};
pub use score::{Score, ScoreError, score};
pub(crate) use segments::Segments;
pub use shape::{Group, NodeId, Shape, ShapeBuilder};
pub use spec::{Spec, SpecError};
