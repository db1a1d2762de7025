//! Numbers of ranks.

/// The largest number of ranks of a schedule, 2^63.
pub const MAX_RANKS: u64 = 1 << 63;

/// ceil(log2 `ranks`): the number of rounds in which one block reaches all; 0 for no rank.
#[must_use]
pub const fn log_ranks(ranks: u64) -> u32 {
    match ranks {
        0 => 0,
        _ => u64::BITS - (ranks - 1).leading_zeros(),
    }
}
