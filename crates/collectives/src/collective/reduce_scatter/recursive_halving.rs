//! Recursive halving: ranks at distance P/2, P/4, ... exchange half of what they collect.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};

pub(super) const REDUCE_SCATTER: AlgorithmFamily = family(
    "recursive-halving",
    "ranks at distance P/2, P/4, ... exchange half of what they collect (P = 2^q; Thakur, Rabenseifner, Gropp 2005)",
    steps,
)
.drawn('H', [117, 74, 20], 94);

fn steps(setting: &Setting) -> Option<Steps> {
    let ranks = setting.ranks;
    ranks.is_power_of_two().then(|| recursive_halving(ranks, ranks, setting.parts()))
}

/// Among the first 2^q ranks, with one block each.
pub fn recursive_halving(ranks: u64, among: u64, cut: Cut) -> Steps {
    (0..among.ilog2()).rev().fold(Steps::new(ranks, cut), |steps, k| {
        let distance = 1 << k;
        let stage = Stage::new(Pattern::Pairs { distance, ranks: among }, cut.bytes(&(0..distance)));
        steps.with(stage.combining(), Rule::From { first: FirstBlock::PartnersGroup, count: distance })
    })
}
