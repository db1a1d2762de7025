//! The least time in which messages of any sizes carry a number of bytes: for the bounds on volume and on work.

use logpine_models::model::Port;
use logpine_text::units::Time;

/// Messages that carry bytes of a collective, of any sizes.
#[derive(Clone, Copy)]
pub struct Messages<'a> {
    /// A lower bound, for each number, on the port of every message of at least so many bytes.
    pub at_least: &'a dyn Fn(u64) -> Option<Port>,
    /// True if that is the exact port, and each of its numbers the largest of exact affine functions of the bytes.
    pub is_convex: bool,
    /// The largest number of bytes that count in one message, at least 1. Further bytes in it are there already, or are
    /// needed by others.
    pub most: u64,
}

impl Messages<'_> {
    /// A lower bound on the time of the last message and of those before it that carry `bytes` in sequence, at least 1.
    ///
    /// With G the gap and A `after`, the time from the start of the last message:
    ///
    /// ```text
    /// min over z of  I(bytes - z) + A(z),   I(b) = max(b min over m of G(m) / m, ceil(b / most) min G)
    /// ```
    ///
    /// Sizes are grouped in intervals: the largest size of an interval counts for the bytes sent before, the smallest for what
    /// comes after.
    pub fn in_sequence(self, bytes: u64, gap: fn(Port) -> Time, after: &dyn Fn(Port) -> Option<Time>) -> Option<Time> {
        let Self { at_least, most, .. } = self;
        let (rate, shortest) = (self.rate(gap)?, gap(at_least(1)?));
        let interval = |low: u64, high: u64| {
            let before = rate.of(bytes - high).max(shortest.checked_mul((bytes - high).div_ceil(most))?);
            before.checked_add(after(at_least(low)?)?)
        };
        let whole = most.min(bytes);
        if whole == bytes
            && self.is_convex
            && let (Some(all), Some(less)) = (at_least(bytes), at_least(bytes.saturating_sub(1).max(1)))
        {
            let slope = |number: fn(Port) -> Time| number(all).ticks().saturating_sub(number(less).ticks());
            if slope(gap).max(slope(|port| port.delivery)) <= rate.of(1).ticks() {
                // No byte costs more in the last message than before it, so the last message is the only one.
                return interval(bytes, bytes);
            }
        }
        let mut least_time = Time::MAX;
        let (mut low, mut high) = (whole, whole);
        while high > 0 {
            // A time too large to represent is no less than any other.
            least_time = least_time.min(interval(low, high).unwrap_or(Time::MAX));
            high = low - 1;
            low = high - high / 64;
        }
        Some(least_time)
    }

    /// A lower bound on t(m) / m over all messages, where t is the given number of a port and m the bytes that count.
    pub fn rate(self, time: fn(Port) -> Time) -> Option<ByteRate> {
        let Self { at_least, most, .. } = self;
        let time = |bytes| at_least(bytes).map(|port| time(port).ticks());
        if self.is_convex
            && most > 1
            && let (Some(whole), Some(less)) = (time(most), time(most - 1))
        {
            // A convex time per byte first falls and then grows. If it still falls at the largest size, that size has the least.
            let slope = whole.saturating_sub(less);
            if u128::from(slope) * u128::from(most) <= u128::from(whole) {
                return Some(ByteRate { ticks: whole, bytes: most });
            }
        }
        let mut least = ByteRate { ticks: time(1)?, bytes: 1 };
        let mut low = 2u64;
        // No message is longer than the first whose time is not representable.
        while let Some(ticks) = (low <= most).then(|| time(low)).flatten() {
            let high = low.saturating_add(low / 64).min(most);
            let rate = ByteRate { ticks, bytes: high };
            if rate.is_below(least) {
                least = rate;
            }
            let Some(next) = high.checked_add(1) else { break };
            low = next;
        }
        Some(least)
    }
}

/// Ticks per byte as a fraction.
#[derive(Clone, Copy)]
pub struct ByteRate {
    ticks: u64,
    bytes: u64,
}

impl ByteRate {
    fn is_below(self, other: Self) -> bool {
        u128::from(self.ticks) * u128::from(other.bytes) < u128::from(other.ticks) * u128::from(self.bytes)
    }

    /// The ticks of `bytes` at this rate, rounded down; saturating.
    #[must_use]
    pub fn ticks_of(self, bytes: u128) -> u128 {
        let (ticks, of) = (u128::from(self.ticks), u128::from(self.bytes));
        // Whole multiples of the rate's bytes first, so that the product of the rest fits.
        (bytes / of).saturating_mul(ticks).saturating_add(bytes % of * ticks / of)
    }

    /// The time of `bytes` at this rate, rounded down; saturating.
    #[must_use]
    pub fn of(self, bytes: u64) -> Time {
        Time::from_ticks(u64::try_from(self.ticks_of(bytes.into())).unwrap_or(u64::MAX))
    }
}

/// The time for which a message keeps processors busy, at both of its ends together; saturating.
#[must_use]
pub fn both_busy(port: Port) -> Time {
    port.send_busy.checked_add(port.recv_busy).unwrap_or(Time::MAX)
}
