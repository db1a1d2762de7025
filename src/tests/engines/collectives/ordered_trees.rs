//! Rank trees as lists of children, in the order of sends; rank 0 is the root, children have larger numbers.

use logpine_trees::tree::{RankId, RankShape};
use std::collections::VecDeque;

pub type Children = Vec<Vec<usize>>;

/// All ordered trees with that many ranks: 1, 1, 2, 5, 14, 42, 132, 429 for 1 to 8.
///
/// A tree is a list of the ranks' fanouts in depth-first order, as long as one more rank than before is always owed.
pub fn all(ranks: usize) -> Vec<Children> {
    let mut found = Vec::new();
    let mut fanouts = Vec::with_capacity(ranks);
    extend(ranks, 1, &mut fanouts, &mut found);
    found
}

/// `owed` ranks were announced as children (or as root) and have not been listed yet.
fn extend(ranks: usize, owed: usize, fanouts: &mut Vec<usize>, found: &mut Vec<Children>) {
    if owed == 0 {
        if fanouts.len() == ranks {
            found.push(of_fanouts(fanouts));
        }
        return;
    }
    for fanout in 0..=ranks - fanouts.len() - owed {
        fanouts.push(fanout);
        extend(ranks, owed - 1 + fanout, fanouts, found);
        fanouts.pop();
    }
}

fn of_fanouts(fanouts: &[usize]) -> Children {
    let mut children = vec![Vec::new(); fanouts.len()];
    let mut owing: Vec<usize> = Vec::new();
    for (rank, &fanout) in fanouts.iter().enumerate() {
        if let Some(parent) = owing.pop() {
            children[parent].push(rank);
        }
        owing.extend(std::iter::repeat_n(rank, fanout));
    }
    children
}

/// The tree of a compressed shape, numbered breadth first.
pub fn of_shape(shape: &RankShape) -> Children {
    let mut children: Children = vec![Vec::new()];
    let mut waiting: VecDeque<(usize, RankId)> = VecDeque::from([(0, shape.root())]);
    while let Some((rank, mut subtree)) = waiting.pop_front() {
        while let Some(run) = shape.parts(subtree) {
            for _ in 0..run.count {
                let child = children.len();
                children.push(Vec::new());
                children[rank].push(child);
                waiting.push_back((child, run.child));
            }
            subtree = run.rest;
        }
    }
    children
}

pub fn chain(ranks: usize) -> Children {
    (1..=ranks).map(|next| if next < ranks { vec![next] } else { Vec::new() }).collect()
}

#[test]
fn as_many_as_there_are() {
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(|ranks| all(ranks).len()), [1, 1, 2, 5, 14, 42, 132, 429]);
    for tree in all(6) {
        assert_eq!(tree.iter().map(Vec::len).sum::<usize>(), 5);
        assert!(tree.iter().enumerate().all(|(rank, children)| children.iter().all(|&child| child > rank)));
    }
    let mut different = all(7);
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 132);
}
