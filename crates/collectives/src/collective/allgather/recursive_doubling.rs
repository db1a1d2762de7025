//! Recursive doubling: in stage k, ranks at distance 2^k exchange all that they have.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};

pub(super) const ALLGATHER: AlgorithmFamily = family(
    "recursive-doubling",
    "ranks at distance 1, 2, 4, ... exchange all that they have (P = 2^q; Thakur, Rabenseifner, Gropp 2005)",
    steps,
)
.drawn('D', [148, 62, 104], 132);

fn steps(setting: &Setting) -> Option<Steps> {
    let ranks = setting.ranks;
    let cut = setting.blocks().filter(|_| ranks.is_power_of_two())?;
    Some(recursive_doubling(ranks, ranks, cut))
}

/// Among the first 2^q ranks, with one block each.
pub fn recursive_doubling(ranks: u64, among: u64, cut: Cut) -> Steps {
    (0..among.ilog2()).fold(Steps::new(ranks, cut), |steps, k| {
        let distance = 1 << k;
        let stage = Stage::new(Pattern::Pairs { distance, ranks: among }, cut.bytes(&(0..distance)));
        steps.with(stage, Rule::From { first: FirstBlock::OwnGroup, count: distance })
    })
}
