//! Trees with the class of every internal process.

use super::costs::Costs;
use super::upper::{Scratch, Timed};
use crate::tree::Tree;
use logpine_models::job::Targets;
use logpine_models::model::{HostClass, LevelCost, UnequalLevel};
use logpine_text::units::Time;
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
    /// The tree in breadth-first order. Nodes that are no targets and have a single child are left out, except for the root,
    /// and nodes without children are leaves.
    pub(super) fn hosted(self, targets: Targets) -> HostedTree {
        // A node with so few leaves and nothing else is a leaf itself.
        let of_a_leaf = 1 - targets.of_internal_node();
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
                while targets == Targets::Leaves && !fanouts.is_empty() && node.leaves == 0 && node.inner.len() == 1 {
                    node = node.inner.swap_remove(0);
                }
                if !fanouts.is_empty() && node.inner.is_empty() && node.leaves <= of_a_leaf {
                    fanouts.push(0);
                    continue;
                }
                let leaves = usize::try_from(node.leaves).unwrap_or(usize::MAX);
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

/// The tree that an upper part gives within its time, with exactly `count` targets. Of the targets beyond, those on the
/// longest paths are removed first.
pub(super) fn of_upper(costs: &Costs, timed: &Timed, count: u64) -> HostedTree {
    let upper = &timed.upper;
    let mut scratch = Scratch::default();
    let opened = upper.open(costs, timed.time, &mut scratch);
    debug_assert!(opened.is_some(), "the time is one that the upper part needs");
    let mut last: BinaryHeap<Last> = BinaryHeap::new();
    let mut bare = vec![0u64; upper.nodes.len()];
    let own = costs.own();
    let mut served = own * upper.nodes.len() as u64;
    let mut class = 0;
    for place in &scratch.places {
        let mut places = place.count;
        while places > 0 && class < costs.classes.len() {
            if scratch.free[class] == 0 {
                class += 1;
                continue;
            }
            let fanout = costs.classes[class].widest(place.left);
            if fanout < costs.least_fanout() {
                break;
            }
            scratch.free[class] -= 1;
            places -= 1;
            served += fanout + own;
            let path = timed.time - place.left + costs.classes[class].level(fanout).unwrap_or(0);
            last.push(Last { path, node: place.node, class, fanout });
        }
        bare[place.node] += places;
        served += places;
    }
    let mut above = served.saturating_sub(count);
    // A node with the least fanout would be no better than a leaf with a target less.
    while above > 0 {
        let Some(Last { path, node, class, fanout }) = last.pop() else { break };
        above -= 1;
        if fanout == costs.least_fanout() {
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
    // At last members of the upper part; children stand behind their parents.
    bare.truncate(upper.nodes.len() - usize::try_from(above).unwrap_or(0));
    nested(costs, timed, &bare, last.into_sorted_vec()).hosted(costs.targets)
}

/// The nodes of the upper part for which `bare` says how many leaves hang below each, with the last nodes.
fn nested(costs: &Costs, timed: &Timed, bare: &[u64], last: Vec<Last>) -> Nested {
    let nodes = &timed.upper.nodes[..bare.len()];
    let mut built: Vec<Nested> = (0..nodes.len())
        .map(|node| Nested { class: timed.upper.class(costs, node).host, inner: Vec::new(), leaves: bare[node] })
        .collect();
    for last in last {
        let class = costs.classes[last.class].host;
        built[last.node].inner.push(Nested { class, inner: Vec::new(), leaves: last.fanout });
    }
    for node in (1..nodes.len()).rev() {
        let child = std::mem::take(&mut built[node]);
        if costs.targets == Targets::Members || child.leaves > 0 || !child.inner.is_empty() {
            built[nodes[node].parent].inner.insert(0, child);
        }
    }
    built.swap_remove(0)
}
