//! Bruck: in stage k every rank sends the first of its 2^k blocks, at most P - 2^k, around the ring of ranks.

use super::{AlgorithmFamily, Setting, down, family};
use crate::schedule::stages::{Cut, Steps};
use logpine_text::integer::ceil_log2;

pub(super) const ALLGATHER: AlgorithmFamily =
    family("bruck", "in ceil(log2 P) stages for any P, ranks send what they have around (Bruck et al. 1997)", steps)
        .drawn('U', [6, 94, 19], 22);

fn steps(setting: &Setting) -> Option<Steps> {
    Some(bruck(setting.ranks, setting.blocks()?))
}

/// For blocks of any cut.
pub fn bruck(ranks: u64, cut: Cut) -> Steps {
    let held = (0..ceil_log2(ranks)).map(|k| 1 << k);
    down(ranks, cut, held.map(|held: u64| (held, held.min(ranks - held))))
}
