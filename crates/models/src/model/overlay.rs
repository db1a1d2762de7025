//! Nodes of an overlay tree that serve their children by a number of threads, over one link.
//!
//! ```text
//! c(x) = alpha + ceil(x / t) c + x s beta
//! ```
//!
//! for x children, t threads and a message of s bytes: the cost of a level of PRRTE's own formula for the choice of its radix
//! (prrte #2756, 2026), T(r) = ceil(ln N / ln r) (alpha + ceil(r / t) c + r M / B). Its authors report that their earlier formula
//! for barriers was measured and failed, so measure before you rely on it. With alpha = 0, t = 1 and no bytes it is the cost
//! of Flux brokers, whose rates fall as the fanout grows (flux-core #6806). The period leaves alpha out unless the profile
//! says `period_includes_latency = true`.

use super::{HostClass, LevelBreakdown, LevelCost, ModelError};
use crate::machine::{Machine, OverheadShares, OverlayParameters, PeriodLatency};
use logpine_text::units::Time;

/// The costs of a wave with messages of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    parameters: OverlayParameters,
    bytes: u64,
}

impl Overlay {
    /// The costs of waves whose messages have `bytes` bytes, on a machine with an `[overlay]` section.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] for a machine without it.
    pub fn new(machine: &Machine, bytes: u64) -> Result<Self, ModelError> {
        let parameters = machine.overlay.ok_or_else(|| ModelError::missing_section(machine, "overlay"))?;
        Ok(Self { parameters, bytes })
    }

    /// ceil(x / t) c.
    fn served(&self, fanout: u64) -> Option<Time> {
        self.parameters.overhead_per_child.value.checked_mul(fanout.div_ceil(self.parameters.threads))
    }

    /// x s beta, rounded once.
    fn transferred(&self, fanout: u64) -> Option<Time> {
        self.parameters.gap_per_byte.value.times(fanout.checked_mul(self.bytes)?)
    }
}

impl LevelCost for Overlay {
    #[inline]
    fn busy(&self, _: HostClass, fanout: u64) -> Option<Time> {
        self.served(fanout)?.checked_add(self.transferred(fanout)?)
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        self.parameters.latency.value
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        let busy = self.busy(host, fanout)?;
        match self.parameters.period_latency {
            PeriodLatency::Included => busy.checked_add(self.parameters.latency.value),
            PeriodLatency::Excluded => Some(busy),
        }
    }

    fn startup(&self) -> Time {
        Time::ZERO
    }

    fn max_fanout(&self) -> u64 {
        u64::MAX
    }

    fn is_monotone_to(&self, _: u64) -> bool {
        true
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        self.level(fanout)?;
        let overhead = OverheadShares { linear: self.served(fanout)?, ..OverheadShares::default() };
        let (latency, gap) = (self.parameters.latency.value, self.transferred(fanout)?);
        Some(LevelBreakdown { latency, overhead, gap, filter: Time::ZERO })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlay(section: &str, bytes: u64) -> Overlay {
        let text = format!("name = \"m\"\n[overlay]\n{section}");
        let machine = Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"));
        Overlay::new(&machine, bytes).expect("it has [overlay]")
    }

    fn ticks(time: Option<Time>) -> u64 {
        time.expect("a time").ticks()
    }

    /// alpha = 50 us, c = 10 us, t = 8, 1 GB/s: a node of radix 64 with 1 MiB is busy for 80 us and 64 x 1,048.576 us.
    #[test]
    fn a_level_of_prrte() {
        let section = "latency = \"50us\"\noverhead_per_child = \"10us\"\nthreads = 8\ngap_per_byte = \"1ns/B\"";
        let cost = overlay(section, 1 << 20);
        assert_eq!(ticks(cost.level(64)), 50_000_000 + 80_000_000 + 64 * 1_048_576_000);
        assert_eq!(ticks(cost.level(1)), 50_000_000 + 10_000_000 + 1_048_576_000);
        assert_eq!(ticks(cost.level(9)) - ticks(cost.level(8)), 10_000_000 + 1_048_576_000);
        assert_eq!(ticks(cost.period(HostClass::default(), 8)), 10_000_000 + 8 * 1_048_576_000);
        let breakdown = cost.breakdown(8).expect("a value");
        assert_eq!(breakdown.gap.ticks(), 8 * 1_048_576_000);
        assert_eq!(
            Some(breakdown.latency),
            cost.level(8).and_then(|level| level.checked_sub(cost.busy(HostClass(0), 8)?))
        );
        assert_eq!(ticks(overlay(section, 0).level(64)), 130_000_000);
    }

    #[test]
    fn the_period_of_flux_is_proportional_to_the_fanout() {
        let cost = overlay("overhead_per_child = \"83us\"", 0);
        for fanout in [1, 9, 128, 1_535] {
            assert_eq!(ticks(cost.period(HostClass::default(), fanout)), 83_000_000 * fanout);
            assert_eq!(cost.level(fanout), cost.busy(HostClass::default(), fanout));
        }
        let included = overlay("overhead_per_child = \"1us\"\nlatency = \"5us\"\nperiod_includes_latency = true", 0);
        assert_eq!(ticks(included.period(HostClass::default(), 2)), 7_000_000);
    }

    #[test]
    fn what_cannot_be_represented_is_none() {
        let cost = overlay("overhead_per_child = \"1s\"\ngap_per_byte = \"1s/B\"", u64::MAX);
        assert_eq!((cost.level(u64::MAX), cost.level(2), cost.breakdown(2)), (None, None, None));
    }
}
