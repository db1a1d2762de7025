//! Independences implied by a graph.

use crate::Dependence;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

/// True if `given` d-separates `x` from `y` in a directed acyclic graph. This is the case if no path connects them on which
/// each inner node is either a collider (both edges point at it) that is given or has a given effect, or a node other than a
/// collider that is not given (Geiger, Verma and Pearl, d-Separation: From Theorems to Algorithms, 1989). Nodes are
/// identified by their index; those not in the graph are isolated.
///
/// The test is a search in the moral graph of the ancestors (Lauritzen, Dawid, Larsen and Leimer, Independence Properties of
/// Directed Markov Fields, 1990). **Complexity** O(V + E) plus the number of pairs of parents of each node.
#[must_use]
pub fn d_separated<N, E>(graph: &DiGraph<N, E>, x: usize, y: usize, given: &[usize]) -> bool {
    let causes = |node: usize| {
        let parents = graph.neighbors_directed(NodeIndex::new(node), Direction::Incoming);
        parents.map(NodeIndex::index).collect::<Vec<_>>()
    };
    let mut is_ancestor = vec![false; graph.node_count()];
    let mut open: Vec<usize> = given.iter().copied().chain([x, y]).filter(|&node| node < is_ancestor.len()).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut is_ancestor[node], true) {
            open.extend(causes(node));
        }
    }
    let mut moral = vec![Vec::new(); graph.node_count()];
    for node in (0..is_ancestor.len()).filter(|&node| is_ancestor[node]) {
        let mut family = causes(node);
        family.push(node);
        for &a in &family {
            moral[a].extend(family.iter().copied().filter(|&b| b != a));
        }
    }
    let mut is_reached = vec![false; graph.node_count()];
    let mut open = vec![x];
    while let Some(node) = open.pop() {
        if node == y {
            return false;
        }
        if node < is_reached.len() && !given.contains(&node) && !std::mem::replace(&mut is_reached[node], true) {
            open.extend(&moral[node]);
        }
    }
    true
}

/// [d-separation](d_separated) as a measure of dependence for the PC algorithm: the information is infinite if the graph
/// implies a dependence, and 0 otherwise.
#[derive(Clone, Debug)]
pub struct DSeparation<N, E>(DiGraph<N, E>);

impl<N, E> DSeparation<N, E> {
    /// Creates the measure for a directed acyclic graph.
    #[must_use]
    pub const fn new(graph: DiGraph<N, E>) -> Self {
        Self(graph)
    }
}

impl<N: Sync, E: Sync> Dependence for DSeparation<N, E> {
    fn variables(&self) -> usize {
        self.0.node_count()
    }

    fn information(&self, x: usize, y: usize, given: &[usize]) -> f64 {
        if d_separated(&self.0, x, y, given) { 0.0 } else { f64::INFINITY }
    }
}
