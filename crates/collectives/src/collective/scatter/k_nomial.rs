//! k-nomial: whoever has blocks sends on those of k - 1 of k equal parts of its ranks.

use super::{AlgorithmFamily, Setting, along, back, gather, scatter};
use crate::collective::offered::fanouts;
use crate::schedule::stages::Steps;

pub(super) const SCATTER: AlgorithmFamily =
    scatter("k-nomial", "whoever has blocks sends on those of k - 1 of k equal parts of its ranks")
        .in_stages(steps, fanouts);

pub(crate) const GATHER: AlgorithmFamily =
    gather("k-nomial", "the k-nomial scatter backwards").in_stages(|setting| back(steps(setting)), fanouts);

fn steps(setting: &Setting) -> Option<Steps> {
    along(setting.k_nomial(), setting)
}
