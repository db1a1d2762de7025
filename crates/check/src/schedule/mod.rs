//! Checks that a schedule can be executed, and does what its collective means.
//!
//! The code shares nothing with that which builds or replays schedules. It checks three things, each by a function:
//!
//! | function | what must hold |
//! |---|---|
//! | [`check_structure`] | every message has both ends, of one size; nothing waits for itself |
//! | [`check_meaning`] | after a broadcast all ranks hold all blocks; a reduction counts every contribution once |
//! | [`check_times`] | no rank does two things at once, gaps are kept, no message is early |
//!
//! # Meaning
//!
//! A message carries whole blocks, [given](Contents) by its tag or by a list. Blocks of 0 bytes are ignored.
//!
//! *Nothing is combined* (broadcast, scatter, gather, allgather, all-to-all). A rank may send a block that it has at first
//! or has received, in every execution, and in the end it must have those that it is to have.
//!
//! *Reduction.* Of each block every rank holds one partial result, at first its own operand:
//!
//! - a send takes the partial result away, all of it. Only a complete result, of all P contributions, stays as well and
//!   may be sent again;
//! - a reception with [`Combine`](logpine_collectives::schedule::Operation::Combine) adds what it brings to the partial result, which the
//!   rank must still have; in the order of the ranks, the two must be intervals of ranks that are next to each other;
//! - a reception without [`Combine`](logpine_collectives::schedule::Operation::Combine) brings a new partial result: the rank must have
//!   given its own away.
//!
//! *Allreduce and reduce-scatter.* A send copies the partial result. A combination adds contributions that are not yet in; a
//! reception without combination brings a result that includes all contributions of the one it replaces.
//!
//! *Barrier.* A message carries everything that the sender has heard in every execution; every rank must hear of every
//! other.
//!
//! All this must hold, with the same contents of every message, in each order of execution.
//!
//! ```text
//! structure -> order -> cargo -> movement | combining | heard, with causality for orders that are left open
//! ```

mod blocks;
mod cargo;
mod carried;
mod causality;
mod checked;
mod combining;
mod execution;
mod fault;
mod heard;
mod meaning;
mod movement;
mod order;
mod structure;
mod times;

pub use blocks::BlockSizes;
pub use carried::Carried;
pub use execution::Execution;
pub use fault::{ScheduleFault, Wrong};
pub use meaning::{Contents, Meaning};
pub use times::check_times;

use cargo::Cargo;
use causality::Causality;
use checked::Checked;
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_models::job::MpiCollective;
use structure::Messages;

/// Checks structure and meaning in both [`Execution`]s, as required of the schedules of this crate.
///
/// # Errors
/// The first [`ScheduleFault`].
///
/// **Complexity** as [`check_meaning`].
pub fn check(schedule: &Schedule, meaning: &Meaning) -> Result<(), ScheduleFault> {
    let messages = Messages::of(schedule)?;
    Execution::ALL.into_iter().try_for_each(|execution| check_in(schedule, &messages, meaning, execution).map(|_| ()))
}

/// Checks what must hold of any schedule: ranks exist and send nothing to themselves, messages have a byte, every send has its
/// reception and every reception its send, of equal sizes; a combination follows its reception and requires it; no
/// dependency begins or ends at a wait; and every operation gets its turn.
///
/// Sends of one sender, receiver and tag belong to their receptions in listed order. Receptions from
/// [any](logpine_collectives::schedule::ANY) rank or with any tag are refused, because what they receive depends on the times.
///
/// # Errors
/// The first [`ScheduleFault`].
///
/// **Complexity** O((V + E) log V) for V operations and E dependencies, the logarithm only if the messages to a rank are not
/// listed in the order of their senders and tags; about 20 bytes per operation.
pub fn check_structure(schedule: &Schedule, execution: Execution) -> Result<(), ScheduleFault> {
    order::topological(schedule, &Messages::of(schedule)?, execution).map(|_| ())
}

/// Checks structure and meaning in one [`Execution`].
///
/// # Errors
/// The first [`ScheduleFault`].
///
/// **Complexity** that of [`check_structure`], plus O(B log B) for B blocks carried by all messages together if dependencies
/// of the rank itself lead from receptions to sends. Each order that follows only from messages of other ranks, or by
/// detours, costs a search. A reduction needs 8 bytes for each block of each rank and of each message.
pub fn check_meaning(schedule: &Schedule, meaning: &Meaning, execution: Execution) -> Result<(), ScheduleFault> {
    check_in(schedule, &Messages::of(schedule)?, meaning, execution).map(|_| ())
}

/// Checks one execution; returns an order of its operations, and what the messages carry.
fn check_in<'a>(
    schedule: &Schedule,
    messages: &'a Messages,
    meaning: &'a Meaning,
    execution: Execution,
) -> Result<(Vec<u32>, Cargo<'a>), ScheduleFault> {
    let order = order::topological(schedule, messages, execution)?;
    if let Some(wrong) = meaning.contradiction(schedule.ranks()) {
        return Err(ScheduleFault { rank: meaning.root, operation: None, wrong });
    }
    if let Some(repeated) = messages.repeated {
        return Err(repeated);
    }
    let cargo = Cargo::of(schedule, messages, meaning)?;
    check_meaning_of(Checked { schedule, messages, meaning, cargo: &cargo, execution, order: &order })?;
    Ok((order, cargo))
}

fn check_meaning_of(checked: Checked<'_>) -> Result<(), ScheduleFault> {
    let Checked { schedule, messages, meaning, execution, order, .. } = checked;
    if meaning.collective.combines() {
        return combining::check(checked);
    }
    let is_combination = |at: &usize| matches!(schedule.records()[*at].operation(), Operation::Combine { .. });
    if let Some(at) = (0..schedule.len()).find(is_combination) {
        return Err(messages.fault(schedule, u32::try_from(at).unwrap_or(u32::MAX), Wrong::Combination));
    }
    let check = if meaning.collective == MpiCollective::Barrier { heard::check } else { movement::check };
    match execution {
        // Operations of a rank are in listed order.
        Execution::ProgramOrder => check(checked, &mut |earlier, later| earlier < later),
        Execution::Dependencies => {
            let mut causality = Causality::new(schedule, messages, order);
            check(checked, &mut |earlier, later| causality.is_before(earlier, later))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_check() -> Result<(), Box<dyn std::error::Error>> {
        use crate::schedule::{BlockSizes, Meaning, check};
        use logpine_collectives::schedule::{Dependency, Operation, ScheduleBuilder};
        // Rank 0 sends 8 bytes to rank 1, which passes them on to rank 2, once it has them or at any time.
        let relay = |waits: bool| {
            let mut builder = ScheduleBuilder::new();
            builder.begin_rank()?;
            builder.push(Operation::Send { to: 1, bytes: 8, tag: 0 })?;
            builder.begin_rank()?;
            let received = builder.push(Operation::Receive { from: 0, bytes: 8, tag: 0 })?;
            let sent = builder.push(Operation::Send { to: 2, bytes: 8, tag: 0 })?;
            if waits {
                builder.require(sent, Dependency::Done(received));
            }
            builder.begin_rank()?;
            builder.push(Operation::Receive { from: 1, bytes: 8, tag: 0 })?;
            builder.finish()
        };
        let broadcast = Meaning::broadcast(0, BlockSizes::even(8, 1).ok_or("too large")?);
        assert_eq!(check(&relay(true)?, &broadcast), Ok(()));
        let fault = check(&relay(false)?, &broadcast).expect_err("sent too early");
        let says =
            "rank 1, operation 1: in the order of dependencies it may send block 0 before the rank has received it";
        assert_eq!(fault.to_string(), says);
        Ok(())
    }
}
