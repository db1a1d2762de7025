//! The events that a replay reports while it runs.

use logpine_text::units::Time;
use std::ops::ControlFlow;

/// The reason for which an operation began no earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No delay: it began at time 0.
    Start,
    /// An operation of the same rank had to be done, or begun, first.
    Order,
    /// The message was on its way: its cause is the send.
    Message,
    /// The processor was busy with another operation of the rank.
    Processor,
    /// The network interface was busy: the gap after another message of the rank.
    Gap,
    /// A round of the clock had to begin.
    Clock,
}

/// The operation that an operation waited for last, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// The reason for waiting.
    pub reason: Reason,
    /// The rank of the operation it waited for; its own if it waited for none.
    pub rank: u32,
    /// The index of that operation among the rank's; its own if it waited for none.
    pub operation: u32,
}

/// One operation, done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The rank.
    pub rank: u32,
    /// The index of the operation among the rank's, from 0.
    pub operation: u32,
    /// The processor of the rank that it occupied: 0 in program order, since a rank then has only one. In the rules of
    /// `LogGOPSim` a message occupies the processor that its sender names, which need not be the one that the receive
    /// names.
    pub processor: u8,
    /// The time from which it occupied the processor.
    pub start: Time,
    /// The time until which it occupied the processor. A reception is done, and its message usable, then.
    pub end: Time,
    /// The time until which it kept the network interface from the next message of the same direction; `start` if it did
    /// not.
    pub free: Time,
    /// The operation that it waited for last.
    pub cause: Cause,
}

/// A message, received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// The sending rank.
    pub sender: u32,
    /// The index of the send among the sender's operations.
    pub send: u32,
    /// The receiving rank.
    pub receiver: u32,
    /// The index of the reception among the receiver's operations.
    pub reception: u32,
}

/// A receiver of the events of a replay.
///
/// Every operation is reported once, when its times are known. The order need not be that of time, but a cause is
/// reported before the operations that it delayed.
pub trait Observer {
    /// True if spans are wanted; otherwise a replay need not determine causes.
    const SPANS: bool;

    /// Called when an operation is done.
    fn span(&mut self, span: Span);

    /// Called when a reception has the message of a send; if spans are wanted, after the spans of both. Of the unreported
    /// messages from one rank to another with the same tag, the first reception has the first that was sent, and so on.
    fn received(&mut self, _message: Match) {}

    /// Called from time to time with the number of operations that are done. On [`ControlFlow::Break`] the replay ends, with
    /// [`ReplayError::Stopped`](super::ReplayError::Stopped).
    fn progress(&mut self, _operations: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// True if an event-driven replay is to end before the events of that time, with
    /// [`ReplayError::Stopped`](super::ReplayError::Stopped).
    fn stops_at(&mut self, _time: Time) -> bool {
        false
    }
}

/// Ignores all events.
impl Observer for () {
    const SPANS: bool = false;

    fn span(&mut self, _span: Span) {}
}
