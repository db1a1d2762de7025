//! Broadcasts and reductions along trees, rank by rank.

use super::executor::{Act, programs};
use std::collections::HashMap;

/// A tree of ranks: the children in their order, and the parents.
pub struct Ranks {
    pub children: HashMap<usize, Vec<usize>>,
    pub parents: HashMap<usize, usize>,
    pub root: usize,
}

impl Ranks {
    pub fn new(root: usize, edges: impl Iterator<Item = (u32, u32)>) -> Self {
        let (mut children, mut parents): (HashMap<usize, Vec<usize>>, _) = (HashMap::new(), HashMap::new());
        for (parent, child) in edges {
            children.entry(parent as usize).or_default().push(child as usize);
            parents.insert(child as usize, parent as usize);
        }
        Self { children, parents, root }
    }

    pub fn of(&self, rank: usize) -> &[usize] {
        self.children.get(&rank).map_or(&[], Vec::as_slice)
    }
}

/// The lengths of segments.
pub fn segments(bytes: u64, segment: Option<u64>, is_short_first: bool) -> Vec<u64> {
    let segment = segment.filter(|&segment| segment > 0 && segment < bytes).unwrap_or(bytes);
    let (mut left, mut lengths) = (bytes, Vec::new());
    while left > 0 {
        lengths.push(left.min(segment));
        left -= left.min(segment);
    }
    if is_short_first {
        lengths.reverse();
    }
    lengths
}

pub fn broadcast(ranks: u64, tree: &Ranks, lengths: &[u64]) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        for &length in lengths {
            if let Some(&parent) = tree.parents.get(&rank.me) {
                rank.receive(parent);
            }
            for &child in tree.of(rank.me) {
                rank.send(child, length);
            }
        }
    })
}

/// Receives from the children as listed, or in the opposite order. A tree with another root than rank 0 gives it the result.
pub fn reduction(ranks: u64, tree: &Ranks, lengths: &[u64], is_as_listed: bool) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let mut children = tree.of(rank.me).to_vec();
        if !is_as_listed {
            children.reverse();
        }
        for &length in lengths {
            for &child in &children {
                rank.combine(child);
            }
            if let Some(&parent) = tree.parents.get(&rank.me) {
                rank.send(parent, length);
            }
        }
        if tree.root != 0 && rank.me == tree.root {
            rank.send(0, lengths.iter().sum());
        }
        if tree.root != 0 && rank.me == 0 {
            rank.receive(tree.root);
        }
    })
}

/// MPICH's allreduce along a tree.
pub fn up_and_down(ranks: u64, tree: &Ranks, lengths: &[u64]) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        for &length in lengths {
            for &child in tree.of(rank.me) {
                rank.combine(child);
            }
            if let Some(&parent) = tree.parents.get(&rank.me) {
                rank.send(parent, length);
                rank.receive(parent);
            }
            for &child in tree.of(rank.me) {
                rank.send(child, length);
            }
        }
    })
}
