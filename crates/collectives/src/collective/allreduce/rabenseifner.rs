//! Rabenseifner: the reduce-scatter by recursive halving, then the allgather by recursive doubling.

use super::{AlgorithmFamily, Setting, family};
use crate::collective::fold::{folded, highest_power};
use crate::collective::{allgather, reduce_scatter};
use crate::schedule::stages::{Cut, Steps};
use logpine_models::model::stage::Stage;

pub(super) const ALLREDUCE: AlgorithmFamily = family(
    "rabenseifner",
    "recursive halving, then doubling; those beyond a power of two fold in (Rabenseifner 1997)",
    |setting| Some(steps(setting)),
)
.drawn('A', [0, 88, 182], 61);

fn steps(setting: &Setting) -> Steps {
    let (ranks, among) = (setting.ranks, highest_power(setting.ranks));
    let cut = Cut::Even { bytes: setting.bytes, count: among };
    let halving = reduce_scatter::recursive_halving(ranks, among, cut);
    let doubling = allgather::recursive_doubling(ranks, among, cut);
    folded(halving.then(doubling), Stage::combining)
}
