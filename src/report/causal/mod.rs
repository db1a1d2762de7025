//! Causal models as pictures: SVG on its own, without scripts, fonts or anything else from outside, and Graphviz's DOT.

mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::svg;

use logpine_causal::{CausalModel, EdgeKind};

/// A causal model and the name of its observations.
#[derive(Clone, Copy, Debug)]
pub struct CausalReport<'a> {
    /// The name of the observations.
    pub name: &'a str,
    /// The learnt model.
    pub model: &'a CausalModel,
}

/// Names a kind of edge.
pub(super) const fn kind(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Directed => "directed",
        EdgeKind::Deterministic => "deterministic",
        EdgeKind::Undirected => "undirected",
    }
}
