//! Broadcast and reduction along a tree of ranks, segment by segment.

use super::writer::{Message, Received, Room, Writer};
use super::{BuildError, Flow, Segmented, check_size};
use crate::job::{Operands, RankCollective};
use crate::model::PortTiming;
use crate::schedule::{Added, Schedule};
use crate::tree::{RankId, RankShape};

/// The schedule along a tree of ranks, whose children stand in the order of the sends.
///
/// Ranks are numbered in depth-first order, from the child sent to last to the one sent to first: every subtree is an
/// interval of ranks, and a reduction combines what a rank has, at any time an interval that it begins, with the interval
/// next to it. So the operands stay in the order of the ranks; where they [must](Operands::RankOrder), each combination of a
/// segment requires the one before.
///
/// **Complexity** O(operations): two for each segment and rank, three for a reduction.
///
/// ```
/// use logpine::job::RankCollective::Bcast;
/// use logpine::machine::Machine;
/// use logpine::model::Logp;
/// use logpine::schedule::build::{Segmented, tree};
/// use logpine::schedule::replay::program_order;
/// use logpine::tree::rank_trees::k_nomial;
/// // Binomial, 8 ranks, L = 6, o = 2, g = 4: three messages one after the other.
/// let timing = Logp::new(&Machine::load("logp-textbook")?)?;
/// let schedule = tree(&k_nomial(8, 2), Segmented::whole(1), Bcast, &timing)?;
/// assert_eq!(program_order(&schedule, &timing, &mut ())?.finish.ticks(), 30_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BuildError`] where there are too many operations, or a combination takes longer than can be represented.
pub fn tree(
    shape: &RankShape,
    message: Segmented,
    flow: impl Into<Flow>,
    timing: &dyn PortTiming,
) -> Result<Schedule, BuildError> {
    let mut programs = Programs::new(shape.ranks(), message, flow.into(), timing)?;
    let mut children = Vec::new();
    // Runs of subtrees that are still to be numbered, the next on top, with their parents.
    let mut waiting = Vec::new();
    let mut next = Some(Run { subtree: shape.root(), count: 1, parent: None });
    while let Some(Run { subtree, count, parent }) = next {
        if count > 1 {
            waiting.push(Run { subtree, count: count - 1, parent });
        }
        let rank = programs.writer.begin_rank()?;
        children.clear();
        // The first child has the last ranks of the interval. All are less than the size that was checked.
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
    message: Segmented,
    collective: RankCollective,
    timing: &dyn PortTiming,
) -> Result<Schedule, BuildError> {
    let last = ranks.checked_sub(1).ok_or(BuildError::Ranks { ranks })?;
    // Of each segment a rank combines one message only.
    let mut programs = Programs::new(ranks, message, collective.into(), timing)?;
    for _ in 0..ranks {
        let rank = programs.writer.begin_rank()?;
        let child = [rank + 1];
        let children: &[u32] = if u64::from(rank) < last { &child } else { &[] };
        programs.write(rank.checked_sub(1), children)?;
    }
    programs.writer.finish()
}

/// Writes the program of one rank of a tree after the other.
pub(super) struct Programs<'a> {
    pub(super) writer: Writer<'a>,
    /// Tag and size of every segment.
    segments: Vec<(u32, u64)>,
    flow: Flow,
    /// The combinations of one segment that no other requires.
    combined: Vec<Added>,
}

impl<'a> Programs<'a> {
    pub(super) fn new(
        ranks: u64,
        message: Segmented,
        flow: Flow,
        timing: &'a dyn PortTiming,
    ) -> Result<Self, BuildError> {
        let messages = u128::from(ranks.saturating_sub(1)) * u128::from(message.count());
        let each = if flow == Flow::Broadcast { 2 } else { 3 };
        check_size(ranks, messages * each)?;
        // As many operations as could be were counted.
        let messages = u64::try_from(messages).unwrap_or(0);
        let room = Room { ranks, operations: messages * u64::try_from(each).unwrap_or(3), dependencies: 2 * messages };
        let writer = Writer::new(timing, room)?;
        let segments = if ranks == 1 { Vec::new() } else { (0u32..).zip(message.sizes()).collect() };
        Ok(Self { writer, segments, flow, combined: Vec::new() })
    }

    /// The program of the rank begun last.
    pub(super) fn write(&mut self, parent: Option<u32>, children: &[u32]) -> Result<(), BuildError> {
        match self.flow {
            Flow::Broadcast => self.broadcast(parent, children),
            Flow::Reduction(operands) => self.reduce(parent, children, operands),
        }
    }

    fn broadcast(&mut self, parent: Option<u32>, children: &[u32]) -> Result<(), BuildError> {
        for &(tag, bytes) in &self.segments {
            let message = |peer| Message { peer, bytes, tag };
            let received = parent.map(|parent| self.writer.receive(message(parent), Received::Kept)).transpose()?;
            for &child in children {
                self.writer.send(message(child), received.as_slice())?;
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
                self.combined.push(self.writer.receive(message(child), Received::Combined(before))?);
            }
            if let Some(parent) = parent {
                self.writer.send(message(parent), &self.combined)?;
            }
        }
        Ok(())
    }
}
