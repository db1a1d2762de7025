//! Graphs with directed and undirected edges.

use petgraph::graph::{DiGraph, NodeIndex};

/// A graph with directed and undirected edges among variables that are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    variables: usize,
    /// Row by row, true if the edge of two variables may point from the first to the second; an undirected edge may point
    /// both ways.
    arcs: Vec<bool>,
}

impl Pattern {
    /// A pattern without edges.
    #[must_use]
    pub fn empty(variables: usize) -> Self {
        Self { variables, arcs: vec![false; variables * variables] }
    }

    /// The number of variables.
    #[must_use]
    pub const fn variables(&self) -> usize {
        self.variables
    }

    fn arc(&self, from: usize, to: usize) -> bool {
        self.arcs[from * self.variables + to]
    }

    fn set(&mut self, from: usize, to: usize, is_there: bool) {
        self.arcs[from * self.variables + to] = is_there;
    }

    /// True if there is an edge, directed or not.
    #[must_use]
    pub fn is_adjacent(&self, a: usize, b: usize) -> bool {
        self.arc(a, b) || self.arc(b, a)
    }

    /// True if there is an undirected edge.
    #[must_use]
    pub fn is_undirected(&self, a: usize, b: usize) -> bool {
        self.arc(a, b) && self.arc(b, a)
    }

    /// True if there is an edge that points from `from` to `to`.
    #[must_use]
    pub fn is_directed(&self, from: usize, to: usize) -> bool {
        self.arc(from, to) && !self.arc(to, from)
    }

    /// Adds an undirected edge.
    pub fn connect(&mut self, a: usize, b: usize) {
        self.set(a, b, true);
        self.set(b, a, true);
    }

    /// Removes an edge.
    pub fn disconnect(&mut self, a: usize, b: usize) {
        self.set(a, b, false);
        self.set(b, a, false);
    }

    /// Sets an edge that points from `from` to `to`.
    pub fn direct(&mut self, from: usize, to: usize) {
        self.set(from, to, true);
        self.set(to, from, false);
    }

    /// The neighbours of a variable, in the order of their numbers.
    #[must_use]
    pub fn neighbours(&self, of: usize) -> Vec<usize> {
        (0..self.variables).filter(|&other| self.is_adjacent(of, other)).collect()
    }

    /// The directed edges, each from its cause to its effect.
    #[must_use]
    pub fn directed(&self) -> Vec<(usize, usize)> {
        let pairs = (0..self.variables).flat_map(|from| (0..self.variables).map(move |to| (from, to)));
        pairs.filter(|&(from, to)| self.is_directed(from, to)).collect()
    }

    /// The undirected edges, each with the smaller number first.
    #[must_use]
    pub fn undirected(&self) -> Vec<(usize, usize)> {
        let pairs = (0..self.variables).flat_map(|a| (a + 1..self.variables).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| self.is_undirected(a, b)).collect()
    }

    /// True if a path of directed edges leads from `from` to `to`.
    #[must_use]
    pub fn leads(&self, from: usize, to: usize) -> bool {
        petgraph::algo::has_path_connecting(&self.arrows(), NodeIndex::new(from), NodeIndex::new(to), None)
    }

    /// The directed edges as a graph whose nodes are the numbers of the variables.
    #[must_use]
    pub fn arrows(&self) -> DiGraph<usize, ()> {
        let mut graph = DiGraph::new();
        for variable in 0..self.variables {
            graph.add_node(variable);
        }
        for (from, to) in self.directed() {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
        }
        graph
    }
}
