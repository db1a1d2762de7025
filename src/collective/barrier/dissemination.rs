//! Dissemination: in stage k every rank tells the one 2^k behind it.

use super::{Family, Setting, TOKEN, family};
use crate::model::stage::{Pattern, Stage};
use crate::schedule::log_ranks;
use crate::schedule::stages::{Rule, Steps};

pub(super) const BARRIER: Family =
    family("dissemination", "in stage k every rank tells the one 2^k behind it (Hensgen, Finkel, Manber 1988)", steps);

fn steps(setting: &Setting) -> Option<Steps> {
    let ranks = setting.ranks;
    let stages = (0..log_ranks(ranks)).map(|k| 1 << k);
    Some(stages.fold(Steps::new(ranks, TOKEN), |steps, distance| {
        steps.with(Stage::new(Pattern::Shift { distance }, 1), Rule::Around { distance })
    }))
}
