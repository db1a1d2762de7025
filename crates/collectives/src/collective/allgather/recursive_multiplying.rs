//! Recursive multiplying: stage by stage, ranks exchange all that they have in groups of r1, r2, ..., whose product is P. Also
//! called recursive k-ing; with groups of two it is recursive doubling.
//!
//! UCC reads such lists for its `knomial` allgather (`UCC_TL_UCP_ALLGATHER_KN_RADIX=8x6`, pull request 1327): the first group
//! has adjacent ranks, and a rank posts all its messages of a stage at once, then waits for those of the others.

use super::{AlgorithmFamily, MpiCollective, Setting};
use crate::collective::Chosen;
use crate::collective::offered::none;
use crate::schedule::stages::{Cut, Rule, Steps};
use logpine_models::model::stage::{FirstBlock, Pattern, Stage};
use logpine_trees::tree::families::Value;

/// The largest radix: UCC reads no larger one.
pub const LARGEST_RADIX: u64 = 65_535;

pub(super) const ALLGATHER: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Allgather,
    "recursive-multiplying",
    "groups of r1, then of r2, ... exchange all that they have (P = r1 r2 ...; UCC's lists of radices; Ruefenacht, Bull, \
     Booth 2017)",
).drawn('Z', [0, 219, 235], 44)
.in_stages(steps, none)
.choosing(Chosen::Radices);

fn steps(setting: &Setting) -> Option<Steps> {
    match setting.parameters.get("radices")? {
        Value::List(radices) => rotations(setting.ranks, radices, setting.blocks()?),
        Value::Number(_) | Value::Word(_) => None,
    }
}

/// A stage for each radix; `None` unless their product is P.
pub(super) fn rotations(ranks: u64, radices: &[u64], cut: Cut) -> Option<Steps> {
    let mut steps = Steps::new(ranks, cut);
    let mut stride: u64 = 1;
    for &radix in radices {
        if !(2..=LARGEST_RADIX).contains(&radix) {
            return None;
        }
        steps = steps.with(
            stage(stride, radix, cut.bytes(&(0..stride))),
            Rule::From { first: FirstBlock::OwnGroup, count: stride },
        );
        stride = stride.checked_mul(radix)?;
    }
    (stride == ranks).then_some(steps)
}

/// The stage in which groups of ranks, each `stride` behind the one before, exchange messages of `bytes` bytes. What a rank
/// sends it has from the beginning, so several messages are a stream; a single one is an exchange as any other.
#[must_use]
pub const fn stage(stride: u64, radix: u64, bytes: u64) -> Stage {
    let stage = Stage::new(Pattern::Rotations { stride, radix }, bytes);
    if radix > 2 { stage.streaming() } else { stage }
}
