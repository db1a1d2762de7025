//! Decides whether one operation of a rank takes effect before another in every execution.
//!
//! A send takes effect when it begins, everything else when it ends. The dependencies of an operation are followed
//! backwards: first within the rank, as far as the earlier of the two operations, which gives almost every answer at once;
//! then through messages too. The time of a query is proportional to the number of operations listed between the two or, if
//! the rank's own dependencies give no answer, to the part of the schedule between them.

use super::structure::Messages;
use logpine_collectives::schedule::{Operation, Schedule};
use std::collections::BinaryHeap;

/// The bit of a stored predecessor of which only the start is waited for.
const BEGUN: u32 = 1 << 31;

/// The predecessors of each operation, with the state of a query.
pub(super) struct Causality<'a> {
    schedule: &'a Schedule,
    messages: &'a Messages,
    /// The place of each operation in an order of execution.
    place: Vec<u32>,
    /// The start of each operation's predecessors; one more entry at the end.
    starts: Vec<u32>,
    /// Indices within the rank, with [`BEGUN`].
    predecessors: Vec<u32>,
    within: Search,
    beyond: Search,
    later: Option<usize>,
}

/// The operations that were found to be before some operation.
#[derive(Default)]
struct Search {
    /// The number of the query in which the operation was last found, doubled, plus one if its end was found. For the
    /// operations from `first` on.
    marks: Vec<u64>,
    first: usize,
    question: u64,
    /// The operations that were found and not yet followed: the latest first.
    open: BinaryHeap<(u32, u32)>,
    /// The receptions of which only the beginning was found.
    begun: Vec<u32>,
}

impl<'a> Causality<'a> {
    /// Prepares queries on a schedule that can be executed in an order.
    pub fn new(schedule: &'a Schedule, messages: &'a Messages, order: &[u32]) -> Self {
        let mut place = vec![0; schedule.len()];
        for (position, &at) in (0u32..).zip(order) {
            place[at as usize] = position;
        }
        let mut starts = vec![0u32; schedule.len() + 2];
        each_dependency(schedule, |_, waiting, _| starts[waiting + 2] += 1);
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut predecessors = vec![0; schedule.dependencies()];
        let first = |at: usize| schedule.range(messages.rank_of[at]).start;
        each_dependency(schedule, |before, waiting, start| {
            let next = &mut starts[waiting + 1];
            let index = u32::try_from(before - first(before)).unwrap_or(0);
            predecessors[*next as usize] = if start { index | BEGUN } else { index };
            *next += 1;
        });
        let (within, beyond) = (Search::default(), Search::default());
        Self { schedule, messages, place, starts, predecessors, within, beyond, later: None }
    }

    /// True if an operation takes effect before another of its rank in every execution. Fastest if queries on the same later
    /// operation follow each other.
    pub fn is_before(&mut self, earlier: usize, later: usize) -> bool {
        if self.place[earlier] >= self.place[later] {
            return false;
        }
        if self.later != Some(later) {
            self.later = Some(later);
            let range = self.schedule.range(self.messages.rank_of[later]);
            self.within.begin(range.start, range.len());
            self.beyond.open.clear();
            self.found(later, Scope::Within);
            self.follow(later, Scope::Within);
            // The start of the wider search, unless it is not needed.
            self.beyond.first = usize::MAX;
        }
        if self.is_found(earlier, Scope::Within) {
            return true;
        }
        self.run(earlier, Scope::Within);
        if self.is_found(earlier, Scope::Within) {
            return true;
        }
        if self.beyond.first == usize::MAX {
            self.beyond.begin(0, self.schedule.len());
            self.found(later, Scope::Beyond);
        }
        self.run(earlier, Scope::Beyond);
        self.is_found(earlier, Scope::Beyond)
    }

    /// Marks the later operation of a query: its beginning if it is a send, otherwise its end.
    fn found(&mut self, later: usize, scope: Scope) {
        let (key, ended) = (self.key(later, scope), !matches!(self.operation(later), Operation::Send { .. }));
        self.search(scope).reach(later, key, ended);
    }

    fn is_found(&mut self, earlier: usize, scope: Scope) -> bool {
        let send = matches!(self.operation(earlier), Operation::Send { .. });
        let search = self.search(scope);
        let mark = search.marks[earlier - search.first];
        mark / 2 == search.question && (send || mark % 2 == 1)
    }

    /// Follows the operations found until nothing that is open can come after the earlier operation.
    fn run(&mut self, earlier: usize, scope: Scope) {
        let until = self.key(earlier, scope);
        while let Some((_, at)) = self.search(scope).open.peek().copied().filter(|&(key, _)| key > until) {
            self.follow(at as usize, scope);
        }
    }

    /// Finds the predecessors of the latest operation.
    fn follow(&mut self, at: usize, scope: Scope) {
        self.search(scope).open.pop();
        // A reception of which only the beginning was found is not open.
        if scope == Scope::Beyond && matches!(self.operation(at), Operation::Receive { .. }) {
            let send = self.messages.partner[at] as usize;
            let key = self.key(send, scope);
            self.search(scope).reach(send, key, false);
        }
        self.follow_beginning(at, scope);
        while let Some(reception) = self.search(scope).begun.pop() {
            self.follow_beginning(reception as usize, scope);
        }
    }

    /// Finds the operations that must happen before an operation begins.
    fn follow_beginning(&mut self, at: usize, scope: Scope) {
        let first = self.schedule.range(self.messages.rank_of[at]).start;
        for index in self.starts[at]..self.starts[at + 1] {
            let stored = self.predecessors[index as usize];
            let (before, begun) = (first + (stored & !BEGUN) as usize, stored & BEGUN != 0);
            if begun && matches!(self.operation(before), Operation::Receive { .. }) {
                // Its place is the place of its end, which may come later.
                self.search(scope).begun.extend(u32::try_from(before));
            } else {
                let key = self.key(before, scope);
                self.search(scope).reach(before, key, !begun);
            }
        }
    }

    fn operation(&self, at: usize) -> Operation {
        self.schedule.records()[at].operation()
    }

    /// A key that grows from an operation to its successors. Within a rank, the order of the list does so too, unless a
    /// dependency points forward: that is found by the wider search.
    fn key(&self, at: usize, scope: Scope) -> u32 {
        match scope {
            Scope::Within => u32::try_from(at).unwrap_or(u32::MAX),
            Scope::Beyond => self.place[at],
        }
    }

    fn search(&mut self, scope: Scope) -> &mut Search {
        match scope {
            Scope::Within => &mut self.within,
            Scope::Beyond => &mut self.beyond,
        }
    }
}

/// The scope of a query: within the rank, or through messages too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Within,
    Beyond,
}

impl Search {
    /// Begins another query, on the operations from `first` on.
    fn begin(&mut self, first: usize, operations: usize) {
        self.question += 1;
        self.first = first;
        self.open.clear();
        if self.marks.len() < operations {
            self.marks.resize(operations, 0);
        }
    }

    fn reach(&mut self, at: usize, key: u32, ended: bool) {
        let mark = &mut self.marks[at - self.first];
        if *mark / 2 == self.question {
            *mark |= u64::from(ended);
        } else {
            *mark = 2 * self.question + u64::from(ended);
            self.open.extend(u32::try_from(at).map(|at| (key, at)));
        }
    }
}

/// Calls `tell` with every dependency: the operation waited for, the one that waits, and whether it waits for the beginning
/// only.
fn each_dependency(schedule: &Schedule, mut tell: impl FnMut(usize, usize, bool)) {
    for rank in 0..schedule.ranks() {
        let range = schedule.range(rank);
        for at in range.clone() {
            for &dependent in schedule.dependents_of(at) {
                let (waiting, start) = Schedule::dependent(dependent);
                tell(at, range.start + waiting as usize, start);
            }
        }
    }
}
