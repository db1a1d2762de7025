//! Linear (flat, star): the root sends every rank its block.

use super::{AlgorithmFamily, Setting, along, back, gather, scatter};
use crate::collective::offered::one;
use crate::schedule::stages::{Nomial, Steps};

pub(super) const SCATTER: AlgorithmFamily =
    scatter("linear", "the root sends every rank its block (flat, star)").in_stages(steps, one);

pub(crate) const GATHER: AlgorithmFamily = gather("linear", "every rank sends its block to the root (flat, star)")
    .in_stages(|setting| back(steps(setting)), one);

fn steps(setting: &Setting) -> Option<Steps> {
    along(Nomial::linear(setting.ranks), setting)
}
