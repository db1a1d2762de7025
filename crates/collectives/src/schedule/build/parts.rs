//! Schedules built a part at a time, if they are too large to list as a whole.

use super::BuildError;
use super::writer::Room;
use crate::schedule::Schedule;
use std::ops::Range;

/// The largest number of operations of a part, unless a single step has more: some 150 MB with everything that a replay
/// needs.
const OPERATIONS_A_PART: u64 = 1 << 22;

/// A schedule as a sequence of parts, each with some of the operations of every rank.
///
/// The parts one after the other have every rank's operations in program order. A message is received in the part in
/// which it is sent: parts are whole segments of a message along a tree, whole rounds of a block algorithm, or whole
/// waves. Dependencies are left out, since a replay [in program order](crate::schedule::replay::program_order_in_parts)
/// does not need them.
pub struct Parts<'a> {
    ranks: u64,
    most_operations: u64,
    steps: u64,
    steps_a_part: u64,
    next: Option<u64>,
    build: Box<dyn Fn(Range<u64>) -> Result<Schedule, BuildError> + 'a>,
}

impl<'a> Parts<'a> {
    /// Parts of `steps` steps, each of size `step`; `build` lists a range of them.
    pub(crate) fn new(
        steps: u64,
        step: Room,
        build: impl Fn(Range<u64>) -> Result<Schedule, BuildError> + 'a,
    ) -> Result<Self, BuildError> {
        // The part of a single step has to fit.
        Room { dependencies: 0, ..step }.check()?;
        Ok(Self {
            ranks: step.ranks,
            most_operations: step.operations.saturating_mul(steps),
            steps,
            steps_a_part: (OPERATIONS_A_PART / step.operations.max(1)).max(1),
            next: Some(0),
            build: Box::new(build),
        })
    }

    /// The number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// An upper bound on the number of operations of all parts together, saturating.
    #[must_use]
    pub const fn most_operations(&self) -> u64 {
        self.most_operations
    }

    /// An upper bound on the number of operations of a part.
    #[must_use]
    pub fn most_of_part(&self) -> u64 {
        let steps = self.steps.clamp(1, self.steps_a_part);
        (self.most_operations / self.steps.max(1)).saturating_mul(steps)
    }

    /// The same in parts of a given number of steps, instead of parts with some millions of operations.
    #[must_use]
    pub fn with_steps_a_part(self, steps: u64) -> Self {
        Self { steps_a_part: steps.max(1), ..self }
    }
}

impl Iterator for Parts<'_> {
    type Item = Result<Schedule, BuildError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next?;
        let end = start.saturating_add(self.steps_a_part).min(self.steps);
        // Without any step there is one part, in which no rank does anything.
        self.next = (end < self.steps).then_some(end);
        Some((self.build)(start..end))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_parts() -> Result<(), Box<dyn std::error::Error>> {
        use crate::schedule::build::tree_in_parts;
        use crate::schedule::replay::program_order_in_parts;
        use crate::schedule::stages::Cut;
        use logpine_models::job::RankCollective::Bcast;
        use logpine_models::machine::Machine;
        use logpine_models::model::port_timing;
        use logpine_trees::tree::rank_trees::k_nomial;
        use std::ops::ControlFlow;
        let timing = port_timing(&Machine::load("lecture")?, None)?;
        let tree = k_nomial(8, 2);
        let mut parts = tree_in_parts(&tree, Cut::segments(1_000, 10), Bcast, timing.as_ref())?;
        assert_eq!((parts.ranks(), parts.most_operations()), (8, 1_400));
        assert_eq!(
            program_order_in_parts(&mut parts, timing.as_ref(), |_| ControlFlow::Continue(()))?.replayed.messages,
            700
        );
        Ok(())
    }
}
