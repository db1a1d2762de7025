//! Scatters, in which rank r gets block r, and, run backwards, gathers.

mod binomial;
mod k_nomial;
mod linear;
mod nomial;

use super::AlgorithmFamily;
use super::fold::plain;
use super::setting::Setting;
use crate::request::MpiCollective;
use crate::schedule::stages::{Load, Nomial, Steps};

pub(super) static SCATTER: [AlgorithmFamily; 4] =
    [linear::SCATTER, binomial::SCATTER, k_nomial::SCATTER, nomial::SCATTER];

pub(super) static GATHER: [AlgorithmFamily; 4] = [linear::GATHER, binomial::GATHER, k_nomial::GATHER, nomial::GATHER];

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
