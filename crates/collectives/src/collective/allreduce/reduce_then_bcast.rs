//! Reduction, then broadcast of the result, both along the binomial tree.

use super::{AlgorithmFamily, Setting, family};
use crate::schedule::stages::{Cut, Load, Nomial, Steps};
use logpine_models::model::stage::Stage;

pub(super) const ALLREDUCE: AlgorithmFamily = family(
    "reduce-then-bcast",
    "binomial reduce, then binomial bcast of the result",
    steps,
)
.drawn('J', [175, 50, 52], 167);

fn steps(setting: &Setting) -> Option<Steps> {
    let (ranks, cut) = (setting.ranks, Cut::whole(setting.bytes));
    let bcast = Nomial::binomial(ranks)?.down(ranks, cut, Load::Whole)?;
    Some(bcast.clone().backward(Stage::combining).then(bcast))
}
