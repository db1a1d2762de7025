//! Follows contributions that are combined on their way.

use super::contributions::Contributions;
use super::fault::{Faults, Limits, Wrong};
use super::sent::{Followed, not_held};
use super::statement::Statement;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A send under way. Of those that arrive together, partial results come first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct UnderWay {
    end: u64,
    is_complete: bool,
    to: u32,
    row: usize,
    /// The contributions it carries.
    set: usize,
}

/// Follows one block after another.
pub(super) struct Follower<'a> {
    statement: Statement<'a>,
    /// The sets of the vertices, then those under way.
    sets: Contributions,
    /// The number of contributions of each set.
    counts: Vec<u32>,
    under_way: BinaryHeap<Reverse<UnderWay>>,
    /// The sets that nothing under way uses.
    free: Vec<usize>,
}

impl<'a> Follower<'a> {
    /// Provides for blocks of at most `most` sends.
    pub fn new(statement: &Statement<'a>, most: usize, limits: &Limits) -> Result<Self, Wrong> {
        let vertices = statement.graph.vertices() as usize;
        let sets = vertices + most;
        let bytes = Contributions::bytes(statement.ranks(), sets as u64);
        if bytes > u128::from(limits.contributions) {
            return Err(Wrong::new(format_args!(
                "the contributions to a block need {bytes} bytes, more than the {limit} that the check may take",
                limit = limits.contributions
            )));
        }
        Ok(Self {
            statement: *statement,
            sets: Contributions::new(statement.ranks(), sets),
            counts: vec![0; sets],
            under_way: BinaryHeap::new(),
            free: (vertices..sets).rev().collect(),
        })
    }

    /// Follows a block: contributions meet at most once, and those who need the result get all of them.
    pub fn follow(&mut self, block: u32, sends: &[Followed], faults: &mut Faults) {
        let ranks = self.statement.ranks();
        let ends = sends.iter().flat_map(|followed| [followed.sent.from, followed.sent.to]);
        for vertex in ends.chain(self.statement.sinks(block).of(ranks)) {
            let own = Some(vertex).filter(|&vertex| vertex < ranks);
            self.sets.reset(vertex as usize, own);
            self.counts[vertex as usize] = u32::from(own.is_some());
        }
        for &Followed { row, sent, end } in sends {
            self.arrive(block, u64::from(sent.step) - 1, faults);
            let count = self.counts[sent.from as usize];
            if count == 0 {
                faults.add(Some(row), not_held(&sent, None));
                continue;
            }
            let set = self.free.pop().expect("there is a set for each send of the block");
            self.sets.copy(sent.from as usize, set);
            self.counts[set] = count;
            self.under_way.push(Reverse(UnderWay { end, is_complete: count == ranks, to: sent.to, row, set }));
        }
        self.arrive(block, u64::MAX, faults);
        self.check_end(block, faults);
    }

    /// Lets all arrive that does so until the end of a step.
    fn arrive(&mut self, block: u32, step: u64, faults: &mut Faults) {
        let ranks = self.statement.ranks();
        while self.under_way.peek().is_some_and(|next| next.0.end <= step) {
            let Some(Reverse(UnderWay { end, is_complete, to, row, set })) = self.under_way.pop() else { return };
            self.free.push(set);
            let at = to as usize;
            if is_complete {
                self.sets.copy(set, at);
                self.counts[at] = ranks;
                continue;
            }
            if self.counts[at] == ranks {
                faults.add(Some(row), Wrong::new(format_args!("a partial result of block {block} arrives at vertex {to} at the end of step {end}, which has the complete one")));
                continue;
            }
            if let Some(rank) = self.sets.unite(set, at) {
                faults.add(Some(row), Wrong::new(format_args!("vertex {to} combines contributions to block {block} at the end of step {end}, of which that of rank {rank} counts twice")));
            }
            self.counts[at] = self.sets.count(at);
        }
    }

    fn check_end(&self, block: u32, faults: &mut Faults) {
        let ranks = self.statement.ranks();
        for rank in self.statement.sinks(block).of(ranks) {
            let combined = self.counts[rank as usize];
            if combined < ranks && !faults.are_enough() {
                let missing = self.sets.missing(rank as usize);
                faults.add(None, Wrong::new(format_args!("rank {rank} ends with {combined} contributions to block {block}; that of rank {missing} is missing")));
            }
        }
    }
}
