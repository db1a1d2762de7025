//! Nomial: k-nomial, with a fanout of its own for every level.

use super::{AlgorithmFamily, Setting, along, back, gather, scatter};
use crate::collective::Chosen;
use crate::collective::offered::none;
use crate::schedule::stages::Steps;

pub(super) const SCATTER: AlgorithmFamily =
    scatter("nomial", "a k-nomial tree with a fanout of its own for every level (mixed radix)")
        .in_stages(steps, none)
        .choosing(Chosen::Fanouts);

pub(crate) const GATHER: AlgorithmFamily = gather("nomial", "the scatter along a tree of mixed radix backwards")
    .in_stages(|setting| back(steps(setting)), none)
    .choosing(Chosen::Fanouts);

fn steps(setting: &Setting) -> Option<Steps> {
    along(setting.nomial(), setting)
}
