//! Pairwise: every rank sends every other its block, one rank after the other.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};

pub(super) const REDUCE_SCATTER: AlgorithmFamily =
    family("pairwise", "every rank sends every other its block, one rank after the other", steps);

fn steps(setting: &Setting) -> Option<Steps> {
    Some(pairwise(setting.ranks, setting.parts()).numbered(setting.numbering()?))
}

/// P - 1 stages of one block.
pub fn pairwise(ranks: u64, cut: Cut) -> Steps {
    let stage = Stage::new(Pattern::Shifts { from: 1, to: ranks }, cut.bytes(&(0..1)));
    Steps::new(ranks, cut).with(stage.combining(), Rule::From { first: FirstBlock::Receiver, count: 1 })
}
