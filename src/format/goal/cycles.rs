//! Operations that wait for each other within a rank.

use super::fault::{Cycle, FaultKind};
use super::faults::Faults;
use super::place::Sites;
use crate::schedule::{Dependency, Schedule};

/// The maximum number of operations of a cycle that a message names.
const NAMED: usize = 5;

/// Reports every dependency that closes a cycle within a rank.
///
/// **Complexity** O(operations + dependencies).
pub(super) fn check(schedule: &Schedule, sites: &dyn Sites, faults: &mut Faults) {
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
    fn rank(&mut self, rank: u32, operations: usize, faults: &mut Faults) {
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
    fn cycle(&self, rank: u32, operations: &[u32]) -> (std::ops::Range<usize>, FaultKind) {
        let (first, others) = operations.split_first().map_or((0, operations), |(&first, others)| (first, others));
        let first = self.sites.site(rank, first);
        let others = others.iter().rev().take(NAMED - 1).map(|&operation| self.sites.site(rank, operation).place);
        let places = std::iter::once(first.place).chain(others).collect();
        (first.span, FaultKind::Cycle { cycle: Cycle { places, length: operations.len() } })
    }
}
