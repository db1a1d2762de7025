//! Binomial: 2-nomial.

use super::{AlgorithmFamily, Setting, along, back, gather, scatter};
use crate::collective::offered::one;
use crate::schedule::stages::Steps;

pub(super) const SCATTER: AlgorithmFamily =
    scatter("binomial", "whoever has blocks sends on those of half of its ranks").in_stages(steps, one);

pub(crate) const GATHER: AlgorithmFamily =
    gather("binomial", "the binomial scatter backwards").in_stages(|setting| back(steps(setting)), one);

fn steps(setting: &Setting) -> Option<Steps> {
    along(setting.binomial(), setting)
}
