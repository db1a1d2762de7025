//! Linear (spread-out): every rank sends every other its block, without waiting.

use super::{AlgorithmFamily, Setting, direct, family};
use crate::schedule::stages::Steps;
use logpine_models::model::stage::Stage;

pub(super) const ALLTOALL: AlgorithmFamily =
    family("linear", "every rank sends every other its block, without waiting (spread-out)", steps);

fn steps(setting: &Setting) -> Option<Steps> {
    direct(setting, Stage::streaming)
}
