//! The measurements of messages, or of a plan, on a network.

use logpine_network::{
    Degrees, Distances, Duplex, Executed, LinkUse, Measurements, Network, Ports, RoutingRule, Scheme, Way,
};
use logpine_text::units::Time;

/// The traffic on a network.
#[derive(Clone, Copy, Debug)]
pub enum Simulated<'a> {
    /// Messages that were all ready at time 0.
    Scheme {
        /// The scheme.
        scheme: Scheme,
        /// The size of each message.
        bytes: u64,
        /// The measurements.
        measurements: &'a Measurements,
    },
    /// A plan.
    Plan {
        /// The source of the plan.
        name: &'a str,
        /// The mapping of ranks to nodes.
        mapping: &'a str,
        /// The result.
        executed: &'a Executed,
    },
}

/// A simulation to report.
#[derive(Clone, Copy, Debug)]
pub struct NetworkSimulation<'a> {
    /// The network.
    pub network: &'a Network,
    /// The distances between its nodes; `None` if there are too many pairs.
    pub distances: Option<Distances>,
    /// The routing of messages.
    pub routing: RoutingRule,
    /// The duplex mode of links.
    pub duplex: Duplex,
    /// The port mode of nodes.
    pub ports: Ports,
    /// The traffic.
    pub simulated: Simulated<'a>,
}

/// The number of listed links.
pub(in crate::report) const BUSIEST: usize = 5;

impl NetworkSimulation<'_> {
    /// The measurements of the messages.
    #[must_use]
    pub const fn measurements(&self) -> &Measurements {
        match self.simulated {
            Simulated::Scheme { measurements, .. } => measurements,
            Simulated::Plan { executed, .. } => &executed.measurements,
        }
    }

    /// The time at which everything is done.
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

    /// The nodes of a link, in the direction of its use.
    pub(in crate::report) fn ends(&self, used: &LinkUse) -> Option<[String; 2]> {
        let link = self.network.links().get(used.link as usize)?;
        let [from, to] = [link.from, link.to].map(|node| self.network.label(node));
        Some(if used.way == Way::Backward { [to, from] } else { [from, to] })
    }
}
