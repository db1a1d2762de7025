//! Schedules of blocks in steps.

use logpine_network::digraph::Digraph;

/// A transmission of a block over an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Send {
    /// The step in which it starts, from 1 on. It arrives at the end of step `step` + latency - 1.
    pub step: u32,
    /// The arc, an index of [`Digraph::arcs`].
    pub arc: u32,
    /// The block.
    pub block: u32,
}

/// Transmissions that bring about a task: sorted by step, arc, block. In one that is searched for, no vertex receives a block twice, or one
/// that starts there; in an algorithm of the catalogue some may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSchedule {
    /// The number of steps: at the end of the last, everything has arrived.
    pub steps: u32,
    /// The transmissions.
    pub sends: Vec<Send>,
}

impl StepSchedule {
    /// The schedule of sorted transmissions.
    pub(super) fn of(digraph: &Digraph, sends: Vec<Send>) -> Self {
        let arrival = |send: &Send| send.step + digraph.arcs()[send.arc as usize].latency - 1;
        Self { steps: sends.iter().map(arrival).max().unwrap_or(0), sends }
    }

    /// The schedule run backwards: what moved over an arc moves back over the reversed arc. `digraph` is the graph with the same arcs, in
    /// either direction.
    ///
    /// A send in step t that arrives at the end of step u becomes one that starts in step `steps` - u + 1.
    #[must_use]
    pub fn reversed(&self, digraph: &Digraph) -> Self {
        let backward = |send: &Send| {
            let arrival = send.step + digraph.arcs()[send.arc as usize].latency - 1;
            Send { step: self.steps + 1 - arrival, ..*send }
        };
        // Step by step from the last one: if all latencies are alike they are sorted.
        let steps = self.sends.chunk_by(|one, other| one.step == other.step);
        let mut sends: Vec<Send> = steps.rev().flatten().map(backward).collect();
        sends.sort_unstable();
        Self { steps: self.steps, sends }
    }

    /// This schedule, and another when it has ended.
    #[must_use]
    pub fn then(mut self, other: &Self) -> Self {
        self.sends.extend(other.sends.iter().map(|send| Send { step: send.step + self.steps, ..*send }));
        Self { steps: self.steps + other.steps, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_network::digraph::Arc;

    #[test]
    fn a_schedule_runs_backwards_and_after_another() {
        let arc = |from, to, latency| Arc { from, to, capacity: 1, latency };
        let path = Digraph::new(3, 3, vec![arc(0, 1, 1), arc(1, 2, 3)]);
        let send = |step, arc| Send { step, arc, block: 0 };
        let schedule = StepSchedule { steps: 4, sends: vec![send(1, 0), send(2, 1)] };
        let reversed = schedule.reversed(&path);
        // Over the slow arc in steps 1 to 3, over the other in step 4.
        assert_eq!(reversed, StepSchedule { steps: 4, sends: vec![send(1, 1), send(4, 0)] });
        assert_eq!(reversed.reversed(&path), schedule);
        assert_eq!(schedule.then(&reversed).sends, [send(1, 0), send(2, 1), send(5, 1), send(8, 0)]);
    }
}
