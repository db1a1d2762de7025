//! Linear: all tell rank 0, which then tells all.

use super::{AlgorithmFamily, Setting, family, there_and_back};
use crate::schedule::stages::{Nomial, Steps};

pub(super) const BARRIER: AlgorithmFamily = family("linear", "all tell rank 0, which then tells all", steps);

fn steps(setting: &Setting) -> Option<Steps> {
    there_and_back(setting.ranks, &Nomial::linear(setting.ranks)?)
}
