//! Circulant: around a circulant graph, in as few stages as there can be, with as few blocks.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};

pub(super) const REDUCE_SCATTER: AlgorithmFamily =
    family("circulant", "ceil(log2 P) stages and P - 1 blocks for any P (Traeff 2024)", |setting| Some(steps(setting)))
        .drawn('Q', [151, 213, 2], 112);

fn steps(setting: &Setting) -> Steps {
    circulant(setting.ranks, setting.parts())
}

/// A rank still collects a number of blocks. In a stage the farther half of them goes to the rank at which that half
/// begins, which collects them.
pub fn circulant(ranks: u64, cut: Cut) -> Steps {
    skips(ranks).into_iter().fold(Steps::new(ranks, cut), |steps, (distance, count)| {
        let stage = Stage::new(Pattern::Shift { distance }, cut.bytes(&(0..count)));
        steps.with(stage.combining(), Rule::From { first: FirstBlock::Receiver, count })
    })
}

/// The skips of the circulant graph: ceil(P / 2), half of that rounded up, and so on to 1. Each comes with the number of
/// blocks that it carries, the difference to the skip before, P - 1 in all.
pub fn skips(ranks: u64) -> Vec<(u64, u64)> {
    let halved = |&(skip, _): &(u64, u64)| (skip > 1).then(|| (skip.div_ceil(2), skip / 2));
    std::iter::successors(Some((ranks, 0)), halved).skip(1).collect()
}
