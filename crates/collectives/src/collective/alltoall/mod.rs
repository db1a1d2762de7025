//! All-to-all: every rank has a block for every other. A block for itself stays where it is.

mod bruck;
mod linear;
mod pairwise;

use super::AlgorithmFamily;
use super::offered::one;
use super::setting::Setting;
use crate::schedule::stages::{Cut, Kind, Rule, Steps};
use logpine_models::job::MpiCollective;
use logpine_models::model::stage::{Pattern, Stage};

pub(super) static ALLTOALL: &[AlgorithmFamily] = &[linear::ALLTOALL, pairwise::ALLTOALL, bruck::ALLTOALL];

const fn family(
    name: &'static str,
    description: &'static str,
    steps: fn(&Setting) -> Option<Steps>,
) -> AlgorithmFamily {
    AlgorithmFamily::new(MpiCollective::Alltoall, name, description).in_stages(steps, one)
}

/// Every rank sends every other its block.
fn direct(setting: &Setting, pace: Kind) -> Option<Steps> {
    let stage = Stage::new(Pattern::Shifts { from: 1, to: setting.ranks }, setting.bytes);
    let steps = Steps::new(setting.ranks, blocks(setting)).with(pace(stage), Rule::Pair);
    Some(steps.numbered(setting.numbering()?))
}

/// A block for every pair of ranks.
const fn blocks(setting: &Setting) -> Cut {
    Cut::Equal { block: setting.bytes, count: setting.ranks.saturating_mul(setting.ranks) }
}
