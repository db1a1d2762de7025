//! Ring: every rank passes on to the next what it received last.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};

pub(super) const ALLGATHER: AlgorithmFamily =
    family("ring", "every rank passes on to the next what it received last", steps).drawn('R', [38, 15, 249], 21);

fn steps(setting: &Setting) -> Option<Steps> {
    Some(ring(setting.ranks, setting.blocks()?).numbered(setting.numbering()?))
}

/// P - 1 stages of one block.
pub fn ring(ranks: u64, cut: Cut) -> Steps {
    let stage = Stage::new(Pattern::Shift { distance: 1 }, cut.bytes(&(0..1))).repeated(ranks - 1);
    Steps::new(ranks, cut).with(stage, Rule::From { first: FirstBlock::Ring { lag: 0 }, count: 1 })
}
