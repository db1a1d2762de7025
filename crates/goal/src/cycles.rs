//! Operations that wait for each other within a rank.

use super::place::Place;
use super::place::Sites;
use logpine_collectives::schedule::{Dependency, Schedule};
use logpine_text::fault::{Diagnostic, Faults};
use std::fmt;

/// The maximum number of operations of a cycle that a message names.
const NAMED: usize = 5;

/// Reports every dependency that closes a cycle within a rank.
///
/// **Complexity** O(operations + dependencies).
pub(super) fn check(schedule: &Schedule, sites: &dyn Sites, faults: &mut Faults<'_>) {
    let mut search = Search { schedule, sites, state: Vec::new() };
    for rank in 0..schedule.ranks() {
        let operations = schedule.range(rank).len();
        let points_back =
            |&before: &u32| schedule.dependents(rank, before).any(|dependent| waiting(dependent) <= before);
        // Operations that only wait for earlier ones cannot be in a cycle.
        if (0u32..).take(operations).any(|operation| points_back(&operation)) {
            search.rank(rank, operations, faults);
        }
    }
}

fn waiting(dependent: Dependency) -> u32 {
    match dependent {
        Dependency::Done(waiting) | Dependency::Begun(waiting) => waiting.0,
    }
}

/// A cycle of operations, each of which waits for the next, and the last for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cycle {
    /// The places of the first few operations.
    places: Vec<Place>,
    /// The number of operations.
    length: usize,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.places {
            write!(f, "{place} waits for ")?;
        }
        let left_out = self.length.saturating_sub(self.places.len());
        if left_out > 0 {
            write!(f, "({left_out} more), which wait for ")?;
        }
        match self.places.first() {
            Some(first) => write!(f, "{first}"),
            None => Ok(()),
        }
    }
}

/// Depth-first search along the dependents.
struct Search<'a> {
    schedule: &'a Schedule,
    sites: &'a dyn Sites,
    state: Vec<State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Left,
}

impl Search<'_> {
    fn rank(&mut self, rank: u32, operations: usize, faults: &mut Faults<'_>) {
        self.state.clear();
        self.state.resize(operations, State::New);
        for root in (0u32..).take(operations) {
            if self.state[root as usize] != State::New {
                continue;
            }
            self.state[root as usize] = State::OnPath;
            let mut path = vec![(root, self.schedule.dependents(rank, root))];
            while let Some((operation, dependents)) = path.last_mut() {
                let Some(next) = dependents.next().map(waiting) else {
                    self.state[*operation as usize] = State::Left;
                    path.pop();
                    continue;
                };
                match self.state[next as usize] {
                    State::New => {
                        self.state[next as usize] = State::OnPath;
                        path.push((next, self.schedule.dependents(rank, next)));
                    }
                    State::OnPath => faults.add_with("cycle", || {
                        let path: Vec<u32> = path.iter().map(|&(operation, _)| operation).collect();
                        let first = path.iter().rposition(|&operation| operation == next).unwrap_or(0);
                        self.cycle(rank, &path[first..])
                    }),
                    State::Left => {}
                }
            }
        }
    }

    /// A cycle in which each operation waits for the previous one.
    fn cycle(&self, rank: u32, operations: &[u32]) -> (std::ops::Range<usize>, Diagnostic) {
        let (first, others) = operations.split_first().map_or((0, operations), |(&first, others)| (first, others));
        let first = self.sites.site(rank, first);
        let others = others.iter().rev().take(NAMED - 1).map(|&operation| self.sites.site(rank, operation).place);
        let places = std::iter::once(first.place).chain(others).collect();
        (
            first.span,
            Diagnostic::error(
                "cycle",
                format!(
                    "operations that wait for each other never begin: {cycle}",
                    cycle = Cycle { places, length: operations.len() }
                ),
                "remove one of these dependencies",
            ),
        )
    }
}
