//! Recursive doubling: in stage k, ranks at distance 2^k exchange vectors.

use super::{AlgorithmFamily, Setting, family};
use crate::collective::fold::{folded, swaps};
use crate::schedule::stages::{Cut, Steps};
use logpine_models::model::stage::Stage;

pub(super) const ALLREDUCE: AlgorithmFamily = family(
    "recursive-doubling",
    "ranks at distance 1, 2, 4, ... exchange vectors; those beyond a power of two fold in (Thakur, Rabenseifner, Gropp \
     2005)",
    |setting| Some(steps(setting)),
);

fn steps(setting: &Setting) -> Steps {
    folded(swaps(setting.ranks, Cut::whole(setting.bytes), Stage::combining), Stage::combining)
}
