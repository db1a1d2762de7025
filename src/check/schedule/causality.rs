//! Whether one operation of a rank takes effect before another in every execution.
//!
//! A send takes effect when it begins, everything else when it ends. What an operation waits for is followed backwards:
//! first within the rank, as far as the operation asked for, where almost every answer is found at once; then through
//! messages too. The time of a question is that of the operations listed between the two, or, where the rank's own
//! dependencies give no answer, of the schedule between them.

use super::structure::Messages;
use crate::schedule::{Operation, Schedule};
use std::collections::BinaryHeap;

/// The bit of a stored predecessor whose start only is waited for.
const BEGUN: u32 = 1 << 31;

/// What each operation waits for, with the state of a question.
pub(super) struct Causality<'a> {
    schedule: &'a Schedule,
    messages: &'a Messages,
    /// Where each operation stands in an order of execution.
    place: Vec<u32>,
    /// Where the predecessors of each operation begin; one more at the end.
    starts: Vec<u32>,
    /// Indices within the rank, with [`BEGUN`].
    predecessors: Vec<u32>,
    within: Search,
    beyond: Search,
    later: Option<usize>,
}

/// What has been found to be before some operation.
#[derive(Default)]
struct Search {
    /// The question in which the operation was last found, doubled; one more where its end was. Of the operations from
    /// `first` on.
    marks: Vec<u64>,
    first: usize,
    question: u64,
    /// What was found and not yet followed: first what comes last.
    open: BinaryHeap<(u32, u32)>,
    /// Receptions of which only the beginning was found.
    begun: Vec<u32>,
}

impl<'a> Causality<'a> {
    /// Of a schedule that can be executed in an order.
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

    /// Whether an operation takes effect before another of its rank in every execution. Fastest where questions on the
    /// same later operation follow each other.
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
            // The start of the wider search, unless nobody asks for it.
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

    /// Marks the later operation of a question, whose beginning counts if it is a send, otherwise its end.
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

    /// Follows what was found until nothing that is open can come after the earlier operation.
    fn run(&mut self, earlier: usize, scope: Scope) {
        let until = self.key(earlier, scope);
        while let Some((_, at)) = self.search(scope).open.peek().copied().filter(|&(key, _)| key > until) {
            self.follow(at as usize, scope);
        }
    }

    /// Finds what the operation that comes last waits for.
    fn follow(&mut self, at: usize, scope: Scope) {
        self.search(scope).open.pop();
        // Where only its beginning was found, a reception is not open.
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

    /// Finds what an operation waits for before it begins.
    fn follow_beginning(&mut self, at: usize, scope: Scope) {
        let first = self.schedule.range(self.messages.rank_of[at]).start;
        for index in self.starts[at]..self.starts[at + 1] {
            let stored = self.predecessors[index as usize];
            let (before, begun) = (first + (stored & !BEGUN) as usize, stored & BEGUN != 0);
            if begun && matches!(self.operation(before), Operation::Receive { .. }) {
                // Its place is that of its end, which may come later.
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

    /// Grows from an operation to whatever waits for it. Within a rank, what is listed does so too, unless a dependency points
    /// forward: that is found beyond.
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

/// How far a question is followed: within the rank, or through messages too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Within,
    Beyond,
}

impl Search {
    /// Begins another question, on the operations from `first` on.
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

/// Tells every dependency: what is waited for, what waits, and whether for the beginning only.
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
