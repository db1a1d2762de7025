//! Collectives that combine, executed in one order: tracks the contributions that every message carries, and checks that all
//! are combined exactly once.

mod ledger;
mod moved;
mod reorder;
mod sets;

use super::cargo::is_send;
use super::checked::Checked;
use super::{Execution, ScheduleFault, Wrong};
pub(super) use ledger::is_combined;
use ledger::{Contents, Ledger};
use logpine_collectives::schedule::Operation;
use logpine_models::job::MpiCollective;

/// Checks a schedule that combines. In a reduction to the root, partial results are given away, and it is enough to count.
/// In other collectives they are copied, and the contributions are sets of ranks.
pub(super) fn check(checked: Checked) -> Result<(), ScheduleFault> {
    let Checked { schedule, meaning, execution, .. } = checked;
    let (ranks, blocks) = (schedule.ranks(), meaning.blocks.count());
    if meaning.collective == MpiCollective::Reduce {
        return run(checked, moved::Partials::new(ranks, blocks, meaning.operands, execution));
    }
    let too_large = ScheduleFault { rank: 0, operation: None, wrong: Wrong::TooLarge };
    run(checked, sets::Sets::new(ranks, blocks, execution).ok_or(too_large)?)
}

fn run<L: Ledger>(checked: Checked, ledger: L) -> Result<(), ScheduleFault> {
    let Checked { schedule, meaning, .. } = checked;
    let contents = Contents { contents: Vec::new(), starts: vec![0; schedule.len()] };
    let mut run = Run { checked, ledger, contents };
    for &at in checked.order {
        run.operation(at)?;
    }
    let ranks = schedule.ranks();
    for rank in 0..ranks {
        for block in meaning.in_the_end(rank, ranks).iter().filter(|&block| !meaning.blocks.is_empty(block)) {
            let found = run.ledger.contributions(run.place(rank, block));
            if found < ranks {
                let wrong = Wrong::Incomplete { block, found, ranks };
                return Err(ScheduleFault { rank, operation: None, wrong });
            }
        }
    }
    match checked.execution {
        Execution::ProgramOrder => Ok(()),
        Execution::Dependencies => {
            let Run { ledger, contents, .. } = run;
            reorder::check(checked, &ledger, &contents)
        }
    }
}

struct Run<'a, L: Ledger> {
    checked: Checked<'a>,
    ledger: L,
    contents: Contents<L::Content>,
}

impl<L: Ledger> Run<'_, L> {
    fn place(&self, rank: u32, block: u32) -> usize {
        rank as usize * self.checked.meaning.blocks.count() as usize + block as usize
    }

    fn operation(&mut self, at: u32) -> Result<(), ScheduleFault> {
        let Checked { schedule, messages, cargo, .. } = self.checked;
        let (index, rank) = (at as usize, messages.rank_of[at as usize]);
        // The operation whose message is meant: for a combination, the reception before it.
        let end = match schedule.records()[index].operation() {
            Operation::Combine { .. } => index - 1,
            Operation::Receive { .. } if is_combined(schedule, index) => return Ok(()),
            Operation::Send { .. } | Operation::Receive { .. } => index,
            Operation::Calculate { .. } | Operation::Wait { .. } => return Ok(()),
        };
        let sends = is_send(schedule, index);
        if sends {
            self.contents.starts[index] = self.contents.contents.len();
        }
        let first = self.contents.starts[if sends { index } else { messages.partner[end] as usize }];
        for (content, block) in (first..).zip(cargo.blocks(schedule, end)) {
            let place = self.place(rank, block);
            let (ledger, contents) = (&mut self.ledger, &mut self.contents.contents);
            let changed = if sends {
                ledger.send(place, block).map(|content| contents.push(content))
            } else if end == index {
                ledger.receive(place, block, &contents[content])
            } else {
                ledger.combine(place, block, &contents[content])
            };
            changed.map_err(|wrong| messages.fault(schedule, at, wrong))?;
        }
        Ok(())
    }
}
