//! Ring: partial results go around the ring, every rank adding its own.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};

pub(super) const REDUCE_SCATTER: AlgorithmFamily =
    family("ring", "partial results go around the ring, every rank adding its own", steps);

fn steps(setting: &Setting) -> Option<Steps> {
    Some(ring(setting.ranks, setting.parts()).numbered(setting.numbering()?))
}

/// P - 1 stages of one block.
pub fn ring(ranks: u64, cut: Cut) -> Steps {
    let stage = Stage::new(Pattern::Shift { distance: 1 }, cut.bytes(&(0..1))).repeated(ranks - 1);
    Steps::new(ranks, cut).with(stage.combining(), Rule::From { first: FirstBlock::Ring { lag: 1 }, count: 1 })
}
