//! Broadcast and reduction along a tree of ranks, segment by segment.

use super::writer::{Combinations, Message, Room, Writer};
use super::{BuildError, Flow, Parts};
use crate::schedule::stages::Cut;
use crate::schedule::{Added, Schedule};
use logpine_models::job::{Operands, RankCollective};
use logpine_models::model::PortTiming;
use logpine_trees::tree::{RankId, RankShape};
use std::ops::Range;

/// The schedule along a tree of ranks, whose children are listed in the order of the sends.
///
/// Ranks are numbered in depth-first order, from the child that is sent to last to the one that is sent to first, so
/// every subtree is an interval of ranks. In a reduction, the data of a rank belong at any time to an interval that
/// begins with the rank, and a combination adds the interval next to it. So the operands stay in the order of the ranks;
/// if that is [required](Operands::RankOrder), each combination of a segment requires the one before.
///
/// **Complexity** O(operations): two for each segment and rank, three for a reduction.
///
/// # Errors
/// [`BuildError`] if there are too many operations, or if the time of a combination cannot be represented.
pub fn tree(
    shape: &RankShape,
    message: Cut,
    flow: impl Into<Flow>,
    timing: &dyn PortTiming,
) -> Result<Schedule, BuildError> {
    let flow = flow.into();
    let room = room(shape.ranks(), message.count(), flow);
    tree_of(shape, Programs::new(room, message, 0..message.count(), flow, timing)?)
}

/// The schedule of [`tree`] in parts.
///
/// # Errors
/// As for [`tree`].
pub fn tree_in_parts<'a>(
    shape: &'a RankShape,
    message: Cut,
    flow: impl Into<Flow>,
    timing: &'a dyn PortTiming,
) -> Result<Parts<'a>, BuildError> {
    let (ranks, flow) = (shape.ranks(), flow.into());
    Parts::new(message.count(), room(ranks, 1, flow), move |steps| {
        tree_of(shape, Programs::of_part(ranks, message, steps, flow, timing)?)
    })
}

fn tree_of(shape: &RankShape, mut programs: Programs) -> Result<Schedule, BuildError> {
    let mut children = Vec::new();
    // Runs of subtrees that are not yet numbered, the next on top, with their parents.
    let mut waiting = Vec::new();
    let mut next = Some(Run { subtree: shape.root(), count: 1, parent: None });
    while let Some(Run { subtree, count, parent }) = next {
        if count > 1 {
            waiting.push(Run { subtree, count: count - 1, parent });
        }
        let rank = programs.writer.begin_rank()?;
        children.clear();
        // The first child has the last ranks of the interval. All numbers are less than the size, which was checked.
        let mut end = u64::from(rank) + shape.ranks_of(subtree);
        for run in shape.children(subtree) {
            waiting.push(Run { subtree: run.child, count: run.count, parent: Some(rank) });
            for _ in 0..run.count {
                end -= shape.ranks_of(run.child);
                children.push(u32::try_from(end).unwrap_or(u32::MAX));
            }
        }
        programs.write(parent, &children)?;
        next = waiting.pop();
    }
    programs.writer.finish()
}

/// Equal subtrees with the same parent.
struct Run {
    subtree: RankId,
    count: u64,
    parent: Option<u32>,
}

/// The schedule along a chain, rank 0 first.
///
/// # Errors
/// As for [`tree`]; [`BuildError::Ranks`] for no rank.
pub fn chain(
    ranks: u64,
    message: Cut,
    collective: RankCollective,
    timing: &dyn PortTiming,
) -> Result<Schedule, BuildError> {
    let flow = collective.into();
    let room = room(ranks, message.count(), flow);
    chain_of(ranks, Programs::new(room, message, 0..message.count(), flow, timing)?)
}

/// The schedule of [`chain`] in parts.
///
/// # Errors
/// As for [`chain`].
pub fn chain_in_parts(
    ranks: u64,
    message: Cut,
    collective: RankCollective,
    timing: &dyn PortTiming,
) -> Result<Parts<'_>, BuildError> {
    let flow = collective.into();
    Parts::new(message.count(), room(ranks, 1, flow), move |steps| {
        chain_of(ranks, Programs::of_part(ranks, message, steps, flow, timing)?)
    })
}

fn chain_of(ranks: u64, mut programs: Programs) -> Result<Schedule, BuildError> {
    // For each segment a rank combines one message only.
    let last = ranks.checked_sub(1).ok_or(BuildError::Ranks { ranks })?;
    for _ in 0..ranks {
        let rank = programs.writer.begin_rank()?;
        let child = [rank + 1];
        let children: &[u32] = if u64::from(rank) < last { &child } else { &[] };
        programs.write(rank.checked_sub(1), children)?;
    }
    programs.writer.finish()
}

/// The size of a schedule of `segments` segments.
pub(super) fn room(ranks: u64, segments: u64, flow: Flow) -> Room {
    let messages = u128::from(ranks.saturating_sub(1)) * u128::from(segments);
    let each = if flow == Flow::Broadcast { 2 } else { 3 };
    Room::new(ranks, messages * each, messages * 2)
}

/// Writes the programs of the ranks of a tree one after the other.
pub(super) struct Programs<'a> {
    pub(super) writer: Writer,
    combinations: Combinations<'a>,
    /// The tag and size of every segment.
    segments: Vec<(u32, u64)>,
    flow: Flow,
    /// The combinations of one segment that no other combination requires.
    combined: Vec<Added>,
}

impl<'a> Programs<'a> {
    /// Programs of some of the steps, each a segment of the message: in a reduction the last segment is the first step.
    pub(super) fn new(
        room: Room,
        message: Cut,
        steps: Range<u64>,
        flow: Flow,
        timing: &'a dyn PortTiming,
    ) -> Result<Self, BuildError> {
        room.check()?;
        let writer = Writer::new(room)?;
        let count = message.count();
        let segments = match flow {
            _ if room.ranks == 1 => 0..0,
            Flow::Broadcast => steps,
            Flow::Reduction(_) => count - steps.end..count - steps.start,
        };
        // There are no more segments than operations, which were counted.
        let first = u32::try_from(segments.start).unwrap_or(u32::MAX);
        let sizes = segments.map(|segment| message.bytes(&(segment..segment + 1)));
        let segments = (first..).zip(sizes).collect();
        Ok(Self { writer, combinations: Combinations::new(timing), segments, flow, combined: Vec::new() })
    }

    /// Programs of a part of the schedule.
    fn of_part(
        ranks: u64,
        message: Cut,
        steps: Range<u64>,
        flow: Flow,
        timing: &'a dyn PortTiming,
    ) -> Result<Self, BuildError> {
        let room = Room { dependencies: 0, ..room(ranks, steps.end - steps.start, flow) };
        Self::new(room, message, steps, flow, timing)
    }

    /// Writes the program of the rank begun last.
    pub(super) fn write(&mut self, parent: Option<u32>, children: &[u32]) -> Result<(), BuildError> {
        match self.flow {
            Flow::Broadcast => self.broadcast(parent, children),
            Flow::Reduction(operands) => self.reduce(parent, children, operands),
        }
    }

    fn broadcast(&mut self, parent: Option<u32>, children: &[u32]) -> Result<(), BuildError> {
        for &(tag, bytes) in &self.segments {
            let message = |peer| Message { peer, bytes, tag };
            let received = parent.map(|parent| self.writer.receive(message(parent))).transpose()?;
            for &child in children {
                self.writer.send(message(child), &received)?;
            }
        }
        Ok(())
    }

    fn reduce(&mut self, parent: Option<u32>, children: &[u32], operands: Operands) -> Result<(), BuildError> {
        for &(tag, bytes) in self.segments.iter().rev() {
            let message = |peer| Message { peer, bytes, tag };
            self.combined.clear();
            for &child in children.iter().rev() {
                let before = self.combined.pop_if(|_| operands == Operands::RankOrder);
                self.combined.push(self.writer.combine(message(child), &mut self.combinations, before)?);
            }
            if let Some(parent) = parent {
                self.writer.send(message(parent), &self.combined)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_tree() -> Result<(), Box<dyn std::error::Error>> {
        use crate::schedule::build::tree;
        use crate::schedule::replay::program_order;
        use crate::schedule::stages::Cut;
        use logpine_models::job::RankCollective::Bcast;
        use logpine_models::machine::Machine;
        use logpine_models::model::Logp;
        use logpine_trees::tree::rank_trees::k_nomial;
        // Binomial, 8 ranks, L = 6, o = 2, g = 4: three messages one after the other.
        let timing = Logp::new(&Machine::load("logp-textbook")?)?;
        let schedule = tree(&k_nomial(8, 2), Cut::whole(1), Bcast, &timing)?;
        assert_eq!(program_order(&schedule, &timing, &mut ())?.finish.ticks(), 30_000);
        Ok(())
    }
}
