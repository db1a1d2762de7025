//! A multicast and the reduction that answers it.

use super::{HostClass, LevelBreakdown, LevelCost, ModelError, Tan};
use crate::machine::Machine;
use logpine_text::units::Time;

/// The sum of a multicast and a reduction over the same tree.
///
/// The cost of a level is its cost on the way down plus its cost on the way up, and the period of a node is the sum of both,
/// since one process serves both waves. The startup C at the leaves counts once. A leaf answers as soon as the multicast has
/// reached it, so the time is the maximum of this sum over all paths. If both ways have equal costs, and for level-uniform
/// trees, that is the sum of the two path maxima.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundTrip<M = Tan> {
    multicast: M,
    reduction: M,
}

impl RoundTrip<Tan> {
    /// The round trip on a machine with a `[tan]` section.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] without `[tan]`, otherwise as for [`RoundTrip::new`].
    pub fn tan(machine: &Machine) -> Result<Self, ModelError> {
        Self::new(Tan::multicast(machine)?, Tan::reduction(machine)?)
    }
}

impl<M: LevelCost> RoundTrip<M> {
    /// The round trip of a multicast and a reduction with the same host classes. C is the reduction's.
    ///
    /// # Errors
    /// [`ModelError::LatencyTooLong`] if the latencies of both add up to more than [`Time::MAX`].
    pub fn new(multicast: M, reduction: M) -> Result<Self, ModelError> {
        let both = Self { multicast, reduction };
        let hosts = || (0..both.reduction.host_classes()).map(HostClass);
        let mut pairs = hosts().flat_map(|parent| hosts().map(move |child| (parent, child)));
        if pairs.any(|(parent, child)| both.exact_latency(parent, child).is_none()) {
            return Err(ModelError::LatencyTooLong);
        }
        Ok(both)
    }

    /// The multicast, on the way down.
    #[must_use]
    pub const fn multicast(&self) -> &M {
        &self.multicast
    }

    /// The reduction, on the way up.
    #[must_use]
    pub const fn reduction(&self) -> &M {
        &self.reduction
    }

    fn exact_latency(&self, parent: HostClass, child: HostClass) -> Option<Time> {
        self.multicast.latency(parent, child).checked_add(self.reduction.latency(parent, child))
    }
}

impl<M: LevelCost> LevelCost for RoundTrip<M> {
    fn host_classes(&self) -> u16 {
        self.reduction.host_classes()
    }

    #[inline]
    fn busy(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.multicast.busy(host, fanout)?.checked_add(self.reduction.busy(host, fanout)?)
    }

    fn latency(&self, parent: HostClass, child: HostClass) -> Time {
        self.exact_latency(parent, child).expect("the constructor has added them up")
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.multicast.period(host, fanout)?.checked_add(self.reduction.period(host, fanout)?)
    }

    fn startup(&self) -> Time {
        self.reduction.startup()
    }

    fn max_fanout(&self) -> u64 {
        self.multicast.max_fanout().min(self.reduction.max_fanout())
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        self.multicast.is_monotone_to(widest) && self.reduction.is_monotone_to(widest)
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        self.level(fanout)?;
        let (down, up) = (self.multicast.breakdown(fanout)?, self.reduction.breakdown(fanout)?);
        Some(LevelBreakdown {
            latency: down.latency.checked_add(up.latency)?,
            overhead: down.overhead.checked_add(&up.overhead)?,
            gap: down.gap.checked_add(up.gap)?,
            filter: down.filter.checked_add(up.filter)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(latency: &str, lines: &str) -> Machine {
        let overhead = "{ constant = \"49.3us\", linear = \"783ns\", quadratic = \"157ns\" }";
        let text = format!("name = \"m\"\n[tan]\nlatency = \"{latency}\"\noverhead = {overhead}\n{lines}\n");
        Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_startup_counts_once_and_the_filter_on_the_way_up() {
        let both =
            RoundTrip::tan(&machine("98us", "startup = \"3us\"\nfilter = \"20us\"\ngap = \"1us\"")).expect("valid");
        assert_eq!(both.startup().ticks(), 3_000_000);
        let parts = both.breakdown(12).expect("a value");
        let overhead = parts.overhead.total().expect("representable");
        let ticks = [parts.latency, overhead, parts.gap, parts.filter].map(Time::ticks);
        assert_eq!(ticks, [196_000_000, 172_024_000, 2_000_000, 20_000_000]);
        assert_eq!(both.level(12).map(Time::ticks), Some(ticks.iter().sum()));
    }

    #[test]
    fn the_tighter_cap_and_the_worse_behaviour_win() {
        let table = "[tan.multicast]\noverhead.table = [[2, \"9us\"], [5, \"8us\"]]";
        let both = RoundTrip::tan(&machine("98us", table)).expect("it has [tan]");
        assert_eq!((both.max_fanout(), both.is_monotone()), (4, false));
        assert_eq!(both.level(5), None);
        assert!(both.reduction().is_monotone() && !both.multicast().is_monotone());
    }

    #[test]
    fn latencies_must_add_up() {
        let long = RoundTrip::tan(&machine("10000000s", ""));
        assert_eq!(long, Err(ModelError::LatencyTooLong));
        assert!(RoundTrip::tan(&machine("9000000s", "")).is_ok());
    }
}
