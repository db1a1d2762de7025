//! The network of a plan, and the proof of the bound on it.

use logpine_check::synthesis::Proof as Shown;
use logpine_netplan::fronts::Front as StepsFront;
use logpine_netplan::{Links, Route};
use logpine_network::Network;
use logpine_network::digraph::Digraph;

/// The proof of a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// One that is checked without a search.
    Shown(Shown),
    /// A formula without solution: that of all schedules of so many steps.
    Formula {
        /// The number of steps.
        steps: u32,
    },
    /// A formula without solution: that of all broadcasts of one block by calls in so many steps.
    CallFormula {
        /// The number of steps.
        steps: u32,
    },
}

/// The links that switches joined.
#[derive(Clone, Debug)]
pub(crate) struct Contracted {
    /// The graph with its switches.
    pub physical: Digraph,
    /// The routes of every arc of the plan.
    pub routes: Vec<Vec<Route>>,
}

/// The network of a plan, and the proof of its bound.
#[derive(Clone, Debug)]
pub(crate) struct Certified {
    /// The network.
    pub(crate) network: Network,
    /// The arcs with capacities and latencies.
    pub(crate) links: Links,
    /// The proof of the bound.
    pub(crate) proof: Proof,
    /// The points of a front: the height and the number of trees. Empty if none was asked for.
    pub(crate) front: Vec<(u32, usize)>,
    /// The front of steps, rounds and blocks, if it was asked for.
    pub(crate) points: Option<StepsFront>,
    /// The routes of the arcs through switches, if these were contracted.
    pub(crate) contracted: Option<Contracted>,
    /// True if the search was stopped before its end.
    pub(crate) is_stopped: bool,
}

/// The most nodes that are named in a line.
const NAMED: usize = 8;

impl Certified {
    /// A network with the proof of a bound, without fronts.
    pub(super) fn new(network: Network, links: Links, proof: Proof) -> Self {
        Self { network, links, proof, front: Vec::new(), points: None, contracted: None, is_stopped: false }
    }

    /// True if some nodes only relay.
    pub(crate) fn has_relays(&self) -> bool {
        self.links.digraph.compute() < self.network.nodes()
    }

    /// The proof in words.
    pub(crate) fn proof_in_words(&self) -> String {
        match &self.proof {
            Proof::Shown(Shown::Times { times, .. }) => {
                let last = times.iter().max().unwrap_or(&0);
                let late = (0u32..).zip(times).filter(|(_, time)| *time == last).map(|(vertex, _)| self.name(vertex));
                let late: Vec<String> = late.take(NAMED).collect();
                format!("node times 0 to {last}; the last: {}", late.join(", "))
            }
            Proof::Shown(Shown::Cut { set, .. }) => {
                let set: Vec<String> = set.iter().take(NAMED).map(|&vertex| self.name(vertex)).collect();
                format!("a cut around {}", set.join(", "))
            }
            Proof::Shown(Shown::Parts { parts, .. }) => {
                let ranks = self.links.digraph.compute() as usize;
                let count = parts.iter().take(ranks).max().map_or(0, |&last| last + 1);
                let outside = if parts.contains(&count) { "; switches outside only forward" } else { "" };
                format!("a partition into {count} parts{outside}")
            }
            Proof::Shown(_) => "distances, doublings, and the vertices that all ways lead through".to_owned(),
            Proof::Formula { steps } => format!("the formula of all schedules of {steps} steps"),
            Proof::CallFormula { steps } => {
                format!("the formula of all broadcasts of one block by calls in {steps} steps")
            }
        }
    }

    /// The name of a vertex.
    pub(crate) fn name(&self, vertex: u32) -> String {
        self.network.label(self.links.nodes[vertex as usize])
    }

    /// The nodes of the ranks, in their order.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        self.links.nodes.iter().copied().take(self.links.digraph.compute() as usize)
    }
}
