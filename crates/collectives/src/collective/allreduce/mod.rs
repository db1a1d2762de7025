//! Allreduces: the vectors of all ranks combined, the whole result at every rank.

mod circulant;
mod rabenseifner;
mod recursive_doubling;
mod reduce_then_bcast;
mod ring;

use super::AlgorithmFamily;
use super::offered::one;
use super::setting::Setting;
use crate::schedule::stages::Steps;
use logpine_models::job::MpiCollective;

pub(super) static ALLREDUCE: &[AlgorithmFamily] = &[
    ring::ALLREDUCE,
    recursive_doubling::ALLREDUCE,
    rabenseifner::ALLREDUCE,
    circulant::ALLREDUCE,
    reduce_then_bcast::ALLREDUCE,
];

const fn family(
    name: &'static str,
    description: &'static str,
    steps: fn(&Setting) -> Option<Steps>,
) -> AlgorithmFamily {
    AlgorithmFamily::new(MpiCollective::Allreduce, name, description).in_stages(steps, one)
}
