//! The cheaper and the dearer of the costs inside a host and between hosts: a lower bound on every tree or schedule, and an
//! upper bound for any placement of its messages.

use logpine_models::model::{HostClass, LevelBreakdown, LevelCost, MessageSize, Port, PortTiming};
use logpine_text::units::Time;

/// The lesser of two level costs at every fanout. The whole cost counts as busy time, in a breakdown as latency.
#[derive(Clone, Copy)]
pub struct CheapestLevel<'a> {
    /// The costs of a node with children on other hosts.
    pub among: &'a dyn LevelCost,
    /// The costs of a node whose children are all on its host.
    pub within: &'a dyn LevelCost,
}

/// The lesser of the times that exist.
fn lesser(a: Option<Time>, b: Option<Time>) -> Option<Time> {
    a.into_iter().chain(b).min()
}

impl LevelCost for CheapestLevel<'_> {
    fn busy(&self, _: HostClass, fanout: u64) -> Option<Time> {
        lesser(self.among.level(fanout), self.within.level(fanout))
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        Time::ZERO
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        lesser(self.among.period(host, fanout), self.within.period(host, fanout))
    }

    fn startup(&self) -> Time {
        self.among.startup().min(self.within.startup())
    }

    fn max_fanout(&self) -> u64 {
        self.among.max_fanout().max(self.within.max_fanout())
    }

    /// The lesser of two costs that never fall, also if one of them ends: from there on only the other counts.
    fn is_monotone_to(&self, widest: u64) -> bool {
        [self.among, self.within].into_iter().all(|cost| cost.is_monotone_to(widest.min(cost.max_fanout())))
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        Some(LevelBreakdown { latency: self.level(fanout)?, ..LevelBreakdown::default() })
    }
}

/// The choice between two costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The lesser of each two numbers: a lower bound on messages inside a host and between hosts.
    Cheapest,
    /// The greater of each two numbers: an upper bound on both.
    Dearest,
}

/// Two port timings combined into one.
#[derive(Clone, Copy)]
pub struct ExtremePort<'a> {
    /// The timing between hosts.
    pub among: &'a dyn PortTiming,
    /// The timing inside a host.
    pub within: &'a dyn PortTiming,
    /// The choice between the two.
    pub extreme: Extreme,
}

impl ExtremePort<'_> {
    fn of(&self, port: impl Fn(&dyn PortTiming) -> Option<Port>) -> Option<Port> {
        match (port(self.among), port(self.within), self.extreme) {
            (Some(among), Some(within), Extreme::Cheapest) => Some(among.min_of_each(within)),
            (Some(among), Some(within), Extreme::Dearest) => Some(among.max_of_each(within)),
            (among, within, Extreme::Cheapest) => among.or(within),
            (_, _, Extreme::Dearest) => None,
        }
    }
}

impl PortTiming for ExtremePort<'_> {
    fn name(&self) -> &'static str {
        self.among.name()
    }

    fn message_size(&self) -> MessageSize {
        self.among.message_size()
    }

    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        self.of(|timing| timing.between(bytes, sender, receiver))
    }

    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        self.of(|timing| timing.port_at_least(bytes))
    }

    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        self.of(|timing| timing.port_up_to(bytes))
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        let (among, within) = (self.among.combine(bytes), self.within.combine(bytes));
        match self.extreme {
            Extreme::Cheapest => lesser(among, within),
            Extreme::Dearest => Some(among?.max(within?)),
        }
    }
}
