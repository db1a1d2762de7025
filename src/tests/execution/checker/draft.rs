//! A schedule that can be changed: dependencies name operations, not places in a list.

use logpine_collectives::schedule::{Added, Dependency, Operation, Schedule, ScheduleBuilder};

/// The part of another operation that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    Done,
    Begun,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: usize,
    pub operation: Operation,
    /// Names of operations of the rank; others have no effect.
    pub waits: Vec<(usize, Until)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub ranks: Vec<Vec<Item>>,
    next: usize,
}

impl Draft {
    pub fn new(ranks: usize) -> Self {
        Self { ranks: vec![Vec::new(); ranks], next: 0 }
    }

    pub fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// Appends an operation and returns its name.
    pub fn push(&mut self, rank: usize, operation: Operation) -> usize {
        let name = self.fresh();
        self.ranks[rank].push(Item { name, operation, waits: Vec::new() });
        name
    }

    pub fn of(schedule: &Schedule) -> Self {
        let mut draft = Self::new(schedule.ranks() as usize);
        for rank in 0..schedule.ranks() {
            let names: Vec<usize> =
                schedule.rank(rank).iter().map(|record| draft.push(rank as usize, record.operation())).collect();
            for (index, &name) in (0u32..).zip(&names) {
                for dependency in schedule.dependents(rank, index) {
                    let (waiting, until) = match dependency {
                        Dependency::Done(Added(waiting)) => (waiting, Until::Done),
                        Dependency::Begun(Added(waiting)) => (waiting, Until::Begun),
                    };
                    draft.ranks[rank as usize][waiting as usize].waits.push((name, until));
                }
            }
        }
        draft
    }

    pub fn schedule(&self) -> Schedule {
        let mut builder = ScheduleBuilder::new();
        for items in &self.ranks {
            builder.begin_rank().expect("few ranks");
            let place = |name| items.iter().position(|item| item.name == name);
            for item in items {
                builder.push(item.operation).expect("few operations");
            }
            for (waiting, item) in (0u32..).zip(items) {
                for &(name, until) in &item.waits {
                    let Some(before) = place(name) else { continue };
                    let before = Added(u32::try_from(before).expect("few"));
                    let dependency = match until {
                        Until::Done => Dependency::Done(before),
                        Until::Begun => Dependency::Begun(before),
                    };
                    builder.require(Added(waiting), dependency);
                }
            }
        }
        builder.finish().expect("few dependencies")
    }
}
