//! Whether a schedule can be executed, and does what its collective means.
//!
//! Nothing here is shared with what builds or replays schedules. Three things are checked, each by a function:
//!
//! | function | what must hold |
//! |---|---|
//! | [`check_structure`] | every message has both ends, of one size; nothing waits for itself |
//! | [`check_meaning`] | after a broadcast all ranks hold all blocks; a reduction counts every contribution once |
//! | [`check_times`] | no rank does two things at once, gaps are kept, no message is early |
//!
//! # Meaning
//!
//! A message carries whole blocks: its tag is the first, and consecutive ones follow, cyclically, until they are as large as
//! the message. Of two messages from one rank to another the tags differ. Blocks without a byte are nobody's concern.
//!
//! *Broadcast.* Rank r may send a block when it is the root or has received the block, in every execution.
//!
//! *Reduction.* Of each block every rank holds one partial result, at first its own operand:
//!
//! - a send takes the partial result away, all of it. Only a complete result, of all P contributions, stays as well and
//!   may be sent again;
//! - a reception with [`Combine`](crate::schedule::Operation::Combine) adds what it brings to the partial result, which the
//!   rank must still have; in the order of the ranks, the two must be intervals of ranks that are next to each other;
//! - a reception without one brings a partial result of its own: the rank must have none any more.
//!
//! The root must end with the complete result. All this must hold, with the same contents of every message, in each order
//! of execution.

mod blocks;
mod broadcast;
mod causality;
mod fault;
mod order;
mod reduction;
mod reorder;
mod structure;
mod times;

pub use blocks::BlockSizes;
pub use fault::{ScheduleFault, Wrong};
pub use times::check_times;

use crate::request::Operands;
use crate::schedule::Schedule;
use causality::Causality;
use structure::Messages;

/// Who decides what a rank does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Execution {
    /// The list: an operation begins when the one before has ended, and its dependencies allow it.
    ProgramOrder,
    /// The dependencies alone, in any order that they and the messages leave open.
    Dependencies,
}

impl Execution {
    /// Both.
    pub const ALL: [Self; 2] = [Self::ProgramOrder, Self::Dependencies];

    /// `program order` or `the order of dependencies`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ProgramOrder => "program order",
            Self::Dependencies => "the order of dependencies",
        }
    }
}

impl std::fmt::Display for Execution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What a schedule is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The root's blocks go to all ranks.
    Broadcast {
        /// The rank that has them.
        root: u32,
        /// Their sizes.
        blocks: BlockSizes,
    },
    /// All ranks' blocks are combined, each with those of the same place, at the root.
    Reduction {
        /// The rank that is to have the results.
        root: u32,
        /// Their sizes.
        blocks: BlockSizes,
        /// What may be done with the operands.
        operands: Operands,
    },
}

impl Meaning {
    const fn root(&self) -> u32 {
        match self {
            Self::Broadcast { root, .. } | Self::Reduction { root, .. } => *root,
        }
    }

    const fn blocks(&self) -> &BlockSizes {
        match self {
            Self::Broadcast { blocks, .. } | Self::Reduction { blocks, .. } => blocks,
        }
    }
}

/// Checks structure and meaning in both [`Execution`]s, as the schedules of this crate are to be.
///
/// ```
/// use logpine::check::schedule::{BlockSizes, Meaning, Wrong, check};
/// use logpine::schedule::{Dependency, Operation, ScheduleBuilder};
/// // Rank 0 sends 8 bytes to rank 1, which passes them on to rank 2, once it has them or at any time.
/// let relay = |waits: bool| {
///     let mut builder = ScheduleBuilder::new();
///     builder.begin_rank()?;
///     builder.push(Operation::Send { to: 1, bytes: 8, tag: 0 })?;
///     builder.begin_rank()?;
///     let received = builder.push(Operation::Receive { from: 0, bytes: 8, tag: 0 })?;
///     let sent = builder.push(Operation::Send { to: 2, bytes: 8, tag: 0 })?;
///     if waits {
///         builder.require(sent, Dependency::Done(received));
///     }
///     builder.begin_rank()?;
///     builder.push(Operation::Receive { from: 1, bytes: 8, tag: 0 })?;
///     builder.finish()
/// };
/// let broadcast = Meaning::Broadcast { root: 0, blocks: BlockSizes::even(8, 1).ok_or("too large")? };
/// assert_eq!(check(&relay(true)?, &broadcast), Ok(()));
/// let fault = check(&relay(false)?, &broadcast).expect_err("sent too early");
/// let says = "rank 1, operation 1: in the order of dependencies it may send block 0 before the rank has received it";
/// assert_eq!(fault.to_string(), says);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first [`ScheduleFault`].
///
/// **Complexity** as [`check_meaning`].
pub fn check(schedule: &Schedule, meaning: &Meaning) -> Result<(), ScheduleFault> {
    let messages = Messages::of(schedule)?;
    Execution::ALL.into_iter().try_for_each(|execution| check_in(schedule, &messages, meaning, execution))
}

/// Checks what must hold of any schedule: ranks exist and send nothing to themselves, messages have a byte, every send has its
/// reception and every reception its send, of equal sizes; a combination follows its reception and requires it; no
/// dependency begins or ends at a wait; and every operation gets its turn.
///
/// Sends of one sender, receiver and tag belong to their receptions in listed order. Receptions from
/// [any](crate::schedule::ANY) rank or with any tag are refused, for it depends on the times what they receive.
///
/// # Errors
/// The first [`ScheduleFault`].
///
/// **Complexity** O((V + E) log V) for V operations and E dependencies, the logarithm only where the messages to a rank are
/// not listed in the order of their senders and tags; about 20 bytes an operation.
pub fn check_structure(schedule: &Schedule, execution: Execution) -> Result<(), ScheduleFault> {
    order::topological(schedule, &Messages::of(schedule)?, execution).map(|_| ())
}

/// Checks structure and meaning in one [`Execution`].
///
/// # Errors
/// The first [`ScheduleFault`].
///
/// **Complexity** that of [`check_structure`], and for B blocks carried by all messages together O(B log B) where data go
/// from reception to send by dependencies of the rank itself. An order that comes about only through messages of other
/// ranks, or by detours, costs a search for each. A reduction needs 8 bytes for each block of each rank and of each
/// message.
pub fn check_meaning(schedule: &Schedule, meaning: &Meaning, execution: Execution) -> Result<(), ScheduleFault> {
    check_in(schedule, &Messages::of(schedule)?, meaning, execution)
}

fn check_in(
    schedule: &Schedule,
    messages: &Messages,
    meaning: &Meaning,
    execution: Execution,
) -> Result<(), ScheduleFault> {
    let order = order::topological(schedule, messages, execution)?;
    let (root, ranks) = (meaning.root(), schedule.ranks());
    if root >= ranks {
        return Err(ScheduleFault { rank: root, operation: None, wrong: Wrong::NoSuchRoot { root, ranks } });
    }
    if let Some(repeated) = messages.repeated {
        return Err(repeated);
    }
    let carry = |at: u32| broadcast::carried(schedule, messages, meaning.blocks(), at as usize).map(|_| ());
    order.iter().try_for_each(|&at| carry(at))?;
    let causality = || Causality::new(schedule, messages, &order);
    match (meaning, execution) {
        (Meaning::Broadcast { .. }, Execution::ProgramOrder) => {
            // Operations of a rank are in listed order.
            broadcast::check(schedule, messages, meaning, execution, |earlier, later| earlier < later)
        }
        (Meaning::Broadcast { .. }, Execution::Dependencies) => {
            let mut causality = causality();
            broadcast::check(schedule, messages, meaning, execution, |earlier, later| {
                causality.is_before(earlier, later)
            })
        }
        (Meaning::Reduction { blocks, operands, .. }, _) => {
            let contents = reduction::run(schedule, messages, &order, (root, blocks, *operands), execution)?;
            match execution {
                Execution::ProgramOrder => Ok(()),
                Execution::Dependencies => {
                    reorder::check(schedule, messages, &order, blocks, *operands, &contents, causality())
                }
            }
        }
    }
}
