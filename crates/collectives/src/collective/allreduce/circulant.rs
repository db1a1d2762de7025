//! Circulant: the reduce-scatter around a circulant graph, then the allgather that is the same backwards.

use super::{AlgorithmFamily, Setting, family};
use crate::collective::{allgather, reduce_scatter};
use crate::schedule::stages::Steps;

pub(super) const ALLREDUCE: AlgorithmFamily =
    family("circulant", "2 ceil(log2 P) stages and 2 (P - 1) blocks for any P (Traeff 2024)", |setting| {
        Some(steps(setting))
    });

fn steps(setting: &Setting) -> Steps {
    let (ranks, cut) = (setting.ranks, setting.parts());
    let allgather = allgather::down(ranks, cut, reduce_scatter::skips(ranks).into_iter().rev());
    reduce_scatter::circulant(ranks, cut).then(allgather)
}
