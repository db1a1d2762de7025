//! Costs of nodes with a limited number of children.

use super::{HostClass, LevelBreakdown, LevelCost};
use logpine_text::units::Time;

/// The costs of another model, with a limit on the fanout.
#[derive(Clone, Copy)]
pub struct AtMost<'a> {
    /// The costs of nodes.
    pub cost: &'a dyn LevelCost,
    /// Nodes with fewer children cost as much as those with this number.
    pub least: u64,
    /// The largest number of children of a node.
    pub children: u64,
}

impl LevelCost for AtMost<'_> {
    fn host_classes(&self) -> u16 {
        self.cost.host_classes()
    }

    fn busy(&self, host: HostClass, fanout: u64) -> Option<Time> {
        if fanout > self.children { None } else { self.cost.busy(host, fanout.max(self.least)) }
    }

    fn latency(&self, parent: HostClass, child: HostClass) -> Time {
        self.cost.latency(parent, child)
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        if fanout > self.children { None } else { self.cost.period(host, fanout.max(self.least)) }
    }

    fn startup(&self) -> Time {
        self.cost.startup()
    }

    fn max_fanout(&self) -> u64 {
        self.cost.max_fanout().min(self.children)
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        self.cost.is_monotone_to(widest.min(self.max_fanout()))
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        if fanout > self.children { None } else { self.cost.breakdown(fanout.max(self.least)) }
    }
}
