//! A lower bound on the time of transfers.

use logpine_text::units::Time;

/// A straight line below L(m, tau), which is at least `fixed` + m tau `per_byte`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransferFloor {
    /// The part that does not depend on the bytes.
    pub fixed: Time,
    /// The part for every byte of every transfer, in 2^-32 ticks.
    per_byte: u128,
}

impl TransferFloor {
    pub(super) const fn new(fixed: Time, per_byte: u128) -> Self {
        Self { fixed, per_byte }
    }

    /// A lower bound on the time of `bytes` bytes in all, without the fixed part; `None` past [`Time::MAX`].
    #[must_use]
    pub fn bytes(self, bytes: u128) -> Option<Time> {
        let ticks = bytes.checked_mul(self.per_byte)? >> TransferFloor::FRACTION;
        u64::try_from(ticks).ok().map(Time::from_ticks)
    }

    /// The number of binary digits of `per_byte` below a tick.
    pub(super) const FRACTION: u32 = 32;
}
