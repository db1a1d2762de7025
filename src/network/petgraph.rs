//! Networks as graphs of `petgraph`, for its algorithms.

use super::{Link, LinkKind, Network};
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};

impl From<&Network> for DiGraph<u32, Link> {
    /// Node indices are node numbers. An undirected link is an edge each way.
    fn from(network: &Network) -> Self {
        let mut graph = Self::with_capacity(network.nodes() as usize, network.links().len() * 2);
        (0..network.nodes()).for_each(|node| _ = graph.add_node(node));
        for &link in network.links() {
            graph.add_edge(NodeIndex::from(link.from), NodeIndex::from(link.to), link);
            if network.kind() == LinkKind::Undirected {
                graph.add_edge(NodeIndex::from(link.to), NodeIndex::from(link.from), link);
            }
        }
        graph
    }
}

impl From<&Network> for UnGraph<u32, Link> {
    /// Node indices are node numbers, edge indices are link numbers. The direction of links is lost.
    fn from(network: &Network) -> Self {
        let mut graph = Self::with_capacity(network.nodes() as usize, network.links().len());
        (0..network.nodes()).for_each(|node| _ = graph.add_node(node));
        for &link in network.links() {
            graph.add_edge(NodeIndex::from(link.from), NodeIndex::from(link.to), link);
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_di_graph_from() -> Result<(), Box<dyn std::error::Error>> {
        use logpine::network::{Link, Spec};
        use petgraph::{algo::dijkstra, graph::DiGraph};
        let ring = "ring:6".parse::<Spec>()?.network()?;
        let distances = dijkstra(&DiGraph::<u32, Link>::from(&ring), 0.into(), None, |_| 1);
        assert_eq!(distances[&3.into()], 3);
        Ok(())
    }
}
