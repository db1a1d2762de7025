//! Reduce-scatters: the vectors of all ranks combined, of P blocks the result of block r at rank r.

mod circulant;
mod pairwise;
mod recursive_halving;
mod reduce_then_scatter;
mod ring;

pub(super) use circulant::{circulant, skips};
pub(super) use pairwise::pairwise;
pub(super) use recursive_halving::recursive_halving;
pub(super) use ring::ring;

use super::AlgorithmFamily;
use super::offered::one;
use super::setting::Setting;
use crate::schedule::stages::Steps;
use logpine_models::job::MpiCollective;

pub(super) static REDUCE_SCATTER: &[AlgorithmFamily] = &[
    ring::REDUCE_SCATTER,
    pairwise::REDUCE_SCATTER,
    recursive_halving::REDUCE_SCATTER,
    circulant::REDUCE_SCATTER,
    reduce_then_scatter::REDUCE_SCATTER,
];

const fn family(
    name: &'static str,
    description: &'static str,
    steps: fn(&Setting) -> Option<Steps>,
) -> AlgorithmFamily {
    AlgorithmFamily::new(MpiCollective::ReduceScatter, name, description).in_stages(steps, one)
}
