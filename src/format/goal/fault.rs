//! Faults in GOAL files and their messages.

use super::packed::layout::LayoutFault;
use super::source_place::Place;
use crate::format::source::Severity;
use crate::schedule::{ANY, ScheduleTooLarge};
use std::fmt;

/// The maximum number of operations that become ready at once and are sorted in a defined order: `LogGOPSim` uses an
/// unstable sort, which is stable up to this number.
pub(super) const MOST_READY: u32 = 16;

/// The intended consumer of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// A consumer that follows the meaning of the schedule, such as this crate's replay: only faults of meaning are errors.
    Lenient,
    /// `LogGOPSim`'s converter and simulator: anything that they refuse or silently get wrong is an error too.
    Strict,
}

/// A cycle of operations, each of which waits for the next, and the last for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The places of the first few operations.
    pub places: Vec<Place>,
    /// The number of operations.
    pub length: usize,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.places {
            write!(f, "{place} waits for ")?;
        }
        let left_out = self.length.saturating_sub(self.places.len());
        if left_out > 0 {
            write!(f, "({left_out} more), which wait for ")?;
        }
        match self.places.first() {
            Some(first) => write!(f, "{first}"),
            None => Ok(()),
        }
    }
}

/// A kind of fault. A `place` is that of the other item concerned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    // Faults of meaning: syntax,
    #[error("expected {expected}, found {found}")]
    Syntax { expected: &'static str, found: String },
    #[error("the {what} is above {limit}, and the converter silently keeps what is left of it modulo 2^{bits}")]
    NumberTooLarge { what: &'static str, limit: u64, bits: u32 },
    #[error("the comment that begins here has no end")]
    UnterminatedComment,
    #[error("{option} is given a second time")]
    RepeatedOption { option: &'static str },
    #[error("a calc has no {option}")]
    CalcOption { option: &'static str },
    #[error("the calc lasts longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)")]
    CalcTooLong,

    // ranks,
    #[error("num_ranks is missing before the first rank")]
    MissingNumRanks,
    #[error("num_ranks is given a second time; the first is in {place}")]
    RepeatedNumRanks { place: Place },
    #[error("num_ranks is 0")]
    NoRanks,
    #[error("an operation or dependency outside of any rank")]
    OutsideRank,
    #[error("'}}' does not belong here: no rank is open")]
    StrayBrace,
    #[error("the block of rank {rank} is not closed with '}}' before this")]
    MissingBrace { rank: u32 },
    #[error("{} missing: every rank needs a block, if an empty one", ranks_are(*first, *last))]
    MissingRanks { first: u32, last: u32 },
    #[error("rank {rank} has a block in {place} already")]
    DuplicateRank { rank: u32, place: Place },
    #[error("rank {rank} follows rank {after}; list ranks in ascending order")]
    RankOutOfOrder { rank: u32, after: u32 },
    #[error("there is no rank {rank}: num_ranks is {ranks}")]
    RankOutOfRange { rank: u32, ranks: u32 },

    // operations and their dependencies,
    #[error("there is no rank {peer}: num_ranks is {ranks}, and the simulator fails without a message")]
    PeerOutOfRange { peer: u32, ranks: u32 },
    #[error("a send has the tag 4294967295 (-1), which means any tag; no message has it")]
    AnyTagSent,
    #[error("rank {rank} has no operation with the label {label}")]
    UndefinedLabel { rank: u32, label: String },
    #[error("operations that wait for each other never begin: {cycle}")]
    Cycle { cycle: Cycle },
    #[error("this operation never begins: {unfinished} operations of several ranks wait for each other's messages")]
    Deadlock { unfinished: u64 },
    #[error("rank {to} never receives this message from rank {from}, tag {tag}")]
    UnmatchedSend { from: u32, to: u32, tag: u32 },
    #[error("rank {to} waits here forever: {} sends it no message{} that is left", sender(*from), with_tag(*tag))]
    UnmatchedReceive { from: u32, to: u32, tag: u32 },
    #[error(
        "rank {from} sends no message with tag {tag} for this receive, but one with tag {sent}, never received ({place})"
    )]
    TagMismatch { from: u32, tag: u32, sent: u32, place: Place },
    #[error("{0}")]
    TooLarge(ScheduleTooLarge),
    #[error("{0}")]
    Layout(LayoutFault),

    // Faults of form.
    #[error("blanks before a statement or comment, which the converter refuses")]
    Indentation,
    #[error("a comment after a statement on the same line, which the converter refuses")]
    TrailingComment,
    #[error("a second statement on one line, which the converter refuses")]
    SharedLine,
    #[error("{option} comes after {before}, which the converter refuses")]
    OptionOrder { option: &'static str, before: &'static str },
    #[error("{label} is used before it is defined ({place}), which the converter refuses")]
    ForwardReference { label: String, place: Place },
    #[error("{label} as a label, which the converter refuses")]
    KeywordLabel { label: &'static str },
    #[error("a byte order mark, which the converter refuses")]
    ByteOrderMark,
    #[error("no rank has any operation, and the simulator fails without a message")]
    NoOperations,

    // Oddities.
    #[error("the label {label} is in {place} already; dependencies refer to the operation there")]
    DuplicateLabel { label: String, place: Place },
    #[error("any {what}: which message is received depends on time, and ATLAHS's simulator never finds one")]
    Wildcard { what: &'static str },
    #[error("a message of 0 bytes: LogGOPSim subtracts the time of a byte from its costs, ATLAHS takes it for 1 byte")]
    ZeroSize,
    #[error(
        "{count} operations of rank {rank} can be ready at once, when {when}: LogGOPSim sorts more than {MOST_READY} in no \
         defined order"
    )]
    ManyReady { rank: u32, count: u32, when: &'static str },
    #[error(
        "this operation on cpu {cpu} waits for one on cpu {other} ({place}): LogGOPSim begins it when cpu {cpu} was free last, \
         which may be before that"
    )]
    CpuOrder { cpu: u8, other: u8, place: Place },
    #[error("the message received here has {sent} bytes ({place}), not {received}; the sender's number counts")]
    SizeMismatch { sent: u64, received: u64, place: Place },
}

/// Returns `rank 3 is` or `ranks 3 to 7 are`.
fn ranks_are(first: u32, last: u32) -> String {
    if first == last { format!("rank {first} is") } else { format!("ranks {first} to {last} are") }
}

fn sender(from: u32) -> String {
    if from == ANY { "no rank".to_owned() } else { format!("rank {from}") }
}

fn with_tag(tag: u32) -> String {
    if tag == ANY { String::new() } else { format!(" with tag {tag}") }
}

impl FaultKind {
    /// The severity of the fault for a consumer.
    #[must_use]
    pub const fn severity(&self, strictness: Strictness) -> Severity {
        match self {
            Self::DuplicateLabel { .. }
            | Self::Wildcard { .. }
            | Self::ZeroSize
            | Self::ManyReady { .. }
            | Self::CpuOrder { .. }
            | Self::SizeMismatch { .. } => Severity::Warning,
            Self::Indentation
            | Self::TrailingComment
            | Self::SharedLine
            | Self::OptionOrder { .. }
            | Self::ForwardReference { .. }
            | Self::KeywordLabel { .. }
            | Self::ByteOrderMark
            | Self::NoOperations => match strictness {
                Strictness::Lenient => Severity::Warning,
                Strictness::Strict => Severity::Error,
            },
            _ => Severity::Error,
        }
    }

    /// A short, stable name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "syntax",
            Self::NumberTooLarge { .. } => "number-too-large",
            Self::UnterminatedComment => "unterminated-comment",
            Self::RepeatedOption { .. } => "repeated-option",
            Self::CalcOption { .. } => "calc-option",
            Self::CalcTooLong => "calc-too-long",
            Self::MissingNumRanks => "missing-num-ranks",
            Self::RepeatedNumRanks { .. } => "repeated-num-ranks",
            Self::NoRanks => "no-ranks",
            Self::OutsideRank => "outside-rank",
            Self::StrayBrace => "stray-brace",
            Self::MissingBrace { .. } => "missing-brace",
            Self::MissingRanks { .. } => "missing-rank",
            Self::DuplicateRank { .. } => "duplicate-rank",
            Self::RankOutOfOrder { .. } => "rank-out-of-order",
            Self::RankOutOfRange { .. } => "rank-out-of-range",
            Self::PeerOutOfRange { .. } => "peer-out-of-range",
            Self::ZeroSize => "zero-size",
            Self::AnyTagSent => "any-tag-sent",
            Self::UndefinedLabel { .. } => "undefined-label",
            Self::Cycle { .. } => "cycle",
            Self::Deadlock { .. } => "deadlock",
            Self::UnmatchedSend { .. } => "unmatched-send",
            Self::UnmatchedReceive { .. } => "unmatched-receive",
            Self::TagMismatch { .. } => "tag-mismatch",
            Self::TooLarge(_) => "too-large",
            Self::Layout(layout) => layout.code(),
            Self::Indentation => "indentation",
            Self::TrailingComment => "trailing-comment",
            Self::SharedLine => "shared-line",
            Self::OptionOrder { .. } => "option-order",
            Self::ForwardReference { .. } => "forward-reference",
            Self::KeywordLabel { .. } => "keyword-label",
            Self::ByteOrderMark => "byte-order-mark",
            Self::NoOperations => "no-operations",
            Self::DuplicateLabel { .. } => "duplicate-label",
            Self::Wildcard { .. } => "wildcard",
            Self::ManyReady { .. } => "many-ready",
            Self::CpuOrder { .. } => "cpu-order",
            Self::SizeMismatch { .. } => "size-mismatch",
        }
    }

    /// Advice for correcting the fault.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => {
                "a line is one of \"l1: send 8b to 3 tag 0\", \"l1: recv 8b from 3 tag 0\", \"l1: calc 5\" and \"l2 requires l1\""
            }
            Self::NumberTooLarge { .. } => "sizes and times have 64 bits, ranks and tags 32, cpu and nic 8",
            Self::UnterminatedComment => "end it with \"*/\"",
            Self::RepeatedOption { .. } | Self::RepeatedNumRanks { .. } | Self::StrayBrace => "remove it",
            Self::CalcOption { .. } => "remove it; a calc has a cpu only",
            Self::CalcTooLong => "it exceeds 2^64 ps at 1 ns a tick; give `simulate` a shorter --goal-tick",
            Self::MissingNumRanks => "begin the file with the number of ranks: \"num_ranks 8\"",
            Self::NoRanks => "write how many ranks there are",
            Self::OutsideRank => "operations and dependencies stand in the block of their rank: \"rank 0 {\" ... \"}\"",
            Self::MissingBrace { .. } => "end every rank with a line \"}\"",
            Self::MissingRanks { .. } => "write \"rank N {\" and \"}\" for each, or mend num_ranks",
            Self::DuplicateRank { .. } => "put all operations of a rank in one block",
            Self::RankOutOfOrder { .. } => "move the block",
            Self::RankOutOfRange { .. } | Self::PeerOutOfRange { .. } => "ranks count from 0 to num_ranks - 1",
            Self::ZeroSize => "send 1 byte, which every simulator takes alike",
            Self::AnyTagSent => "choose another tag",
            Self::UndefinedLabel { .. } => {
                "labels are known within their rank only; write one in front of an operation, as in \"l1: calc 5\""
            }
            Self::Cycle { .. } => "remove one of these dependencies",
            Self::Deadlock { .. } => "let some rank send before it receives",
            Self::UnmatchedSend { .. } => "add a receive with the same tag to the other rank, or remove the send",
            Self::UnmatchedReceive { .. } => "add a send with the same tag to the other rank, or remove the receive",
            Self::TagMismatch { .. } => "give both the same tag",
            Self::TooLarge(_) => "cut the schedule into several",
            Self::Layout(layout) => layout.hint(),
            Self::Indentation => "begin the line with its first word",
            Self::TrailingComment => "put the comment in a line of its own",
            Self::SharedLine => "begin a new line",
            Self::OptionOrder { .. } => "write tag, cpu and nic in this order",
            Self::ForwardReference { .. } => "put the dependency behind both operations",
            Self::KeywordLabel { .. } => "choose a label that begins no other statement",
            Self::ByteOrderMark => "save the file as plain ASCII, without a byte order mark",
            Self::NoOperations => "give some rank an operation, if only \"calc 0\"",
            Self::DuplicateLabel { .. } => "give every operation of a rank a label of its own, or none",
            Self::Wildcard { .. } => "name the sender and the tag",
            Self::ManyReady { .. } => "let some of them wait for others, as in \"l2 requires l1\"",
            Self::CpuOrder { .. } => {
                "put both, and the send of a message, on one cpu; ATLAHS and `logpine simulate` wait"
            }
            Self::SizeMismatch { .. } => "write the same size in both",
        }
    }
}
