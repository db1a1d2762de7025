//! An order in which a schedule can be executed, or an operation that can never run.

use super::structure::Messages;
use super::{Execution, ScheduleFault, Wrong};
use logpine_collectives::schedule::{Operation, Schedule};

/// The operations of all ranks in an order in which they can take effect: sends where they begin, everything else where it ends.
///
/// Kahn (1962), with two events per operation, since a reception begins before its message is there. Operations that can
/// begin are taken in the order in which they became ready.
///
/// # Errors
/// [`Wrong::Stuck`] for an operation that never begins.
pub(super) fn topological(
    schedule: &Schedule,
    messages: &Messages,
    execution: Execution,
) -> Result<Vec<u32>, ScheduleFault> {
    let mut run = Run {
        schedule,
        messages,
        execution,
        waiting: waiting(schedule, execution),
        begun: vec![false; schedule.len()],
        ready: Vec::with_capacity(schedule.len()),
        order: Vec::with_capacity(schedule.len()),
    };
    run.ready.extend((0u32..).zip(&run.waiting).filter(|&(_, &waiting)| waiting == 0).map(|(at, _)| at));
    let mut next = 0;
    while let Some(&at) = run.ready.get(next) {
        next += 1;
        run.begin(at);
    }
    if run.order.len() == schedule.len() {
        return Ok(run.order);
    }
    let unfinished = (schedule.len() - run.order.len()) as u64;
    let stuck = (0u32..).zip(&run.begun).find(|&(_, &begun)| !begun).map_or(0, |(at, _)| at);
    Err(messages.fault(schedule, stuck, Wrong::Stuck { execution, unfinished }))
}

/// The number of other operations for which each operation waits before it can begin.
fn waiting(schedule: &Schedule, execution: Execution) -> Vec<u32> {
    let mut waiting = vec![0u32; schedule.len()];
    for rank in 0..schedule.ranks() {
        let range = schedule.range(rank);
        for at in range.clone() {
            for &dependent in schedule.dependents_of(at) {
                waiting[range.start + Schedule::dependent(dependent).0 as usize] += 1;
            }
            if execution == Execution::ProgramOrder && at > range.start {
                waiting[at] += 1;
            }
        }
    }
    waiting
}

struct Run<'a> {
    schedule: &'a Schedule,
    messages: &'a Messages,
    execution: Execution,
    waiting: Vec<u32>,
    begun: Vec<bool>,
    ready: Vec<u32>,
    order: Vec<u32>,
}

impl Run<'_> {
    fn begin(&mut self, at: u32) {
        self.begun[at as usize] = true;
        self.release(at, true);
        let partner = self.messages.partner[at as usize];
        match self.schedule.records()[at as usize].operation() {
            Operation::Receive { .. } if !self.begun[partner as usize] => {}
            Operation::Send { .. } => {
                self.end(at);
                if self.begun[partner as usize] {
                    self.end(partner);
                }
            }
            _ => self.end(at),
        }
    }

    fn end(&mut self, at: u32) {
        self.order.push(at);
        self.release(at, false);
        let next = at + 1;
        if self.execution == Execution::ProgramOrder
            && self.messages.rank_of.get(next as usize) == Some(&self.messages.rank_of[at as usize])
        {
            self.fulfil(next);
        }
    }

    /// Notifies the operations that wait for the beginning, or for the end, of an operation.
    fn release(&mut self, at: u32, begun: bool) {
        let first =
            at - super::structure::index_in_rank(self.schedule, self.messages.rank_of[at as usize], at as usize);
        for &dependent in self.schedule.dependents_of(at as usize) {
            let (waiting, start) = Schedule::dependent(dependent);
            if start == begun {
                self.fulfil(first + waiting);
            }
        }
    }

    fn fulfil(&mut self, at: u32) {
        self.waiting[at as usize] -= 1;
        if self.waiting[at as usize] == 0 {
            self.ready.push(at);
        }
    }
}
