//! The loads of pipelined k-ary trees, stage by stage.

use super::k_ary::{KAryTree, Sends};
use super::{Loads, Pattern};

/// Calls `each` with the loads of all stages of [`Pattern::KAry`] or [`Pattern::KAryEnd`] among P = `ranks` ranks. `loads`
/// computes those of one stage for k; consecutive stages alike are grouped.
pub(super) fn tree_loads(
    pattern: &Pattern,
    ranks: u64,
    loads: impl Fn(u64, &Sends) -> Loads,
    each: &mut dyn FnMut(u64, Loads),
) {
    let (Pattern::KAry { fanout, .. } | Pattern::KAryEnd { fanout }) = *pattern else { return };
    let Some(tree) = KAryTree::new(ranks, fanout) else { return };
    let mut alike = (0, Loads::default());
    let mut add = |sends: Sends| {
        let loads = loads(fanout, &sends);
        if alike.0 > 0 && alike.1 != loads {
            each(alike.0, alike.1);
            alike.0 = 0;
        }
        alike = (sends.stages.saturating_add(alike.0), loads);
    };
    match *pattern {
        Pattern::KAry { segments, .. } => tree.all(segments, &mut add),
        _ => (0..tree.width()).for_each(|stage| add(tree.last_stage(stage))),
    }
    if alike.0 > 0 {
        each(alike.0, alike.1);
    }
}
