//! Trees: the compressed [`Shape`] (overlay trees) and [`RankShape`] (rank trees) that searches work on, the explicit
//! [`Tree`] that files and pictures need, the families of trees people use, and the `b:`, `k:`, `g:` strings that name
//! them.

mod back_ends;
mod chain;
pub mod earliest;
mod explicit;
pub mod families;
mod integer_root;
pub mod layers;
mod level_uniform;
mod pipeline;
mod rank_shape;
pub mod rank_trees;
mod score;
mod shape;
pub mod spec;

pub(crate) use integer_root::ceil_root;

pub use chain::chain_time;
pub use explicit::{Tree, TreeTooLarge};
pub use level_uniform::{even_split, even_split_internal_nodes, level_fanouts};
pub use pipeline::{PipelineTimes, Segments};
pub use rank_shape::{Children, RankId, RankShape, RankShapeBuilder};
pub use score::{Level, Score, ScoreError, SlowestNode, levels, score};
pub use shape::{Group, NodeId, Shape, ShapeBuilder};
pub use spec::{Spec, SpecError};
