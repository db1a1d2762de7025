//! The graph of parents and children, and its cycles.

/// A child in a parent's list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) parent: usize,
    pub(super) child: usize,
    /// The mention that lists the child.
    pub(super) mention: usize,
}

/// The edges, grouped by parent.
pub(super) struct Graph {
    edges: Vec<Edge>,
    /// The start of each node's children: node `i` has the children `edges[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    has_parent: Vec<bool>,
}

impl Graph {
    /// Groups edges by parent and keeps their order. **Complexity** O(nodes + edges).
    pub(super) fn new(nodes: usize, listed: &[Edge]) -> Self {
        let mut starts = vec![0; nodes + 1];
        let mut has_parent = vec![false; nodes];
        for edge in listed {
            starts[edge.parent + 1] += 1;
            has_parent[edge.child] = true;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut edges = listed.to_vec();
        for edge in listed {
            edges[next[edge.parent]] = *edge;
            next[edge.parent] += 1;
        }
        Self { edges, starts, has_parent }
    }

    pub(super) fn children(&self, node: usize) -> &[Edge] {
        &self.edges[self.starts[node]..self.starts[node + 1]]
    }

    /// The nodes without parents, in order.
    pub(super) fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.has_parent.len()).filter(|&node| !self.has_parent[node])
    }
}

/// The maximum number of nodes kept of a cycle.
const SHOWN: usize = 6;

/// An edge back to an ancestor.
pub(super) struct BackEdge {
    pub(super) edge: Edge,
    /// The first nodes of the cycle that the edge closes, from the ancestor down.
    pub(super) nodes: Vec<usize>,
    pub(super) length: usize,
    /// True if the cycle can be reached from a root.
    pub(super) below_root: bool,
}

/// The result of a depth-first walk over the whole graph.
pub(super) struct Walk {
    /// Each root with the number of nodes reached from it first.
    pub(super) roots: Vec<(usize, usize)>,
    pub(super) back_edges: Vec<BackEdge>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    /// A node on the path from the start to the current node, with its depth.
    OnPath(usize),
    Done,
}

/// Walks the graph depth-first, from the roots and then from the nodes that they do not reach.
///
/// **Complexity** O(nodes + edges).
pub(super) fn walk(graph: &Graph) -> Walk {
    let nodes = graph.has_parent.len();
    let mut walker = Walker { graph, state: vec![State::Unseen; nodes], path: Vec::new(), back_edges: Vec::new() };
    let roots = graph.roots().map(|root| (root, walker.visit(root, true))).collect();
    for node in 0..nodes {
        if walker.state[node] == State::Unseen {
            walker.visit(node, false);
        }
    }
    Walk { roots, back_edges: walker.back_edges }
}

struct Walker<'a> {
    graph: &'a Graph,
    state: Vec<State>,
    /// The nodes from the start to the current one, each with the number of its next child.
    path: Vec<(usize, usize)>,
    back_edges: Vec<BackEdge>,
}

impl Walker<'_> {
    /// Visits all unseen nodes below `start` and returns their number.
    fn visit(&mut self, start: usize, below_root: bool) -> usize {
        let mut visited = 1;
        self.enter(start);
        while let Some((node, next)) = self.path.last_mut() {
            let Some(&edge) = self.graph.children(*node).get(*next) else {
                self.state[*node] = State::Done;
                self.path.pop();
                continue;
            };
            *next += 1;
            match self.state[edge.child] {
                State::Unseen => {
                    visited += 1;
                    self.enter(edge.child);
                }
                State::OnPath(depth) => {
                    let cycle = &self.path[depth..];
                    let nodes = cycle.iter().take(SHOWN).map(|&(node, _)| node).collect();
                    self.back_edges.push(BackEdge { edge, nodes, length: cycle.len(), below_root });
                }
                State::Done => {}
            }
        }
        visited
    }

    fn enter(&mut self, node: usize) {
        self.state[node] = State::OnPath(self.path.len());
        self.path.push((node, 0));
    }
}
