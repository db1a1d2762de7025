//! The time of an algorithm in stages.

use super::{Stage, StageCost, executed, folded, latest, levels};
use crate::job::Layout;
use crate::model::PortTiming;
use logpine_text::units::Time;

/// The time of stages one after the other; under a model of single messages, the time of an execution in which every rank
/// goes on as soon as it can. `None` past [`Time::MAX`].
///
/// The time equals that of the execution, for any number of ranks, for
///
/// - levels of a tree up, down, or up and then down, whose blocks all have equal length,
/// - rounds in which all ranks do the same,
/// - exchanges of vectors or [blocks](super::Blocks) between ranks of 2^q, with those beyond folded in,
/// - blocks around a ring, if a longest one is never held up on its way, as when deliveries take longer than gaps;
///
/// and for other stages with up to 2^17 messages that have a byte: 362 ranks that all send to all, or 8192 in 13 stages of
/// shifts. Beyond that it is an upper bound, which takes all messages of a stage as the longest and makes every rank wait
/// for the last. The part that counts bytes is at most 1 / b too long if the shorter blocks have b bytes. Among 20,000 ranks
/// the built-in machines take up to 3 % more than the execution for blocks of 1 to 3 bytes, 0.3 % for blocks of 100. With
/// fewer bytes than ranks, messages that are not sent count as well: up to 14 % more in shifts, several times as much if all
/// send to all. For segments that follow each other, and for trees that spread from neighbour to neighbour, it is always an
/// upper bound.
#[must_use]
pub fn stages_time(cost: &dyn StageCost, stages: &[Stage], layout: &Layout) -> Option<Time> {
    if let Some(ports) = cost.ports() {
        let known = exact_time(ports, stages, layout).or_else(|| time_at_most(ports, stages, layout.ranks()));
        if known.is_some() {
            return known;
        }
    }
    stages.iter().try_fold(Time::ZERO, |total, stage| total.checked_add(cost.time(stage, layout)?))
}

/// True if [`stages_time`] is an upper bound on the time of an execution, because messages of a stage differ in length, or the
/// root of a tree up and down may wait for gaps, and they are too many to follow each of them.
#[must_use]
pub fn is_upper_bound(cost: &dyn StageCost, stages: &[Stage], layout: &Layout) -> bool {
    let waits = |ports| levels::tree_time(ports, stages, layout.ranks()).is_some_and(|tree| tree.may_wait);
    let is_bound = |ports| (are_uneven(stages) || waits(ports)) && exact_time(ports, stages, layout).is_none();
    cost.ports().is_some_and(is_bound)
}

/// True if blocks of some stage differ by a byte.
fn are_uneven(stages: &[Stage]) -> bool {
    stages.iter().any(|stage| stage.blocks.is_some_and(|blocks| !blocks.are_even()))
}

/// The time, under a model of single messages, of an execution in which no rank waits for a stage to end; `None` if it is
/// not known.
fn exact_time(ports: &dyn PortTiming, stages: &[Stage], layout: &Layout) -> Option<Time> {
    let ranks = layout.ranks();
    let lengths_are_known = || stages.iter().all(|stage| stage.is_even || stage.blocks.is_some());
    let folded = || lengths_are_known().then(|| folded::folded_time(ports, stages, ranks))?;
    let executed = || executed::executed_time(ports, stages, layout);
    if are_uneven(stages) {
        return latest::ring_time(ports, stages, ranks).or_else(folded).or_else(executed);
    }
    let alike = || stages.iter().all(|stage| stage.is_even && stage.pattern.is_of_all(ranks));
    let latest = || alike().then(|| latest::latest_time(ports, stages, ranks))?;
    let tree = || levels::tree_time(ports, stages, ranks).filter(|tree| !tree.may_wait).map(|tree| tree.time);
    tree().or_else(latest).or_else(folded).or_else(executed)
}

/// An upper bound on that time, which may be below the time of the stages one after the other: all messages of a stage have
/// the longest length.
fn time_at_most(ports: &dyn PortTiming, stages: &[Stage], ranks: u64) -> Option<Time> {
    let folded = || {
        let longest: Vec<Stage> = stages.iter().map(|stage| stage.carrying(None)).collect();
        folded::folded_time(ports, &longest, ranks)
    };
    let tree = levels::tree_time(ports, stages, ranks).map(|tree| tree.time);
    tree.or_else(folded).or_else(|| latest::latest_time(ports, stages, ranks))
}
