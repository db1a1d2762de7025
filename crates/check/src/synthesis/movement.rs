//! Follows blocks that are passed on as they are.

use super::fault::{Faults, Wrong};
use super::sent::{Followed, not_held};
use super::statement::Statement;

const NEVER: u64 = u64::MAX;

/// Follows one block after another.
pub(super) struct Follower<'a> {
    statement: Statement<'a>,
    /// The step at whose end each vertex has the block.
    held: Vec<u64>,
}

impl<'a> Follower<'a> {
    pub fn new(statement: &Statement<'a>) -> Self {
        Self { statement: *statement, held: vec![NEVER; statement.graph.vertices() as usize] }
    }

    /// Follows a block: nobody sends it before having it, and everyone who needs it gets it.
    pub fn follow(&mut self, block: u32, sends: &[Followed], faults: &mut Faults) {
        let (sources, sinks) = (self.statement.sources(block), self.statement.sinks(block));
        let (first, last) = (sources.of(self.statement.ranks()), sinks.of(self.statement.ranks()));
        let ends = sends.iter().flat_map(|followed| [followed.sent.from, followed.sent.to]);
        ends.chain(last.clone()).for_each(|vertex| self.held[vertex as usize] = NEVER);
        // A block that is sent on in step t arrived in a send that began before t: the order of steps is one of causes.
        for &Followed { row, sent, end } in sends {
            let arrived = if first.contains(&sent.from) { 0 } else { self.held[sent.from as usize] };
            if arrived >= u64::from(sent.step) {
                let arrived = Some(arrived).filter(|&arrived| arrived != NEVER);
                faults.add(Some(row), not_held(&sent, arrived));
            }
            let held = &mut self.held[sent.to as usize];
            *held = end.min(*held);
        }
        for rank in last {
            if faults.are_enough() {
                return;
            }
            if !first.contains(&rank) && self.held[rank as usize] == NEVER {
                faults.add(None, Wrong::new(format_args!("rank {rank} never gets block {block}")));
            }
        }
    }
}
