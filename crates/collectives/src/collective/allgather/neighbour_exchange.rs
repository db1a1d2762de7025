//! Neighbour exchange: neighbours exchange what they received last, one way and the other.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Rule, Steps};
use logpine_models::model::stage::{Pattern, Stage};

pub(super) const ALLGATHER: AlgorithmFamily = family(
    "neighbour-exchange",
    "neighbours exchange what they received last, one way and the other (even P; Chen et al. 2005)",
    steps,
)
.drawn('X', [33, 94, 214], 26);

/// One stage of one block, then P / 2 - 1 stages of two.
fn steps(setting: &Setting) -> Option<Steps> {
    let ranks = setting.ranks;
    let cut = setting.blocks().filter(|_| ranks == 1 || ranks.is_multiple_of(2))?;
    let rounds = |steps: Steps, from, to, blocks| {
        steps.with(Stage::new(Pattern::Neighbours { from, to }, cut.bytes(&blocks)), Rule::Neighbours { from })
    };
    let steps = rounds(Steps::new(ranks, cut), 0, 1, 0..1);
    let steps = if ranks > 2 { rounds(steps, 1, ranks / 2, 0..2) } else { steps };
    Some(steps.numbered(setting.numbering()?))
}
