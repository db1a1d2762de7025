//! Scatters, in which rank r gets block r. Run backwards they are [gathers](super::gather), which stand beside them.

pub(super) mod binomial;
pub(super) mod k_nomial;
pub(super) mod linear;
pub(super) mod nomial;

use super::AlgorithmFamily;
use super::fold::plain;
use super::setting::Setting;
use crate::schedule::stages::{Load, Nomial, Steps};
use logpine_models::job::MpiCollective;

pub(super) static SCATTER: &[AlgorithmFamily] =
    &[linear::SCATTER, binomial::SCATTER, k_nomial::SCATTER, nomial::SCATTER];

const fn scatter(name: &'static str, description: &'static str) -> AlgorithmFamily {
    AlgorithmFamily::new(MpiCollective::Scatter, name, description)
}

const fn gather(name: &'static str, description: &'static str) -> AlgorithmFamily {
    AlgorithmFamily::new(MpiCollective::Gather, name, description)
}

/// From rank 0 to all, in far-first order only.
fn along(tree: Option<Nomial>, setting: &Setting) -> Option<Steps> {
    tree?.down(setting.ranks, setting.blocks()?, Load::Subtree)
}

/// The gather that is the scatter run backwards.
fn back(scatter: Option<Steps>) -> Option<Steps> {
    Some(scatter?.backward(plain))
}
