//! The bytes of consecutive blocks of a message that is cut into one block a rank.

/// c(m) = ceil(m s / P), the largest number of bytes of m = `blocks` consecutive blocks. `None` for no rank, for no
/// bytes, and for more blocks than there are.
#[must_use]
pub fn part_bytes(ranks: u64, bytes: u64, blocks: u64) -> Option<u64> {
    if ranks == 0 || bytes == 0 || blocks > ranks {
        return None;
    }
    let Share { whole, rest } = Share::of(ranks, bytes, blocks);
    Some(if rest == 0 { whole } else { whole + 1 })
}

/// m s / P bytes.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// Whole bytes.
    pub(super) whole: u64,
    /// The rest, in P-ths of a byte.
    pub(super) rest: u64,
}

impl Share {
    /// *Requires* m = `blocks` <= P = `ranks`, at least 1.
    pub(super) fn of(ranks: u64, bytes: u64, blocks: u64) -> Self {
        if let Some(share) = blocks.checked_mul(bytes) {
            return Self { whole: share / ranks, rest: share % ranks };
        }
        let (share, ranks) = (u128::from(blocks) * u128::from(bytes), u128::from(ranks));
        // At most s, and less than P.
        let [whole, rest] = [share / ranks, share % ranks].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
        Self { whole, rest }
    }
}
