//! The faults of schedules.

use super::Execution;

/// The first fault that a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleFault {
    /// The rank.
    pub rank: u32,
    /// The operation's index among the rank's, from 0; `None` if the rank lacks one.
    pub operation: Option<u32>,
    /// The fault of the operation.
    pub wrong: Wrong,
}

impl std::fmt::Display for ScheduleFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.operation {
            Some(operation) => write!(f, "rank {}, operation {operation}: {}", self.rank, self.wrong),
            None => write!(f, "rank {}: {}", self.rank, self.wrong),
        }
    }
}

impl std::error::Error for ScheduleFault {}

/// A fault of an operation or a rank. Operations are identified by their index among those of their rank; times are ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum Wrong {
    /// The other end of a message does not exist.
    #[error("there is no rank {peer}; the schedule has {ranks} ranks")]
    NoSuchRank { peer: u32, ranks: u32 },
    /// A message from a rank to itself.
    #[error("the other end of the message is the rank itself")]
    ToItself,
    /// A message of 0 bytes.
    #[error("the message has no bytes; such a message is not sent")]
    Empty,
    /// A reception from any rank or with any tag.
    #[error("it receives from any rank or any tag, so its message is not certain")]
    AnyMessage,
    /// A send without a matching reception.
    #[error("rank {to} has no reception for this message with tag {tag}")]
    NeverReceived { to: u32, tag: u32 },
    /// A reception without a matching send.
    #[error("rank {from} sends no such message with tag {tag}")]
    NeverSent { from: u32, tag: u32 },
    /// A reception whose size differs from that of its send.
    #[error("it receives {received} bytes, but rank {from} sends {sent}")]
    Size { from: u32, sent: u64, received: u64 },
    /// A dependency of a wait, or on one.
    #[error("operation {wait} waits for the clock: it may neither depend on operations nor be required by them")]
    DependencyOfWait { wait: u32 },
    /// A combination without a message.
    #[error("the operation listed before is no reception, so there is nothing to combine")]
    NothingReceived,
    /// A combination that may run before its message is there.
    #[error("the combination does not require the reception listed before it")]
    ReceptionNotRequired,
    /// An operation that can never run.
    #[error("it never begins in {execution}: {unfinished} operations wait for each other")]
    Stuck { execution: Execution, unfinished: u64 },

    /// The collective's root does not exist.
    #[error("there is no root {root}; the schedule has {ranks} ranks")]
    NoSuchRoot { root: u32, ranks: u32 },
    /// More or fewer blocks than the collective has.
    #[error("there are {blocks} blocks, and the collective among so many ranks has {needed}")]
    Blocks { blocks: u64, needed: u64 },
    /// An order of operands in a collective for which none is followed.
    #[error("the order of the operands is checked only for reductions to a root")]
    OrderOfOperands,
    /// Operands of one message that belong on both sides of those of the receiver.
    #[error("the message has operands of lower ranks and of higher ones: each side needs a message of its own")]
    BothSides,
    /// Contents of messages that are not sent.
    #[error("contents are listed for {listed} messages to rank {to}, and {sent} are sent")]
    NotSent { to: u32, listed: usize, sent: usize },
    /// A block that a message carries twice.
    #[error("block {block} is in the message twice")]
    BlockTwice { block: u32 },
    /// Two messages with the same sender, receiver and tag.
    #[error("the rank sends rank {to} two messages with tag {tag}, so their contents may be mistaken for each other")]
    Repeated { to: u32, tag: u32 },
    /// A tag that is no block.
    #[error("the tag names block {block}, but there are {blocks} blocks")]
    NoSuchBlock { block: u32, blocks: u32 },
    /// A message whose size is not that of whole blocks.
    #[error("{bytes} bytes from block {block} on are not whole blocks, each once")]
    PartOfBlock { block: u32, bytes: u64 },
    /// A list of blocks whose size differs from that of the message.
    #[error("the blocks that are listed for the message have {listed} bytes, and the message {bytes}")]
    BlockBytes { listed: u64, bytes: u64 },
    /// A schedule too large to be followed.
    #[error("there are too many ranks and blocks to follow")]
    TooLarge,
    /// A send of a block that the rank may not have yet.
    #[error("in {execution} it may send block {block} before the rank has received it")]
    NotReceived { execution: Execution, block: u32 },
    /// A combination in a collective that combines nothing.
    #[error("it combines, but this collective combines nothing")]
    Combination,
    /// A rank that ends without a block that it is to have.
    #[error("the rank never receives block {block}")]
    Missing { block: u32 },
    /// A send of a partial result that the rank has sent before.
    #[error("in {execution} the rank has no partial result of block {block} to send: it has sent it on")]
    NothingToSend { execution: Execution, block: u32 },
    /// A combination with a partial result that the rank has sent before: the contribution is lost.
    #[error("in {execution} the rank has no partial result of block {block} to combine with: it has sent it on")]
    NothingToCombine { execution: Execution, block: u32 },
    /// A reception without combination of data that lack contributions which the rank still holds: they would be lost.
    #[error("in {execution} the message replaces what the rank still holds of block {block}; a combination is missing")]
    Replaced { execution: Execution, block: u32 },
    /// A combination of contributions that are already included.
    #[error("contributions to block {block} are counted twice")]
    CountedTwice { block: u32 },
    /// A combination of operands that are not adjacent in the order of the ranks.
    #[error(
        "in {execution} block {block} of ranks {first} to {last} is combined with that of ranks {other_first} to {other_last}, which are not next to them"
    )]
    NotAdjacent { execution: Execution, block: u32, first: u32, last: u32, other_first: u32, other_last: u32 },
    /// Two operations that may run in the wrong order.
    #[error("no dependency lets it wait for operation {other}, which changes or sends block {block}")]
    Unordered { block: u32, other: u32 },
    /// A result without all contributions.
    #[error("the rank ends with {found} of {ranks} contributions to block {block}")]
    Incomplete { block: u32, found: u32, ranks: u32 },
    /// A rank that leaves a barrier before it has heard of all ranks.
    #[error("the rank hears of {found} of {ranks} ranks")]
    Unheard { found: u32, ranks: u32 },

    /// Times of an operation that the schedule does not have.
    #[error("the times name an operation that the schedule does not have")]
    NoSuchOperation,
    /// An operation without times, or with two.
    #[error("the operation is timed {times} times, not once")]
    Timed { times: u32 },
    /// A message without a port, or a time that is too large to represent.
    #[error("the message's cost or a time it implies cannot be represented")]
    NotRepresentable,
    /// An operation that keeps the processor too long or not long enough.
    #[error("it keeps the processor from {start} to {end}, not for {expected} ticks")]
    Busy { start: u64, end: u64, expected: u64 },
    /// Two operations at the same time.
    #[error("it begins at {start}, but the processor is busy until {free}")]
    Overlap { start: u64, free: u64 },
    /// A send too soon after the one before.
    #[error("it begins at {start}, but the gap of the send before lasts until {earliest}")]
    SendGap { start: u64, earliest: u64 },
    /// A reception too soon after the one before.
    #[error("the reception ends at {end}, but its gap from the one before allows {earliest} at the earliest")]
    ReceiveGap { end: u64, earliest: u64 },
    /// A message that arrives too soon.
    #[error("the message arrives at {end}, but it can be delivered at {earliest} at the earliest")]
    TooEarly { end: u64, earliest: u64 },
}
