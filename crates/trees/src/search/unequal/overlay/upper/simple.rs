//! Simple upper parts, with the fastest hosts at the top.

use super::Upper;
use crate::search::unequal::overlay::costs::{Class, Costs};
use crate::tree::{Shape, Tree};

impl Upper {
    /// `depth` levels of fanout k below the root, the fastest hosts at the top; `None` if there are fewer hosts.
    fn uniform(costs: &Costs, root: u64, fanout: u64, depth: u32) -> Option<Self> {
        let mut hosts = Hosts::new(costs);
        let mut upper = Self::root(root);
        let mut level = 0..1;
        for _ in 0..depth {
            let next = upper.nodes.len();
            for parent in level {
                for _ in 0..upper.nodes[parent].fanout {
                    upper.push(parent, hosts.next()?, fanout);
                }
            }
            level = next..upper.nodes.len();
        }
        Some(upper)
    }

    /// The upper part of a shape, the fastest hosts at the top; `None` if the tree is too large to place.
    pub(super) fn of_shape(costs: &Costs, shape: &Shape) -> Option<Self> {
        let mut hosts = Hosts::new(costs);
        if shape.internal_nodes() > hosts.count.saturating_add(1) {
            return None;
        }
        let tree = Tree::from_shape(shape).ok()?;
        let is_upper = |node: u32| node == 0 || tree.children(node).any(|child| !tree.is_leaf(child));
        let mut upper = Self::root(u64::from(tree.fanout(0)));
        let mut index = vec![0; tree.len()];
        for node in tree.nodes().skip(1).filter(|&node| !tree.is_leaf(node) && is_upper(node)) {
            index[node as usize] = upper.nodes.len();
            let parent = index[tree.parent(node)? as usize];
            upper.push(parent, hosts.next()?, u64::from(tree.fanout(node)));
        }
        Some(upper)
    }
}

/// The hosts, the fastest first.
struct Hosts<'a> {
    classes: &'a [Class],
    class: usize,
    used: u64,
    count: u64,
}

impl<'a> Hosts<'a> {
    fn new(costs: &'a Costs) -> Self {
        let count = costs.classes.iter().fold(0u64, |sum, class| sum.saturating_add(class.processes));
        Self { classes: &costs.classes, class: 0, used: 0, count }
    }
}

impl Iterator for Hosts<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.used >= self.classes.get(self.class)?.processes {
            (self.class, self.used) = (self.class + 1, 0);
        }
        self.used += 1;
        Some(self.class)
    }
}

/// The widest fanout of simple upper parts.
const WIDEST_UNIFORM: u64 = 40;

/// The root with each fanout, and complete trees of each fanout as high as the hosts allow.
pub(super) fn simple(costs: &Costs) -> impl Iterator<Item = Upper> + '_ {
    let widest = costs.root_fanouts().last().map_or(0, |(fanout, _)| fanout);
    let doublings = std::iter::successors(Some(WIDEST_UNIFORM), |&fanout| fanout.checked_add(fanout / 4 + 1));
    let roots = (1..WIDEST_UNIFORM).chain(doublings.take_while(move |&fanout| fanout < widest)).chain([widest]);
    let uniform = (2..WIDEST_UNIFORM)
        .flat_map(move |fanout| (1..).map_while(move |depth| Upper::uniform(costs, fanout, fanout, depth)));
    roots.map(Upper::root).chain(uniform)
}
