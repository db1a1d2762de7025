//! Causal models as pictures: SVG on its own, without scripts, fonts or anything else from outside, and Graphviz's DOT.

mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::svg;

use crate::causal::CausalModel;

/// A causal model, and what it was learnt from.
#[derive(Clone, Copy, Debug)]
pub struct CausalReport<'a> {
    /// What the observations are called.
    pub name: &'a str,
    /// What was learnt.
    pub model: &'a CausalModel,
}
