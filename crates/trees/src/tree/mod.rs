//! Trees: the compressed [`Shape`] (overlay trees) and [`RankShape`] (rank trees) that searches work on, the explicit
//! [`Tree`] that files and pictures need, the families of trees in common use, and the `b:`, `k:`, `g:` strings that name
//! them.

mod back_ends;
mod chain;
pub mod earliest;
mod explicit;
pub mod families;
pub mod layers;
pub mod level_uniform;
mod pipeline;
mod rank_shape;
pub mod rank_trees;
mod score;
mod segments;
mod shape;
pub mod spec;

pub use chain::chain_time;
pub use explicit::{Tree, TreeTooLarge};
pub use level_uniform::{
    MOST_LEVELS, even_split, even_split_internal_nodes, even_split_of, level_fanouts, level_fanouts_of,
};
pub use pipeline::PipelineTimes;
pub use rank_shape::RankShapeBuilder;
pub use rank_shape::{Children, RankId, RankShape};
pub use score::{Level, Score, ScoreError, SlowestNode, levels, score};
pub use segments::Segments;
pub use shape::{Group, NodeId, Shape, ShapeBuilder};
pub use spec::{Spec, SpecError};
