//! Tree aggregation networks: Groves, Gutierrez and Arnold, "A LogP Extension for Modeling Tree Aggregation
//! Networks", IEEE CLUSTER 2015.

use super::{HostClass, LevelBreakdown, LevelCost, ModelError};
use crate::machine::{
    Machine, Measured, Overhead, OverheadArgument, OverheadFormula, OverheadShares, PeriodLatency, TanDirection,
    TanParameters,
};
use logpine_text::units::Time;
use std::ops::RangeInclusive;

/// The TAN model of a reduction or a multicast on one machine.
///
/// ```text
/// T_i    = L + o(x + 1) + g + max over children of T     equation (1); T_leaf = C
/// period = L + max over nodes of o(x + 1) + g            equation (2)
/// ```
///
/// Here x is the number of children. The profile may choose o(x) instead of o(x + 1), which the paper's measurements were
/// fitted with, and a pipelined period, without L. A filter adds to the cost and to the period of a node.
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_models::model::{LevelCost, Tan};
/// use logpine_text::units::Clock;
/// let cab = Machine::load("cab")?;
/// let tan = Tan::reduction(&cab)?;
/// let level = tan.level(12).map(|time| time.display(Clock::Second));
/// assert_eq!(level.as_deref(), Some("184.012us"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tan {
    overhead: Overhead,
    argument: OverheadArgument,
    rest: Rest,
}

impl Tan {
    /// The way up: a wave from the leaves to the root.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] for a machine without `[tan]`.
    pub fn reduction(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = parameters(machine)?;
        Ok(Self::new(parameters, &parameters.reduction))
    }

    /// The way down: a wave from the root to the leaves, by `[tan.multicast]`, or else as the way up without a filter.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] for a machine without `[tan]`.
    pub fn multicast(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = parameters(machine)?;
        Ok(Self::new(parameters, &parameters.multicast))
    }

    /// The plain LogP model of the way up, which the paper's section V compares with: the overhead is the constant term of
    /// o(x), for any number of children.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] without `[tan]`, [`ModelError::NoConstantOverhead`] if its overhead has no constant
    /// term.
    pub fn logp_reduction(machine: &Machine) -> Result<Self, ModelError> {
        Self::reduction(machine)?.with_constant_overhead(machine)
    }

    /// The plain LogP model of the way down.
    ///
    /// # Errors
    /// As for [`Tan::logp_reduction`].
    pub fn logp_multicast(machine: &Machine) -> Result<Self, ModelError> {
        Self::multicast(machine)?.with_constant_overhead(machine)
    }

    fn with_constant_overhead(self, machine: &Machine) -> Result<Self, ModelError> {
        let missing = || ModelError::NoConstantOverhead { machine: machine.name.clone() };
        let constant = Measured { value: self.overhead.constant_term().ok_or_else(missing)?, uncertainty: None };
        let overhead = Overhead::Formula(Box::new(OverheadFormula { constant, ..OverheadFormula::default() }));
        Ok(Self { overhead, argument: OverheadArgument::Children, ..self })
    }

    fn new(parameters: &TanParameters, direction: &TanDirection) -> Self {
        Self {
            overhead: direction.overhead.clone(),
            argument: parameters.overhead_argument,
            rest: Rest::new(parameters, direction),
        }
    }

    fn overhead(&self, fanout: u64) -> Option<Time> {
        self.overhead.at(self.argument.of(fanout)?)
    }
}

/// The `[tan]` section of a machine.
fn parameters(machine: &Machine) -> Result<&TanParameters, ModelError> {
    machine.tan.as_ref().ok_or_else(|| ModelError::missing_section(machine, "tan"))
}

/// The costs of a level besides its overhead, by the `[tan]` section of a machine. Times are in ticks of its clock.
#[derive(Clone, Debug, PartialEq)]
struct Rest {
    latency: Time,
    gap: Time,
    filter: Time,
    startup: Time,
    period_latency: PeriodLatency,
}

impl Rest {
    pub fn new(parameters: &TanParameters, direction: &TanDirection) -> Self {
        Self {
            latency: direction.latency.value,
            gap: direction.gap.value,
            filter: direction.filter.value,
            startup: parameters.startup.value,
            period_latency: parameters.period_latency,
        }
    }

    /// The time for which a node with this overhead is busy.
    #[inline]
    pub fn busy(&self, overhead: Time) -> Option<Time> {
        overhead.checked_add(self.gap)?.checked_add(self.filter)
    }

    /// The period of a node that is busy for so long.
    pub fn period(&self, busy: Time) -> Option<Time> {
        match self.period_latency {
            PeriodLatency::Included => busy.checked_add(self.latency),
            PeriodLatency::Excluded => Some(busy),
        }
    }

    /// The parts of a level with these shares of the overhead.
    pub const fn breakdown(&self, overhead: OverheadShares) -> LevelBreakdown {
        LevelBreakdown { latency: self.latency, overhead, gap: self.gap, filter: self.filter }
    }
}

impl LevelCost for Tan {
    #[inline]
    fn busy(&self, _: HostClass, fanout: u64) -> Option<Time> {
        self.rest.busy(self.overhead(fanout)?)
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        self.rest.latency
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.rest.period(self.busy(host, fanout)?)
    }

    fn startup(&self) -> Time {
        self.rest.startup
    }

    fn max_fanout(&self) -> u64 {
        self.overhead.largest_argument().map_or(u64::MAX, |argument| self.argument.fanout(argument))
    }

    fn fanouts_within(&self, most: Time) -> Vec<RangeInclusive<u64>> {
        let ranges = self.overhead.arguments_within(most).into_iter();
        ranges.map(|range| self.argument.fanout(*range.start())..=self.argument.fanout(*range.end())).collect()
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        let last = self.argument.of(widest).unwrap_or(u64::MAX);
        self.argument.of(2).is_some_and(|first| self.overhead.is_monotone_between(first, last))
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        self.level(fanout)?;
        let overhead = self.overhead.shares(self.argument.of(fanout)?)?;
        Some(self.rest.breakdown(overhead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine with these lines in its `[tan]` section.
    fn machine(clock: &str, tan: &str) -> Machine {
        let text = format!("name = \"m\"\nunit = \"{clock}\"\n[tan]\n{tan}\n");
        Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"))
    }

    /// Cab's parameters, then these lines.
    fn cab(lines: &str) -> Machine {
        let overhead = "{ constant = \"49.3us\", linear = \"783ns\", quadratic = \"157ns\" }";
        machine("s", &format!("latency = \"98us\"\noverhead = {overhead}\n{lines}"))
    }

    fn reduction(machine: &Machine) -> Tan {
        Tan::reduction(machine).expect("it has [tan]")
    }

    fn level(model: &Tan, fanout: u64) -> Option<u64> {
        model.level(fanout).map(Time::ticks)
    }

    fn period(model: &Tan, fanout: u64) -> Option<u64> {
        model.period(HostClass::default(), fanout).map(Time::ticks)
    }

    #[test]
    fn cab_by_equations_1_and_2() {
        // c(x) = 98 + 49.3 + 0.783 (x + 1) + 0.157 (x + 1)^2 us.
        let tan = reduction(&Machine::built_in("cab").expect("built in"));
        let costs = [
            (1, 149_494_000),
            (2, 151_062_000),
            (3, 152_944_000),
            (4, 155_140_000),
            (6, 160_474_000),
            (11, 179_304_000),
            (12, 184_012_000),
            (14, 194_370_000),
            (16, 205_984_000),
            (32, 344_112_000),
            (128, 2_860_944_000),
        ];
        for (fanout, ticks) in costs {
            assert_eq!(level(&tan, fanout), Some(ticks), "c({fanout})");
            assert_eq!(period(&tan, fanout), Some(ticks), "L is in the period, g = 0");
        }
        assert_eq!(tan.startup(), Time::ZERO);
        assert_eq!((tan.max_fanout(), tan.is_monotone()), (u64::MAX, true));
        assert_eq!(Tan::multicast(&cab("")), Ok(tan));
    }

    #[test]
    fn gap_filter_and_startup_are_kept_apart() {
        let tan = reduction(&cab("gap = \"1us\"\nfilter = \"20us\"\nstartup = \"3us\""));
        assert_eq!(level(&tan, 12), Some(184_012_000 + 21_000_000));
        assert_eq!(period(&tan, 12), Some(184_012_000 + 21_000_000));
        assert_eq!(tan.startup().ticks(), 3_000_000);
        let parts = tan.breakdown(12).expect("a value");
        let ticks = [parts.latency, parts.gap, parts.filter].map(Time::ticks);
        assert_eq!(ticks, [98_000_000, 1_000_000, 20_000_000]);
        let shares = parts.overhead;
        let ticks = [shares.constant, shares.linear, shares.quadratic].map(Time::ticks);
        assert_eq!(ticks, [49_300_000, 10_179_000, 26_533_000]);
        assert_eq!(shares.total().map(Time::ticks), Some(86_012_000));
    }

    #[test]
    fn the_period_may_leave_the_latency_out() {
        let tan = reduction(&cab("period_includes_latency = false\ngap = \"1us\""));
        assert_eq!(period(&tan, 12), Some(87_012_000));
        assert_eq!(level(&tan, 12), Some(185_012_000));
    }

    #[test]
    fn a_table_caps_the_fanout() {
        let table = "latency = \"1us\"\noverhead = { table = [[2, \"50us\"], [4, \"52us\"], [9, \"57us\"]] }";
        let tan = reduction(&machine("s", table));
        assert_eq!(tan.max_fanout(), 8, "o(x + 1) at x = 8 is the last point");
        let levels = [1, 2, 3, 8, 9].map(|fanout| level(&tan, fanout));
        assert_eq!(levels, [Some(51_000_000), Some(52_000_000), Some(53_000_000), Some(58_000_000), None]);
        assert_eq!(period(&tan, 9), None);
        assert_eq!(tan.breakdown(9), None);
        assert!(tan.is_monotone());
        let children = reduction(&machine("s", &format!("{table}\noverhead_argument = \"children\"")));
        assert_eq!((children.max_fanout(), children.is_monotone()), (9, true));
        assert_eq!(level(&children, 1), None, "nothing was measured there");
    }

    #[test]
    fn tables_that_fall_or_start_late_are_not_monotone() {
        let monotone = |table: &str, argument: &str| {
            let lines = format!("latency = \"1us\"\noverhead.table = {table}\noverhead_argument = \"{argument}\"");
            reduction(&machine("s", &lines)).is_monotone()
        };
        assert!(!monotone("[[2, \"50us\"], [4, \"49us\"]]", "children+1"));
        assert!(monotone("[[3, \"50us\"], [4, \"50us\"]]", "children+1"));
        assert!(!monotone("[[3, \"50us\"], [4, \"50us\"]]", "children"));
        assert!(!monotone("[[4, \"50us\"]]", "children+1"));
    }

    #[test]
    fn logp_is_tan_with_the_constant_term_of_the_overhead() {
        let of_cab = cab("gap = \"1us\"\nfilter = \"2us\"\nstartup = \"3us\"\nperiod_includes_latency = false");
        let logp = Tan::logp_reduction(&of_cab).expect("it has a constant term");
        assert_eq!([2, 128, u64::MAX].map(|fanout| level(&logp, fanout)), [Some(150_300_000); 3]);
        assert_eq!((period(&logp, 2), logp.startup().ticks()), (Some(52_300_000), 3_000_000));
        assert_eq!((logp.max_fanout(), logp.is_monotone()), (u64::MAX, true));
        let down = Tan::logp_multicast(&of_cab).expect("it has a constant term");
        assert_eq!(level(&down, 2), Some(148_300_000), "no filter on the way down");
        for overhead in ["linear = \"1us\"", "table = [[2, \"1us\"]]"] {
            let other = machine("s", &format!("latency = \"98us\"\noverhead = {{ {overhead} }}"));
            let error = Tan::logp_reduction(&other).expect_err("no constant term").to_string();
            assert!(error.starts_with("machine `m`: the LogP comparison takes o from the constant term"), "{error}");
        }
    }

    #[test]
    fn what_cannot_be_represented_is_none() {
        let tan = reduction(&cab(""));
        assert_eq!(level(&tan, u64::MAX), None);
        assert_eq!(level(&tan, u64::MAX - 1), None);
        // 2^64 / 157,000 is about 10,839,702 squared.
        assert!(level(&tan, 10_839_000).is_some());
        assert_eq!(level(&tan, 10_840_000), None);
        let full = "latency = \"18446744s\"\noverhead.constant = \"0s\"\ngap = \"1s\"";
        let full = reduction(&machine("s", full));
        assert_eq!(level(&full, 2), None);
        assert_eq!(full.busy(HostClass::default(), 2).map(Time::ticks), Some(1_000_000_000_000));
        assert_eq!((period(&full, 2), full.breakdown(2)), (None, None));
    }

    #[test]
    fn a_machine_without_the_section_is_told_what_it_has() {
        let logp = "[logp]\nlatency = \"6us\"\noverhead = \"2us\"\ngap = \"4us\"";
        let message = |sections: &str| {
            let machine = Machine::from_toml(&format!("name = \"m\"\n{sections}"), "m.toml").expect("valid");
            Tan::reduction(&machine).expect_err("no [tan]").to_string()
        };
        let others = "; built-in machines with it: cab";
        assert_eq!(message(logp), format!("machine `m` has no [tan] section; it has [logp]{others}"));
        assert_eq!(message(""), format!("machine `m` has no [tan] section; it has none for any model{others}"));
    }
}
