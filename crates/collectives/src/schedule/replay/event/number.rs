//! Numbers of operations.

/// An operation's index among those of all ranks, of which there are fewer than 2^32.
#[expect(clippy::cast_possible_truncation, reason = "the builder of schedules numbers no more than 2^32 - 1")]
pub(super) const fn number(at: usize) -> u32 {
    at as u32
}
