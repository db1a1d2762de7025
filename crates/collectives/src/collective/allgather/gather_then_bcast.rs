//! Gather, then broadcast of all blocks, both along the binomial tree.

use super::{AlgorithmFamily, Setting, family};
use crate::collective::fold::plain;
use crate::schedule::stages::{Load, Nomial, Steps};

pub(super) const ALLGATHER: AlgorithmFamily = family(
    "gather-then-bcast",
    "binomial gather, then binomial bcast of all blocks",
    steps,
)
.drawn('G', [215, 196, 156], 187);

fn steps(setting: &Setting) -> Option<Steps> {
    let (ranks, cut) = (setting.ranks, setting.blocks()?);
    let tree = Nomial::binomial(ranks)?;
    let gather = tree.down(ranks, cut, Load::Subtree)?.backward(plain);
    Some(gather.then(tree.down(ranks, cut, Load::Whole)?))
}
