//! Messages, or a plan, on a network: what was measured.

use crate::network::{
    Degrees, Distances, Duplex, Executed, LinkUse, Measurements, Network, Ports, RoutingRule, Scheme, Way,
};
use crate::units::Time;

/// What ran on a network.
#[derive(Clone, Copy, Debug)]
pub enum Simulated<'a> {
    /// Messages that were all ready at time 0.
    Scheme {
        /// Which.
        scheme: Scheme,
        /// The size of each.
        bytes: u64,
        /// What was measured.
        measurements: &'a Measurements,
    },
    /// A plan.
    Plan {
        /// Where it is from.
        name: &'a str,
        /// Which rank is where.
        mapping: &'a str,
        /// How it ended.
        executed: &'a Executed,
    },
}

/// A simulation to report.
#[derive(Clone, Copy, Debug)]
pub struct NetworkSimulation<'a> {
    /// What it ran on.
    pub network: &'a Network,
    /// Between its nodes; `None` where there are too many pairs.
    pub distances: Option<Distances>,
    /// Which way messages took.
    pub routing: RoutingRule,
    /// What links can do at once.
    pub duplex: Duplex,
    /// What nodes can do at once.
    pub ports: Ports,
    /// What ran.
    pub simulated: Simulated<'a>,
}

/// Links that are listed.
pub(in crate::report) const BUSIEST: usize = 5;

impl NetworkSimulation<'_> {
    /// What was measured of the messages.
    #[must_use]
    pub const fn measurements(&self) -> &Measurements {
        match self.simulated {
            Simulated::Scheme { measurements, .. } => measurements,
            Simulated::Plan { executed, .. } => &executed.measurements,
        }
    }

    /// When all is done.
    #[must_use]
    pub const fn finish(&self) -> Time {
        match self.simulated {
            Simulated::Scheme { measurements, .. } => measurements.comm_t,
            Simulated::Plan { executed, .. } => executed.finish,
        }
    }

    /// relConnect: links of a node over the number of nodes.
    #[must_use]
    pub fn rel_connect(&self) -> f64 {
        Degrees::new(self.network).rel_connect(self.network.nodes())
    }

    /// The nodes of a link, in the direction in which it was used.
    pub(in crate::report) fn ends(&self, used: &LinkUse) -> Option<[String; 2]> {
        let link = self.network.links().get(used.link as usize)?;
        let [from, to] = [link.from, link.to].map(|node| self.network.label(node));
        Some(if used.way == Way::Backward { [to, from] } else { [from, to] })
    }
}
