//! Faults that several readers of GOAL files find.

use logpine_collectives::schedule::ScheduleTooLarge;
use logpine_text::fault::Diagnostic;

/// A comment behind a statement.
pub(super) fn trailing_comment() -> Diagnostic {
    Diagnostic::form(
        "trailing-comment",
        "a comment after a statement on the same line, which the converter refuses",
        "put the comment in a line of its own",
    )
}

/// A second statement on a line.
pub(super) fn shared_line() -> Diagnostic {
    Diagnostic::form("shared-line", "a second statement on one line, which the converter refuses", "begin a new line")
}

/// A comment without an end.
pub(super) fn unterminated_comment() -> Diagnostic {
    Diagnostic::error("unterminated-comment", "the comment that begins here has no end", "end it with \"*/\"")
}

/// A schedule of more than can be held.
pub(super) fn too_large(error: &ScheduleTooLarge) -> Diagnostic {
    Diagnostic::error("too-large", error.to_string(), "cut the schedule into several")
}

/// A schedule that does nothing.
pub(super) fn no_operations() -> Diagnostic {
    Diagnostic::form(
        "no-operations",
        "no rank has any operation, and the simulator fails without a message",
        "give some rank an operation, if only \"calc 0\"",
    )
}

/// A calc whose time is too long.
pub(super) fn calc_too_long() -> Diagnostic {
    Diagnostic::error(
        "calc-too-long",
        "the calc lasts longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)",
        "it exceeds 2^64 ps at 1 ns a tick; give `simulate` a shorter --goal-tick",
    )
}

/// A statement outside of any rank.
pub(super) fn outside_rank() -> Diagnostic {
    Diagnostic::error(
        "outside-rank",
        "an operation or dependency outside of any rank",
        "operations and dependencies stand in the block of their rank: \"rank 0 {\" ... \"}\"",
    )
}

/// A block without an end.
pub(super) fn missing_brace(rank: u32) -> Diagnostic {
    Diagnostic::error(
        "missing-brace",
        format!("the block of rank {rank} is not closed with '}}' before this"),
        "end every rank with a line \"}\"",
    )
}

/// A file that does not say how many ranks there are.
pub(super) fn missing_num_ranks() -> Diagnostic {
    Diagnostic::error(
        "missing-num-ranks",
        "num_ranks is missing before the first rank",
        "begin the file with the number of ranks: \"num_ranks 8\"",
    )
}
