//! Replay in program order: every rank does its operations in the order of its list.
//!
//! The end of an operation follows from the operation before it and, for a reception, from the time at which its message
//! was sent. The choice of that message does not depend on times: the k-th reception of a rank from a sender with a tag
//! gets the k-th send of that sender to that rank with that tag. So the times are the least solution of a system of
//! equations in which every time is a maximum of sums of earlier ones. Ranks may be advanced in any order that has a
//! message sent before it is received: no queue of events is needed.
//!
//! So messages are first [matched](matching). Then a rank is advanced up to a reception whose message is not yet sent,
//! and again when it is.

mod engine;
pub mod matching;
mod parts;
mod ports;
pub mod ranks;

pub use parts::{PartsError, ReplayedInParts, program_order_in_parts};

use super::{Observer, ReplayError, Replayed};
use crate::schedule::operations::Schedule;
use engine::Replay;
use logpine_models::model::PortTiming;
use ranks::ranks_of;

/// Replays a schedule with every rank doing its operations in listed order, and messages at the cost of any model.
///
/// The port of a message, [`Port`](logpine_models::model::Port), is that of its size; messages of 0 bytes, which models do not
/// define, count as 1 byte. Then:
///
/// - a send starts when the operation before is done, the processor is free, and `send_gap` of the send before is over;
///   it keeps the processor for `send_busy`;
/// - a reception ends when its message is delivered, `recv_gap` after the reception before and `recv_busy` after the
///   processor was free, whichever is latest, and keeps the processor until then;
/// - a reception directly followed by a combination of c ticks is one operation: its gap is
///   max(`recv_gap`, `recv_busy` + c), and c is added to `recv_busy` and to `delivery`, which mirrors
///   [`Port::reversed`](logpine_models::model::Port::reversed);
/// - a wait keeps the processor until its time.
///
/// Dependencies are ignored, unless one asks for an operation that is listed later: then the rank is stuck there.
///
/// **Complexity** O(operations); if a rank receives in another order than its senders send, with the logarithm of its
/// receptions. Besides the schedule 12 bytes an operation.
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_models::model::port_timing;
/// use logpine_collectives::schedule::replay::program_order;
/// use logpine_collectives::schedule::{Operation, ScheduleBuilder};
/// // Rank 0 sends to ranks 1 and 2: the second send starts g = 4 cycles after the first, and takes L + 2o = 10.
/// let mut builder = ScheduleBuilder::new();
/// builder.begin_rank()?;
/// for to in [1, 2] {
///     builder.push(Operation::Send { to, bytes: 1, tag: 0 })?;
/// }
/// for _ in [1, 2] {
///     builder.begin_rank()?;
///     builder.push(Operation::Receive { from: 0, bytes: 1, tag: 0 })?;
/// }
/// let timing = port_timing(&Machine::load("logp-textbook")?, None)?;
/// let replayed = program_order(&builder.finish()?, timing.as_ref(), &mut ())?;
/// assert_eq!((replayed.finish.ticks(), replayed.messages), (14_000, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReplayError`]: a reception from any rank or with any tag, a rank that does not exist, a rank that is stuck, a
/// message that is never received, or a time past [`Time::MAX`](logpine_text::units::Time::MAX).
pub fn program_order<O: Observer>(
    schedule: &Schedule,
    timing: &dyn PortTiming,
    observer: &mut O,
) -> Result<Replayed, ReplayError> {
    let mut replay = Replay::new(schedule, ranks_of(schedule)?, timing, observer);
    replay.run()?;
    replay.result()
}
