//! Checks that trees span all ranks, and adds up their weights.

use super::fault::{Faults, Wrong};
use super::statement::Statement;
use super::tree_edge::TreeEdge;

/// The trees so far.
pub(super) struct Trees<'a> {
    statement: Statement<'a>,
    edges: &'a [TreeEdge],
    pub count: u64,
    pub height: u32,
    /// The sum of the weights of each root; `None` if it is too large.
    weights: Vec<Option<u64>>,
    /// The parent of each rank in the present tree.
    parents: Vec<Option<u32>>,
    /// The depth of each rank in it; `None` if it is not known, or is being found.
    depths: Vec<Option<u32>>,
}

impl<'a> Trees<'a> {
    /// No trees, of vertices below `most`: the ranks, or switches too.
    pub fn new(statement: &Statement<'a>, edges: &'a [TreeEdge], most: u32) -> Self {
        let most = most as usize;
        let (weights, parents, depths) = (vec![Some(0); most], vec![None; most], vec![None; most]);
        Self { statement: *statement, edges, count: 0, height: 0, weights, parents, depths }
    }

    /// Adds the tree of these rows.
    pub fn add(&mut self, rows: &[u32], faults: &mut Faults) {
        if faults.are_enough() {
            return;
        }
        let first = &self.edges[rows[0] as usize];
        let (tree, root) = (first.tree, first.root);
        self.parents.fill(None);
        for &row in rows {
            let edge = &self.edges[row as usize];
            let mut add = |wrong| faults.add(Some(row as usize), wrong);
            if (edge.root, edge.weight) != (root, first.weight) {
                add(Wrong::new(format_args!("tree {tree} has another root or weight here than in its first row")));
            }
            if edge.child == root {
                add(Wrong::new(format_args!("{root} is the root of tree {tree}, and has a parent in it")));
            } else if self.parents[edge.child as usize].replace(edge.parent).is_some() {
                add(Wrong::new(format_args!("rank {child} has two parents in tree {tree}", child = edge.child)));
            }
        }
        self.depths.fill(None);
        self.depths[root as usize] = Some(0);
        let ranks = self.statement.ranks();
        for rank in 0..u32::try_from(self.parents.len()).unwrap_or(u32::MAX) {
            if rank >= ranks && self.parents[rank as usize].is_none() {
                // A switch that is not in the tree.
                continue;
            }
            match self.depth(rank) {
                Some(depth) => self.height = self.height.max(depth),
                None => {
                    return faults.add(
                        Some(rows[0] as usize),
                        Wrong::new(format_args!("tree {tree} does not reach rank {rank} from its root")),
                    );
                }
            }
        }
        let weight = &mut self.weights[root as usize];
        *weight = weight.and_then(|weight| weight.checked_add(first.weight));
        self.count += 1;
    }

    /// The depth of a rank; `None` if its ancestors do not lead to the root. All ranks on the way get their depths.
    fn depth(&mut self, rank: u32) -> Option<u32> {
        let (mut top, mut above) = (rank, 0);
        let known = loop {
            match self.depths[top as usize] {
                Some(depth) => break depth,
                // More steps than vertices are a cycle.
                None if above as usize >= self.parents.len() => return None,
                None => top = self.parents[top as usize]?,
            }
            above += 1;
        };
        let (mut at, mut depth) = (rank, known + above);
        while self.depths[at as usize].is_none() {
            self.depths[at as usize] = Some(depth);
            at = self.parents[at as usize]?;
            depth -= 1;
        }
        Some(known + above)
    }

    /// The weights of all trees, added up.
    pub fn total_weight(&self, faults: &mut Faults) -> u64 {
        let total = self.weights.iter().try_fold(0u64, |sum, &weight| sum.checked_add(weight?));
        if total.is_none() {
            faults.add(None, Wrong::new("the weights are too large"));
        }
        total.unwrap_or(0)
    }

    /// The sum of the weights of each root, which must all be the same.
    pub fn common_weight(&self, faults: &mut Faults) -> u64 {
        let ranks = self.statement.ranks();
        let roots =
            if self.statement.collective.is_rooted() { self.statement.root..self.statement.root + 1 } else { 0..ranks };
        let first = roots.start;
        let Some(expected) = self.weights[first as usize] else {
            faults.add(None, Wrong::new("the weights are too large"));
            return 0;
        };
        for root in roots {
            match self.weights[root as usize] {
                None => faults.add(None, Wrong::new("the weights are too large")),
                Some(0) if ranks > 1 => faults.add(None, Wrong::new(format_args!("root {root} has no trees"))),
                Some(weight) if weight != expected => {
                    faults.add(None, Wrong::new(format_args!("the weights of the trees of root {root} sum up to {weight}, those of root {first} to {expected}")));
                }
                Some(_) => {}
            }
        }
        expected
    }
}
