//! Trees with the class of every internal process.

use super::costs::Costs;
use super::upper::{Scratch, Timed};
use crate::model::{HostClass, LevelCost, UnequalLevel};
use crate::tree::Tree;
use crate::units::Time;
use std::collections::BinaryHeap;

/// A tree with the host class of every internal process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedTree {
    /// The tree.
    pub tree: Tree,
    /// The classes of the internal processes in breadth-first order, the root first.
    pub classes: Vec<HostClass>,
}

impl HostedTree {
    /// A single leaf.
    pub(super) fn leaf() -> Self {
        Self { tree: Tree::from_fanouts([0]).expect("a single node"), classes: Vec::new() }
    }

    /// The time T of the root, `T_i = busy + max over children (L + T)`, `T_leaf = C`; `None` if the model has no value.
    #[must_use]
    pub fn time(&self, cost: &UnequalLevel) -> Option<Time> {
        let mut times = vec![cost.startup(); self.tree.len()];
        let internal: Vec<u32> = self.tree.internal_nodes().collect();
        for (&node, &class) in internal.iter().zip(&self.classes).rev() {
            let below = self.tree.children(node).map(|child| times[child as usize]).max()?;
            times[node as usize] = cost.level_on(class, u64::from(self.tree.fanout(node)))?.checked_add(below)?;
        }
        times.first().copied()
    }
}

/// An internal process of a tree under construction, with children that are internal and leaves.
#[derive(Clone, Debug, Default)]
pub(super) struct Nested {
    pub class: HostClass,
    pub inner: Vec<Nested>,
    pub leaves: u64,
}

impl Nested {
    /// The tree in breadth-first order. Nodes with a single child are left out, except for the root.
    pub(super) fn hosted(self) -> HostedTree {
        let mut fanouts: Vec<u32> = Vec::new();
        let mut classes = Vec::new();
        let mut level = vec![Some(self)];
        while !level.is_empty() {
            let mut next = Vec::new();
            for node in level {
                let Some(mut node) = node else {
                    fanouts.push(0);
                    continue;
                };
                // The only child in its place is no slower.
                while !fanouts.is_empty() && node.leaves == 0 && node.inner.len() == 1 {
                    node = node.inner.swap_remove(0);
                }
                let leaves = usize::try_from(node.leaves).unwrap_or(usize::MAX);
                if !fanouts.is_empty() && node.inner.is_empty() && leaves <= 1 {
                    fanouts.push(0);
                    continue;
                }
                fanouts.push(u32::try_from(node.inner.len() + leaves).unwrap_or(u32::MAX));
                classes.push(node.class);
                next.extend(node.inner.into_iter().map(Some));
                next.extend(std::iter::repeat_with(|| None).take(leaves));
            }
            level = next;
        }
        let tree = Tree::from_fanouts(fanouts).expect("every child is listed, and there are few nodes");
        HostedTree { tree, classes }
    }
}

/// A last node: the time of a path to its leaves, the node above, its class and its leaves.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Last {
    path: u64,
    node: usize,
    class: usize,
    fanout: u64,
}

/// The tree that an upper part gives within its time, with exactly `leaves` leaves. Of the leaves beyond, those on the
/// longest paths are removed first.
pub(super) fn of_upper(costs: &Costs, timed: &Timed, leaves: u64) -> HostedTree {
    let upper = &timed.upper;
    let mut scratch = Scratch::default();
    let opened = upper.open(costs, timed.time, &mut scratch);
    debug_assert!(opened.is_some(), "the time is one that the upper part needs");
    let mut last: BinaryHeap<Last> = BinaryHeap::new();
    let mut bare = vec![0u64; upper.nodes.len()];
    let mut served = 0u64;
    let mut class = 0;
    for place in &scratch.places {
        let mut count = place.count;
        while count > 0 && class < costs.classes.len() {
            if scratch.free[class] == 0 {
                class += 1;
                continue;
            }
            let fanout = costs.classes[class].widest(place.left);
            if fanout < 2 {
                break;
            }
            scratch.free[class] -= 1;
            count -= 1;
            served += fanout;
            let path = timed.time - place.left + costs.classes[class].level(fanout).unwrap_or(0);
            last.push(Last { path, node: place.node, class, fanout });
        }
        bare[place.node] += count;
        served += count;
    }
    let mut above = served.saturating_sub(leaves);
    // A node that would be left with a single leaf becomes a leaf itself.
    while above > 0 {
        let Some(Last { path, node, class, fanout }) = last.pop() else { break };
        above -= 1;
        if fanout == 2 {
            bare[node] += 1;
        } else {
            let level = |fanout| costs.classes[class].level(fanout).unwrap_or(0);
            let path = path - level(fanout) + level(fanout - 1);
            last.push(Last { path, node, class, fanout: fanout - 1 });
        }
    }
    for leaves in &mut bare {
        let gone = above.min(*leaves);
        *leaves -= gone;
        above -= gone;
    }
    nested(costs, timed, &bare, last.into_sorted_vec()).hosted()
}

fn nested(costs: &Costs, timed: &Timed, bare: &[u64], last: Vec<Last>) -> Nested {
    let nodes = &timed.upper.nodes;
    let mut built: Vec<Nested> = (0..nodes.len())
        .map(|node| Nested { class: timed.upper.class(costs, node).host, inner: Vec::new(), leaves: bare[node] })
        .collect();
    for last in last {
        let class = costs.classes[last.class].host;
        built[last.node].inner.push(Nested { class, inner: Vec::new(), leaves: last.fanout });
    }
    for node in (1..nodes.len()).rev() {
        let child = std::mem::take(&mut built[node]);
        if child.leaves > 0 || !child.inner.is_empty() {
            built[nodes[node].parent].inner.insert(0, child);
        }
    }
    built.swap_remove(0)
}
