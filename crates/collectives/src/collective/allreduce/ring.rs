//! Ring: the reduce-scatter around the ring, then the allgather.

use super::{AlgorithmFamily, Setting, family};
use crate::collective::{allgather, reduce_scatter};
use crate::schedule::stages::Steps;

pub(super) const ALLREDUCE: AlgorithmFamily =
    family("ring", "ring reduce-scatter, then ring allgather (Patarasuk, Yuan 2009)", steps);

fn steps(setting: &Setting) -> Option<Steps> {
    let (ranks, cut) = (setting.ranks, setting.parts());
    Some(reduce_scatter::ring(ranks, cut).then(allgather::ring(ranks, cut)).numbered(setting.numbering()?))
}
