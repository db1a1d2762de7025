//! Binomial: tokens are gathered along the binomial tree, then sent back.

use super::{AlgorithmFamily, Setting, family, there_and_back};
use crate::schedule::stages::{Nomial, Steps};

pub(super) const BARRIER: AlgorithmFamily =
    family("binomial", "tokens are gathered at rank 0 along a binomial tree, then sent back", steps);

fn steps(setting: &Setting) -> Option<Steps> {
    there_and_back(setting.ranks, &Nomial::binomial(setting.ranks)?)
}
