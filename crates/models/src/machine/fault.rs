//! Faults in the text of a machine profile, or of a job file.

use logpine_text::suggest::question;
use logpine_text::units::{Bytes, CountError, UnitError};

/// A fault at a [`Place`](super::Place) of a profile, or of a job file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A text that is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// An unknown key.
    #[error("unknown key `{key}` in {section}; {}", did_you_mean_or_list(*nearest, known))]
    UnknownKey {
        /// The key found.
        key: String,
        /// The section, or the value that is a table.
        section: String,
        /// The nearest known key, if one is near.
        nearest: Option<&'static str>,
        /// All known keys.
        known: String,
    },
    /// A required key that is missing.
    #[error("{section} has no `{key}`; add it, like {key} = {example}")]
    MissingKey {
        /// The missing key.
        key: &'static str,
        /// The section, or the value that is a table.
        section: String,
        /// A valid value.
        example: &'static str,
    },
    /// A value of another type.
    #[error("`{key}` is of type {found}; it must be {expected}")]
    WrongType {
        /// The key.
        key: String,
        /// The type found, in TOML's terms.
        found: &'static str,
        /// The expected type, with an example.
        expected: &'static str,
    },
    /// A text that is not a whole number.
    #[error("`{key}`: {error}")]
    Count {
        /// The key.
        key: String,
        /// The error.
        error: CountError,
    },
    /// A quantity that cannot be read.
    #[error("`{key}`: {error}")]
    Unit {
        /// The key.
        key: String,
        /// The error in the value.
        error: UnitError,
    },
    /// A word that is none of the choices.
    #[error("`{key}` is `{word}`; {}", did_you_mean_or_list(*nearest, choices))]
    UnknownWord {
        /// The key.
        key: String,
        /// The text found.
        word: String,
        /// The nearest choice, if one is near.
        nearest: Option<&'static str>,
        /// All choices.
        choices: String,
    },
    /// A number outside its range.
    #[error("`{key}` is {found}; it must be {expected}")]
    OutOfRange {
        /// The key.
        key: String,
        /// The number found.
        found: String,
        /// The expected range.
        expected: &'static str,
    },
    /// A range of uncertainty that does not contain the value.
    #[error("`{key}` is not between its `low` and its `high`; make low <= value <= high")]
    OutsideInterval {
        /// The key.
        key: String,
    },
    /// Half a range of uncertainty, or two kinds of uncertainty at once.
    #[error("`{key}` must state its uncertainty either as `stderr` or as `low` and `high`")]
    UnclearUncertainty {
        /// The key.
        key: String,
    },
    /// An overhead without a term or a table.
    #[error("`{key}` is empty; give at least one term, like {{ constant = \"49.3us\" }}")]
    NoOverhead {
        /// The key.
        key: String,
    },
    /// A table and a formula at once.
    #[error("`{key}` has a table and other terms as well; keep one of them")]
    TableWithTerms {
        /// The key.
        key: String,
    },
    /// A table without points.
    #[error("`{key}` has no points; add at least one, like [2, \"50us\"]")]
    EmptyTable {
        /// The key.
        key: String,
    },
    /// A table whose arguments do not increase.
    #[error("`{key}`: {found} follows {previous}; list the points by increasing argument, each argument once")]
    UnsortedTable {
        /// The key.
        key: String,
        /// The argument that does not increase.
        found: u64,
        /// The argument before it.
        previous: u64,
    },
    /// A list of pieces without a piece.
    #[error("`pieces` is empty; add at least one, like {{ alpha = \"10us\", beta = \"1ns/B\" }}")]
    NoPieces,
    /// Pieces whose ends do not increase.
    #[error(
        "`up_to` is {found}, and the sizes up to {previous} belong to the pieces before; list the pieces by increasing size"
    )]
    UnsortedPieces {
        /// The end that does not increase.
        found: Bytes,
        /// The end before it; 0 before the first.
        previous: Bytes,
    },
    /// A last piece with an end.
    #[error("the last piece must have no `up_to`, so that it holds for all longer messages; remove it or add a piece")]
    LastPieceEnds,
    /// An overhead for both sides and one for a single side.
    #[error(
        "`{key}` is given beside `overhead`, which means both sides; keep `overhead`, or `overhead_send` and `overhead_receive`"
    )]
    OverheadTwice {
        /// The key for one side.
        key: String,
    },
    /// An overhead for one side only.
    #[error("`{found}` is given without `{missing}`; add it, or write `overhead` for both")]
    HalfOverhead {
        /// The key for the side that is given.
        found: &'static str,
        /// The key for the other side.
        missing: &'static str,
    },
    /// Two keys that exclude each other.
    #[error("`{key}` and `{other}` are both given; keep one of them")]
    Contradiction {
        /// The first key.
        key: &'static str,
        /// The second key.
        other: &'static str,
    },
    /// Two costs of one reduction operator.
    #[error("`combine_per_value` and `combine` are both given; keep one of them")]
    TwoCombines,
    /// A channel model without a channel.
    #[error(
        "[{section}] describes no channel; add [{section}.shared] for ranks on one host, [{section}.network] for hosts, or both"
    )]
    NoChannel {
        /// The model's section.
        section: &'static str,
    },
    /// A contention that is negative, or not a number.
    #[error(
        "`{key}` is {found}; concurrent transfers never speed each other up: write 0 where they do not share the channel, 1 where it \
         serves one at a time, or a number with at most 6 digits after the point, like 0.3"
    )]
    Contention {
        /// The key.
        key: String,
        /// The contention found.
        found: String,
    },
    /// A tau of 0.
    #[error(
        "`{key}`: tau is 0; it counts the transfers that are in progress at once, the one timed among them: at least 1"
    )]
    NoTau {
        /// The key.
        key: String,
    },
    /// A table of sizes and taus without points.
    #[error("`{key}` has no points; add at least one of a size, a tau and a time, like [\"64KiB\", 1, \"20us\"]")]
    EmptyTransfers {
        /// The key.
        key: String,
    },
    /// A table of sizes and taus that is not in order.
    #[error(
        "`{key}`: {found} with tau = {tau} follows {previous} with tau = {previous_tau}; list the points by increasing size, those of \
         one size by increasing tau, each once"
    )]
    UnsortedTransfers {
        /// The key.
        key: String,
        /// The size that is out of order.
        found: Bytes,
        /// The tau that is out of order.
        tau: u64,
        /// The size before it.
        previous: Bytes,
        /// The tau before it.
        previous_tau: u64,
    },
    /// A table of sizes and taus without a time for one of their pairs.
    #[error(
        "`{key}` has no time for {bytes} with tau = {tau}; add [\"{bytes}\", {tau}, \"...\"]: every size needs the same taus"
    )]
    TransferHole {
        /// The key.
        key: String,
        /// The size without a time.
        bytes: Bytes,
        /// The tau without a time.
        tau: u64,
    },
    /// A table in which more concurrent transfers take less time.
    #[error(
        "`{key}`: {bytes} with tau = {tau} take less time than with tau = {fewer}; concurrent transfers never speed each other up: \
         write the greater time for both"
    )]
    FallingTransfers {
        /// The key.
        key: String,
        /// The size.
        bytes: Bytes,
        /// The tau with the shorter time.
        tau: u64,
        /// The smaller tau with the longer time.
        fewer: u64,
    },
    /// Transmissions through a memory that is not described.
    #[error(
        "messages between hosts are first copied to the network interface, through memory, and [tau_lop] has no `shared`; \
         add [tau_lop.shared], or transfers = 1 where the interface reads from the sender and writes to the receiver itself"
    )]
    NetworkWithoutMemory,
    /// Segments without buffers.
    #[error(
        "`segment` cuts messages for the buffers between ranks of a host, and [tau_lop.shared] has none, with transfers = 1; \
         remove one of them"
    )]
    SegmentWithoutBuffers,
    /// A word that occurs twice in a set.
    #[error("`{key}` has this word twice; keep it once")]
    RepeatedWord {
        /// The key.
        key: String,
    },
}

fn did_you_mean_or_list(nearest: Option<&str>, known: &str) -> String {
    nearest.map_or_else(|| format!("expected one of {known}"), question)
}
