//! Puts a [`Network`] together, and checks that it is one.

use super::error::too_large;
use super::graph::Network;
use super::{Arc, Grid, Link, LinkKind, NetworkError, Position};
use logpine_text::excerpt::short;
use logpine_text::reason::reason;
use logpine_text::units::Clock;

/// Collects the links of a [`Network`].
#[derive(Clone, Debug)]
pub struct NetworkBuilder {
    network: Network,
}

impl NetworkBuilder {
    /// A network of `nodes` nodes, all endpoints, without links yet. Undirected; see [`NetworkBuilder::kind`].
    #[must_use]
    pub fn new(name: impl Into<String>, clock: Clock, nodes: u32) -> Self {
        let network = Network {
            name: name.into(),
            clock,
            kind: LinkKind::Undirected,
            nodes,
            endpoints: nodes,
            links: Vec::new(),
            arc_starts: Vec::new(),
            arcs: Vec::new(),
            grid: None,
            positions: Vec::new(),
            labels: Vec::new(),
        };
        Self { network }
    }

    /// Makes the first `endpoints` nodes run processes; the others are switches.
    #[must_use]
    pub fn endpoints(mut self, endpoints: u32) -> Self {
        self.network.endpoints = endpoints.min(self.network.nodes);
        self
    }

    /// Sets whether links carry messages both ways.
    #[must_use]
    pub fn kind(mut self, kind: LinkKind) -> Self {
        self.network.kind = kind;
        self
    }

    /// Declares that the links are exactly those of the grid, whose sides multiply to the number of nodes.
    pub(super) fn grid(mut self, grid: Grid) -> Self {
        self.network.grid = Some(grid);
        self
    }

    /// Sets the positions at which the nodes are drawn, in node order.
    #[must_use]
    pub fn positions(mut self, positions: Vec<Position>) -> Self {
        self.network.positions = positions;
        self
    }

    /// Sets the names of the nodes, in node order.
    #[must_use]
    pub fn labels(mut self, labels: Vec<String>) -> Self {
        self.network.labels = labels;
        self
    }

    /// Adds a link.
    ///
    /// # Errors
    /// [`NetworkError::Refused`].
    pub fn link(&mut self, link: Link) -> Result<(), NetworkError> {
        let nodes = self.network.nodes;
        if let Some(&node) = [link.from, link.to].iter().find(|&&node| node >= nodes) {
            return Err(reason!("a link ends at node {node}, and the {nodes} nodes are numbered from 0").into());
        }
        if link.from == link.to {
            let node = self.network.label(link.from);
            return Err(reason!("node {} is linked to itself; leave that link out", short(&node)).into());
        }
        if self.network.links.len() as u64 >= Network::LIMIT {
            return Err(too_large("links", Network::LIMIT + 1, Network::LIMIT));
        }
        self.network.links.push(link);
        Ok(())
    }

    /// The network, its links sorted into arcs.
    ///
    /// # Errors
    /// [`NetworkError`].
    pub fn finish(self) -> Result<Network, NetworkError> {
        let mut network = self.network;
        if network.endpoints == 0 {
            return Err(reason!("the network has no node that runs a process; give it at least one").into());
        }
        if u64::from(network.nodes) > Network::LIMIT {
            return Err(too_large("nodes", u64::from(network.nodes), Network::LIMIT));
        }
        network.sort_arcs()?;
        network.check_connected()?;
        Ok(network)
    }
}

impl Network {
    /// Fills `arcs`: a counting sort by the node they leave, then each node's by the node they lead to.
    fn sort_arcs(&mut self) -> Result<(), NetworkError> {
        let mut starts = vec![0u32; self.nodes as usize + 1];
        let both = self.kind == LinkKind::Undirected;
        for link in &self.links {
            starts[link.from as usize + 1] += 1;
            starts[link.to as usize + 1] += u32::from(both);
        }
        for node in 0..self.nodes as usize {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        self.arcs = vec![Arc { to: 0, link: 0 }; starts[self.nodes as usize] as usize];
        let mut place = |from: u32, arc: Arc| {
            self.arcs[next[from as usize] as usize] = arc;
            next[from as usize] += 1;
        };
        for (index, link) in (0u32..).zip(&self.links) {
            place(link.from, Arc { to: link.to, link: index });
            if both {
                place(link.to, Arc { to: link.from, link: index });
            }
        }
        self.arc_starts = starts;
        for node in 0..self.nodes {
            let range = self.arc_range(node);
            self.arcs[range.clone()].sort_unstable_by_key(|arc| (arc.to, arc.link));
            if let Some(pair) = self.arcs[range].windows(2).find(|pair| pair[0].to == pair[1].to) {
                let (from, to) = (self.label(node), self.label(pair[1].to));
                return Err(NetworkError::RepeatedLink { from, to, link: pair[1].link as usize });
            }
        }
        Ok(())
    }

    /// Checks that the first endpoint reaches every other, and that every other reaches it.
    fn check_connected(&self) -> Result<(), NetworkError> {
        let unreached = |reached: &[bool]| (0..self.endpoints).find(|&node| !reached[node as usize]);
        let forward = |node: u32| self.arcs(node).iter().map(|arc| arc.to);
        if let Some(node) = unreached(&reached_from_first(self.nodes, forward)) {
            return Err(NetworkError::Disconnected { from: self.label(0), to: self.label(node), kind: self.kind });
        }
        if self.kind == LinkKind::Directed {
            let mut sources = vec![Vec::new(); self.nodes as usize];
            for link in &self.links {
                sources[link.to as usize].push(link.from);
            }
            let backward = |node: u32| sources[node as usize].iter().copied();
            if let Some(node) = unreached(&reached_from_first(self.nodes, backward)) {
                return Err(NetworkError::Disconnected { from: self.label(node), to: self.label(0), kind: self.kind });
            }
        }
        Ok(())
    }
}

/// Marks the nodes that are reached from node 0.
fn reached_from_first<I: Iterator<Item = u32>>(nodes: u32, neighbours: impl Fn(u32) -> I) -> Vec<bool> {
    let mut reached = vec![false; nodes as usize];
    reached[0] = true;
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        for neighbour in neighbours(node) {
            if !std::mem::replace(&mut reached[neighbour as usize], true) {
                waiting.push(neighbour);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::of_cycles;
    use logpine_text::units::Time;

    #[test]
    fn arcs_are_in_the_order_of_the_neighbours() -> Result<(), NetworkError> {
        let ring = of_cycles(LinkKind::Undirected, 4, &[(3, 0), (2, 3), (1, 2), (0, 1)])?;
        let neighbours = |node: u32| ring.arcs(node).iter().map(|arc| arc.to).collect::<Vec<_>>();
        assert_eq!((0..4).map(neighbours).collect::<Vec<_>>(), [[1, 3], [0, 2], [1, 3], [0, 2]]);
        assert_eq!(ring.arc_to(3, 2), Some(Arc { to: 2, link: 1 }));
        assert_eq!((ring.arc_to(3, 1), ring.arcs(4)), (None, &[][..]));
        assert_eq!(ring.uniform_hop(1 << 40), Some(Time::from_ticks(1_000)));
        let cycle = of_cycles(LinkKind::Directed, 3, &[(0, 1), (1, 2), (2, 0)])?;
        assert_eq!(cycle.arcs(0), [Arc { to: 1, link: 0 }]);
        Ok(())
    }

    #[test]
    fn faults_of_networks_are_told() {
        use LinkKind::{Directed, Undirected};
        let fault = |kind, nodes, ends: &[_]| of_cycles(kind, nodes, ends).expect_err("a fault").to_string();
        assert!(fault(Undirected, 2, &[(0, 2)]).contains("node 2"));
        assert!(fault(Undirected, 2, &[(1, 1)]).contains("itself"));
        assert!(fault(Undirected, 2, &[(0, 1), (1, 0)]).contains("twice"));
        assert!(fault(Undirected, 3, &[(0, 1)]).contains("2 cannot be reached from 0"));
        assert!(fault(Directed, 3, &[(0, 1), (0, 2), (1, 0)]).contains("0 cannot be reached from 2"));
        assert!(fault(Undirected, 0, &[]).contains("no node"));
        assert!(of_cycles(Directed, 2, &[(0, 1), (1, 0)]).is_ok());
        assert!(of_cycles(Undirected, 1, &[]).is_ok());
    }
}
