//! Trees: the compressed [`Shape`] (overlay trees) and [`RankShape`] (rank trees) that searches work on, the explicit
//! [`Tree`] that files and pictures need, the families of trees in common use, and the `b:`, `k:`, `g:` strings that name
//! them.

mod back_ends;
mod chain;
#[cfg(not(feature = "internals"))]
pub(crate) mod earliest;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod earliest;
mod explicit;
pub mod families;
mod integer_root;
#[cfg(not(feature = "internals"))]
pub(crate) mod layers;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod layers;
mod level_uniform;
mod pipeline;
mod rank_shape;
#[cfg(not(feature = "internals"))]
pub(crate) mod rank_trees;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod rank_trees;
mod score;
mod shape;
#[cfg(not(feature = "internals"))]
pub(crate) mod spec;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod spec;

pub(crate) use integer_root::ceil_root;

internal! { chain::chain_time }
pub use explicit::{Tree, TreeTooLarge};
pub use level_uniform::even_split;
internal! { level_uniform::{even_split_internal_nodes, level_fanouts} }
internal! { pipeline::{PipelineTimes, Segments} }
pub use rank_shape::{RankId, RankShape, RankShapeBuilder};
internal! { rank_shape::Children }
pub use score::{Score, score};
internal! { score::{Level, ScoreError, SlowestNode, levels} }
pub use shape::{Group, NodeId, Shape, ShapeBuilder};
pub use spec::{Spec, SpecError};
