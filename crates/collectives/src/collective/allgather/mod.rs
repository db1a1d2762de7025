//! Allgathers: rank r has block r, and all ranks get all.

mod bruck;
mod gather_then_bcast;
mod k_nomial;
mod neighbour_exchange;
mod recursive_doubling;
pub mod recursive_multiplying;
mod ring;

pub(super) use bruck::bruck;
pub(super) use recursive_doubling::recursive_doubling;
pub(super) use ring::ring;

use super::AlgorithmFamily;
use super::offered::one;
use super::setting::Setting;
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::job::MpiCollective;
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};

pub(super) static ALLGATHER: &[AlgorithmFamily] = &[
    ring::ALLGATHER,
    recursive_doubling::ALLGATHER,
    bruck::ALLGATHER,
    neighbour_exchange::ALLGATHER,
    k_nomial::ALLGATHER,
    recursive_multiplying::ALLGATHER,
    gather_then_bcast::ALLGATHER,
];

const fn family(
    name: &'static str,
    description: &'static str,
    steps: fn(&Setting) -> Option<Steps>,
) -> AlgorithmFamily {
    AlgorithmFamily::new(MpiCollective::Allgather, name, description).in_stages(steps, one)
}

/// Stages in which every rank sends a number of blocks, starting with its own, to the rank at a distance before it.
pub(super) fn down(ranks: u64, cut: Cut, stages: impl Iterator<Item = (u64, u64)>) -> Steps {
    stages.fold(Steps::new(ranks, cut), |steps, (distance, count)| {
        let stage = Stage::new(Pattern::Shift { distance: ranks - distance }, cut.bytes(&(0..count)));
        steps.with(stage, Rule::From { first: FirstBlock::Sender, count })
    })
}
