//! Pairwise: every rank sends every other its block, stage by stage.

use super::{AlgorithmFamily, Setting, direct, family};
use crate::collective::fold::plain;
use crate::schedule::stages::Steps;

pub(super) const ALLTOALL: AlgorithmFamily = family(
    "pairwise",
    "every rank sends every other its block, in P - 1 synchronous stages",
    steps,
)
.drawn('P', [78, 150, 0], 28);

fn steps(setting: &Setting) -> Option<Steps> {
    direct(setting, plain)
}
