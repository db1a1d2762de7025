//! What a replay tells while it runs.

use crate::units::Time;

/// Why an operation began no earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Nothing kept it: it began at time 0.
    Start,
    /// An operation of the same rank had to be done, or begun, first.
    Order,
    /// The message was on its way: its cause is the send.
    Message,
    /// The processor was busy with another operation of the rank.
    Processor,
    /// The network interface was: the gap after another message of the rank.
    Gap,
    /// A round of the clock had to begin.
    Clock,
}

/// The operation that an operation waited for last, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// Why it waited.
    pub reason: Reason,
    /// The rank of the operation it waited for; its own where it waited for none.
    pub rank: u32,
    /// The index of that operation among the rank's; its own where it waited for none.
    pub operation: u32,
}

/// One operation, done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The rank.
    pub rank: u32,
    /// The operation's index among the rank's, from 0.
    pub operation: u32,
    /// Which of the rank's processors it kept: 0 in program order, where a rank has one. In the rules of `LogGOPSim` a
    /// message keeps the one that its sender names, which need not be the one that the receive names.
    pub processor: u8,
    /// From when it kept the processor.
    pub start: Time,
    /// Until when it kept the processor. A reception is done, and its message usable, then.
    pub end: Time,
    /// Until when it kept the network interface from the next message of the same direction; `start` where it did not.
    pub free: Time,
    /// What it waited for last.
    pub cause: Cause,
}

/// A message, received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// The rank that sent it.
    pub sender: u32,
    /// The index of the send among the sender's operations.
    pub send: u32,
    /// The rank that received it.
    pub receiver: u32,
    /// The index of the reception among the receiver's operations.
    pub reception: u32,
}

/// Who follows a replay.
///
/// Every operation is told once, when it is known, which need not be in the order of time: a cause is told before what it
/// caused.
pub trait Observer {
    /// Whether spans are wanted; where not, a replay need not know causes.
    const SPANS: bool;

    /// An operation is done.
    fn span(&mut self, span: Span);

    /// A reception has the message of a send; told after the spans of both, where spans are wanted. Of the messages from one
    /// rank to another with the same tag that are not told, the first reception has the first that was sent, and so on.
    fn received(&mut self, _message: Match) {}

    /// So many operations are done; told from time to time.
    fn progress(&mut self, _operations: u64) {}

    /// Whether an event-driven replay is to end before what happens at that time, as
    /// [`ReplayError::Stopped`](super::ReplayError::Stopped).
    fn stops_at(&mut self, _time: Time) -> bool {
        false
    }
}

/// Looks away.
impl Observer for () {
    const SPANS: bool = false;

    fn span(&mut self, _span: Span) {}
}
