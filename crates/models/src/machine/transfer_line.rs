//! L(m, tau) of one m along a range of taus, before rounding.

use std::ops::Range;

/// For every tau of a range, L(m, tau) is (`base` + `rise` (tau - the first tau)) / `unit` ticks, rounded half up once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferLine {
    /// The range of taus; all taus behind the last of a formula or table are in the range that ends with `u64::MAX`.
    pub taus: Range<u64>,
    /// L at the first tau.
    pub base: u128,
    /// The increase for every further tau.
    pub rise: u128,
    /// The number of parts of a tick, at least 1.
    pub unit: u128,
}

impl TransferLine {
    /// L(m, tau) in parts of a tick, for a tau in the range; `None` past 128 bits.
    #[must_use]
    pub fn at(&self, tau: u64) -> Option<u128> {
        self.rise.checked_mul(u128::from(tau - self.taus.start))?.checked_add(self.base)
    }

    /// L(m, tau), rounded half up.
    #[cfg(test)]
    pub(super) fn time(&self, tau: u64) -> Option<logpine_text::units::Time> {
        let ticks = (2 * self.at(tau)? + self.unit) / (2 * self.unit);
        u64::try_from(ticks).ok().map(logpine_text::units::Time::from_ticks)
    }
}
