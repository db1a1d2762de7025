//! Overlay trees whose internal processes run on hosts of several speeds.

use crate::model::{HostClass, LevelBreakdown, LevelCost};
use logpine_text::units::{Factor, Time};

/// A level cost on hosts whose processors are slower than those of the profile.
///
/// [`HostClass`] 0 is the profile's own host; class i + 1 takes the i-th factor. A factor multiplies the processor time of a
/// node, overhead and filter together, rounded half up once; latency, gap and the cost of leaves stay unchanged:
///
/// ```text
/// T_i = g + f_i (o(x_i) + filter) + L + max over children of T,   T_leaf = C
/// ```
///
/// This is equation (1) of Groves, Gutierrez and Arnold (2015) if every factor is 1.
#[derive(Clone)]
pub struct UnequalLevel<'a> {
    base: &'a dyn LevelCost,
    factors: Vec<Factor>,
}

impl<'a> UnequalLevel<'a> {
    /// The cost on the profile's own host (class 0) and on hosts with these factors (classes 1, 2, and so on), of which the
    /// first 65,535 count.
    #[must_use]
    pub fn new(base: &'a dyn LevelCost, mut factors: Vec<Factor>) -> Self {
        factors.truncate(usize::from(u16::MAX));
        factors.insert(0, Factor::ONE);
        Self { base, factors }
    }

    /// The factor of a class; for a class that does not exist, that of the profile's own host.
    #[must_use]
    pub fn factor(&self, host: HostClass) -> Factor {
        self.factors.get(usize::from(host.0)).copied().unwrap_or_default()
    }

    /// The busy time and the latency to the children of a node on a host of a class; `None` as for [`LevelCost::busy`].
    #[must_use]
    pub fn level_on(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.busy(host, fanout)?.checked_add(self.latency(host, host))
    }

    /// The processor time of a node with that fanout on the profile's own host.
    fn processor(&self, fanout: u64) -> Option<Time> {
        let parts = self.base.breakdown(fanout)?;
        parts.overhead.total()?.checked_add(parts.filter)
    }

    /// The additional time of a node compared with the profile's own host.
    fn delay(&self, host: HostClass, fanout: u64) -> Option<Time> {
        let factor = self.factor(host);
        if factor == Factor::ONE {
            return Some(Time::ZERO);
        }
        let processor = self.processor(fanout)?;
        factor.times(processor)?.checked_sub(processor)
    }
}

impl LevelCost for UnequalLevel<'_> {
    fn host_classes(&self) -> u16 {
        u16::try_from(self.factors.len()).unwrap_or(u16::MAX)
    }

    fn busy(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.base.busy(HostClass::default(), fanout)?.checked_add(self.delay(host, fanout)?)
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        self.base.latency(HostClass::default(), HostClass::default())
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.base.period(HostClass::default(), fanout)?.checked_add(self.delay(host, fanout)?)
    }

    fn startup(&self) -> Time {
        self.base.startup()
    }

    fn max_fanout(&self) -> u64 {
        self.base.max_fanout()
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        // Gap and latency do not depend on the fanout, so processor time rises whenever the cost does.
        self.base.is_monotone_to(widest)
    }

    /// The breakdown of a node on the profile's own host.
    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        self.base.breakdown(fanout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::model::{RoundTrip, Tan};

    fn machine() -> Machine {
        let text = "name = \"m\"\n[tan]\nlatency = \"10us\"\noverhead = { constant = \"4us\", linear = \"1us\" }\n\
                    gap = \"3us\"\nfilter = \"2us\"\nstartup = \"5us\"\n";
        Machine::from_toml(text, "m.toml").expect("valid")
    }

    fn factors(texts: &[&str]) -> Vec<Factor> {
        texts.iter().map(|text| text.parse().expect("a factor")).collect()
    }

    /// Two children: o(3) = 7 and the filter 2, which a factor of 1.5 makes 13.5; latency 10 and gap 3 are unchanged.
    #[test]
    fn overhead_and_filter_take_longer_and_nothing_else() {
        let machine = machine();
        let base = Tan::reduction(&machine).expect("it has [tan]");
        let cost = UnequalLevel::new(&base, factors(&["1.5", "2"]));
        assert_eq!((cost.host_classes(), cost.factor(HostClass(2))), (3, Factor::from_millionths(2_000_000)));
        let level = |class| cost.level_on(HostClass(class), 2).map(Time::ticks);
        assert_eq!([level(0), level(1), level(2)], [22_000_000, 26_500_000, 31_000_000].map(Some));
        let period = |class| cost.period(HostClass(class), 2).map(Time::ticks);
        assert_eq!([period(0), period(1)], [22_000_000, 26_500_000].map(Some), "L is in the period");
        assert_eq!(cost.startup().ticks(), 5_000_000);
        assert!(cost.is_monotone() && cost.max_fanout() == u64::MAX);
    }

    #[test]
    fn round_trips_take_the_factor_both_ways() {
        let machine = machine();
        let base = RoundTrip::tan(&machine).expect("it has [tan]");
        let cost = UnequalLevel::new(&base, factors(&["2"]));
        let difference = cost.level_on(HostClass(1), 4).zip(cost.level_on(HostClass(0), 4));
        let difference = difference.and_then(|(slow, fast)| slow.checked_sub(fast)).map(Time::ticks);
        assert_eq!(difference, Some(2 * 9_000_000 + 2_000_000), "o(5) down and up, the filter up");
    }
}
