//! Reduction, then scatter of the result, both along the binomial tree.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Load, Nomial, Steps};
use logpine_models::model::stage::Stage;

pub(super) const REDUCE_SCATTER: AlgorithmFamily = family(
    "reduce-then-scatter",
    "binomial reduce, then binomial scatter of the result",
    steps,
)
.drawn('V', [39, 153, 220], 39);

fn steps(setting: &Setting) -> Option<Steps> {
    let (ranks, cut) = (setting.ranks, setting.parts());
    let tree = Nomial::binomial(ranks)?;
    let reduce = tree.down(ranks, cut, Load::Whole)?.backward(Stage::combining);
    Some(reduce.then(tree.down(ranks, cut, Load::Subtree)?))
}
