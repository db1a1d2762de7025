//! Dissemination: in stage k every rank tells the one 2^k behind it.

use super::{AlgorithmFamily, Setting, TOKEN, family};
use crate::schedule::stages::{Rule, Steps};
use logpine_models::model::stage::{Pattern, Stage};
use logpine_text::integer::ceil_log2;

pub(super) const BARRIER: AlgorithmFamily = family(
    "dissemination",
    "in stage k every rank tells the one 2^k behind it (Hensgen, Finkel, Manber 1988)",
    |setting| Some(steps(setting)),
)
.drawn('W', [20, 0, 250], 20);

fn steps(setting: &Setting) -> Steps {
    let ranks = setting.ranks;
    let stages = (0..ceil_log2(ranks)).map(|k| 1 << k);
    stages.fold(Steps::new(ranks, TOKEN), |steps, distance| {
        steps.with(Stage::new(Pattern::Shift { distance }, 1), Rule::All)
    })
}
