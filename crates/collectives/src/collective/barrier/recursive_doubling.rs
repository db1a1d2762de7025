//! Recursive doubling: in stage k, ranks at distance 2^k tell each other.

use super::{AlgorithmFamily, Setting, TOKEN, family};
use crate::collective::fold::{folded, plain, swaps};
use crate::schedule::stages::Steps;

pub(super) const BARRIER: AlgorithmFamily = family(
    "recursive-doubling",
    "ranks at distance 1, 2, 4, ... tell each other; those beyond a power of two fold in",
    |setting| Some(steps(setting)),
);

fn steps(setting: &Setting) -> Steps {
    folded(swaps(setting.ranks, TOKEN, plain), plain)
}
