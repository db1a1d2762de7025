//! The predictions of plain LogP for an overlay tree: the comparison of Groves, Gutierrez and Arnold (2015), section V.

use super::tan::{Rest, parameters};
use super::{HostClass, LevelBreakdown, LevelCost, ModelError};
use crate::machine::{Machine, OverheadShares, TanDirection};
use logpine_text::units::{Rate, Time};

pub use crate::job::LogpReading;

/// The number of overheads b for which a node with `fanout` children is busy; `None` past 2^64 - 1.
const fn overheads(reading: LogpReading, fanout: u64) -> Option<u64> {
    match reading {
        LogpReading::A => Some(1),
        LogpReading::B => Some(2),
        LogpReading::C => fanout.checked_add(1),
    }
}

/// The LogP model of an overlay tree, made from a machine's `[tan]` section. Gap, filter and startup are those of
/// [`Tan`](super::Tan); the overhead is a multiple of its constant term.
#[derive(Clone, Debug, PartialEq)]
pub struct LogpComparison {
    reading: LogpReading,
    /// b.
    overhead: Rate,
    rest: Rest,
}

impl LogpComparison {
    /// The way up: a wave from the leaves to the root.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] without `[tan]`, [`ModelError::NoConstantOverhead`] if its overhead has no constant
    /// term.
    pub fn reduction(machine: &Machine, reading: LogpReading) -> Result<Self, ModelError> {
        Self::new(machine, &parameters(machine)?.reduction, reading)
    }

    /// The way down: a wave from the root to the leaves.
    ///
    /// # Errors
    /// As for [`LogpComparison::reduction`].
    pub fn multicast(machine: &Machine, reading: LogpReading) -> Result<Self, ModelError> {
        Self::new(machine, &parameters(machine)?.multicast, reading)
    }

    fn new(machine: &Machine, direction: &TanDirection, reading: LogpReading) -> Result<Self, ModelError> {
        let missing = || ModelError::NoConstantOverhead { machine: machine.name.clone() };
        Ok(Self {
            reading,
            overhead: direction.overhead.constant_term().ok_or_else(missing)?,
            rest: Rest::new(parameters(machine)?, direction),
        })
    }

    fn overhead(&self, fanout: u64) -> Option<Time> {
        self.overhead.times(overheads(self.reading, fanout)?)
    }
}

impl LevelCost for LogpComparison {
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
        u64::MAX
    }

    fn is_monotone_to(&self, _: u64) -> bool {
        true
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        self.level(fanout)?;
        let overhead = OverheadShares { constant: self.overhead(fanout)?, ..OverheadShares::default() };
        Some(self.rest.breakdown(overhead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LogpReading::{A, C};

    #[test]
    fn gap_filter_startup_and_period_are_those_of_tan() {
        let text = "name = \"m\"\n[tan]\nlatency = \"98us\"\noverhead = { constant = \"0.5ps\", quadratic = \"1us\" }\n\
                    gap = \"1us\"\nfilter = \"2us\"\nstartup = \"3us\"\nperiod_includes_latency = false";
        let machine = Machine::from_toml(text, "m.toml").expect("valid");
        let model = LogpComparison::reduction(&machine, C).expect("it has a constant term");
        assert_eq!(model.level(2), Some(Time::from_ticks(101_000_002)), "3 x 0.5 ticks, rounded half up");
        assert_eq!(model.period(HostClass::default(), 2), Some(Time::from_ticks(3_000_002)));
        assert_eq!(model.startup(), Time::from_ticks(3_000_000));
        let down = LogpComparison::multicast(&machine, C).expect("it has a constant term");
        assert_eq!(down.level(2), Some(Time::from_ticks(99_000_002)), "no filter on the way down");
        assert_eq!(model.level(u64::MAX), None);
        assert_eq!(model.breakdown(2).map(|parts| parts.filter), Some(Time::from_ticks(2_000_000)));
        assert_eq!((model.max_fanout(), model.is_monotone()), (u64::MAX, true));
    }

    #[test]
    fn an_overhead_without_constant_term_has_no_comparison() {
        for overhead in ["linear = \"1us\"", "table = [[2, \"1us\"]]"] {
            let text = format!("name = \"m\"\n[tan]\nlatency = \"98us\"\noverhead = {{ {overhead} }}");
            let machine = Machine::from_toml(&text, "m.toml").expect("valid");
            let error = LogpComparison::reduction(&machine, A).expect_err("no constant term");
            assert!(error.to_string().starts_with("machine `m`: the LogP comparison takes o from the constant term"));
        }
    }
}
