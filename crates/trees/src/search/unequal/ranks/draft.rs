//! Trees under construction, rank by rank in the order in which they are added.

use super::times::RankTimes;
use crate::tree::Tree;

/// A tree: the parent of every node but the root has a smaller index, and nodes send to their children in the order of their
/// indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The parent of each node; the root is its own parent.
    pub parents: Vec<u32>,
    /// The group of each node.
    pub groups: Vec<u16>,
}

/// A tree with its time in ticks.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The time at which the last rank is informed.
    pub time: u64,
    /// The tree.
    pub draft: Draft,
}

impl Draft {
    /// The draft with the root alone.
    pub fn root(times: &RankTimes) -> Self {
        Self { parents: vec![0], groups: vec![number(times.root())] }
    }

    /// Adds a rank as the last child of its parent.
    pub fn push(&mut self, parent: usize, group: usize) {
        self.parents.push(u32::try_from(parent).unwrap_or(u32::MAX));
        self.groups.push(number(group));
    }

    /// The time at which the last rank is informed; `None` past the longest time.
    pub fn finish(&self, times: &RankTimes) -> Option<u64> {
        let mut next = vec![0u64; self.parents.len()];
        let mut last = 0;
        for node in 1..self.parents.len() {
            let parent = self.parents[node] as usize;
            let [from, to] = [parent, node].map(|rank| usize::from(self.groups[rank]));
            let arrival = next[parent].checked_add(times.delivery(from, to))?;
            next[parent] = next[parent].checked_add(times.gap(from, to))?;
            next[node] = arrival;
            last = last.max(arrival);
        }
        Some(last)
    }

    /// The explicit tree, children in the order of sends, and the groups of its nodes.
    pub fn tree(&self) -> (Tree, Vec<u16>) {
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); self.parents.len()];
        for (node, &parent) in (0u32..).zip(&self.parents).skip(1) {
            children[parent as usize].push(node);
        }
        let mut order = vec![0u32];
        let mut at = 0;
        while at < order.len() {
            order.extend_from_slice(&children[order[at] as usize]);
            at += 1;
        }
        let fanout = |&node: &u32| u32::try_from(children[node as usize].len()).unwrap_or(u32::MAX);
        let tree = Tree::from_fanouts(order.iter().map(fanout)).expect("every node is a child of an earlier one");
        (tree, order.iter().map(|&node| self.groups[node as usize]).collect())
    }
}

/// A group in the stored form.
fn number(group: usize) -> u16 {
    u16::try_from(group).expect("at most 1024 groups")
}
