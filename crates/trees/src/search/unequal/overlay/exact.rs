//! The optimum over all trees and all ways to place them, by a dynamic program over targets and hosts of each class.
//!
//! With a cost that never falls, removing targets from a tree never makes it slower, so "at least n targets" is equivalent to
//! "n". For n targets, of which an internal node is `own` itself (0 among leaves, 1 among members), and a vector k of
//! processes that may be used,
//!
//! ```text
//! F(n, k)    = min over classes c in k, i, x >= i of c_c(x) + max(G(i, n - own - (x - i), k - e_c), 0 if x > i)
//! G(i, n, k) = min over n', k' <= k of max(F(n', k'), G(i - 1, n - n', k - k'))
//! ```
//!
//! are the least times of an internal node, and of i internal nodes, that have n targets together. F rises and G falls with
//! n', so the best n' is found by bisection. The root is an F of its own class, whose only child may be internal.

use super::costs::{Class, Costs};
use super::hosted::{HostedTree, Nested};
use crate::search::unequal::mixed_radix::vectors;

/// The number of steps of the dynamic program that are still fast (under a second).
const MOST_WORK: u64 = 100_000_000;
/// The time that stands for no tree.
const NEVER: u64 = u64::MAX;

/// The fastest tree.
pub struct Exact {
    /// The tree.
    pub tree: HostedTree,
    /// The time of the tree in ticks, without C.
    pub time: u64,
}

/// Finds the fastest tree; `None` if the search would take too long.
pub fn best(costs: &Costs, count: u64) -> Option<Exact> {
    let counts: Vec<u64> = costs.classes.iter().map(|class| class.processes).collect();
    let vectors = counts.iter().try_fold(1u64, |product, &count| product.checked_mul(count.checked_add(1)?))?;
    let pairs = counts
        .iter()
        .try_fold(1u64, |product, &count| product.checked_mul(count.checked_add(1)?.checked_mul(count + 2)? / 2))?;
    let hosts: u64 = counts.iter().sum();
    let groups = pairs.checked_mul(hosts)?.checked_mul(count)?.checked_mul(u64::from(count.ilog2() + 1))?;
    let fanouts = costs.classes.first().map_or(1, |class| class.widest(u64::MAX).clamp(1, count));
    let nodes =
        vectors.checked_mul(hosts + 1)?.checked_mul(count)?.checked_mul(fanouts.checked_mul(counts.len() as u64)?)?;
    if groups.checked_add(nodes)? > MOST_WORK {
        return None;
    }
    let count = usize::try_from(count).ok()?;
    let hosts = usize::try_from(hosts).ok()?;
    let mut program = Program::new(costs, &counts, count, hosts)?;
    program.run();
    let (time, tree) = program.tree();
    (time != NEVER).then(|| Exact { tree: tree.hosted(costs.targets), time })
}

/// The choice that attains F.
#[derive(Clone, Copy, Default)]
struct Node {
    class: u16,
    inner: u16,
    fanout: u32,
}

/// The choice that attains G: the share of the first of the nodes.
#[derive(Clone, Copy, Default)]
struct First {
    targets: u32,
    vector: u32,
}

struct Program<'a> {
    costs: &'a Costs,
    /// The number of targets.
    count: usize,
    /// The number of targets that an internal node is itself.
    own: usize,
    /// The maximum number of processes of all classes.
    hosts: usize,
    /// The vectors of processes in mixed radix; `digits[v]` are its parts, `strides[c]` the unit of class c.
    digits: Vec<Vec<u64>>,
    strides: Vec<usize>,
    /// F by vector, then targets (from 0; values below 2 count as 2).
    node: Vec<u64>,
    node_by: Vec<Node>,
    /// G by i, vector, targets; i = 0 is the empty group.
    group: Vec<u64>,
    group_by: Vec<First>,
}

impl<'a> Program<'a> {
    fn new(costs: &'a Costs, counts: &[u64], count: usize, hosts: usize) -> Option<Self> {
        let (strides, digits) = vectors(counts)?;
        let vectors = digits.len();
        let (nodes, groups) = (vectors * (count + 1), (hosts + 1) * vectors * (count + 1));
        let mut program = Self {
            costs,
            count,
            own: usize::from(costs.own() > 0),
            hosts,
            digits,
            strides,
            node: vec![NEVER; nodes],
            node_by: vec![Node::default(); nodes],
            group: vec![NEVER; groups],
            group_by: vec![First::default(); groups],
        };
        for vector in 0..vectors {
            let empty = program.group_at(0, vector, 0);
            program.group[empty] = 0;
        }
        Some(program)
    }

    fn node_at(&self, vector: usize, targets: usize) -> usize {
        vector * (self.count + 1) + targets
    }

    fn group_at(&self, inner: usize, vector: usize, targets: usize) -> usize {
        (inner * self.digits.len() + vector) * (self.count + 1) + targets
    }

    /// Fills the tables in an order of vectors in which all smaller ones come first.
    fn run(&mut self) {
        let least_fanout = self.costs.least_fanout();
        for vector in 0..self.digits.len() {
            for targets in 0..=self.count {
                let at = self.node_at(vector, targets);
                for class in 0..self.costs.classes.len() {
                    if self.digits[vector][class] > 0 {
                        let rest = vector - self.strides[class];
                        let class_of = &self.costs.classes[class];
                        let (time, node) = self.best_node(class_of, rest, targets.max(2), least_fanout);
                        if time < self.node[at] {
                            self.node[at] = time;
                            self.node_by[at] = Node { class: u16::try_from(class).unwrap_or(u16::MAX), ..node };
                        }
                    }
                }
            }
            for inner in 1..=self.hosts {
                self.fill_groups(inner, vector);
            }
        }
    }

    /// The least time of a node of a class with these targets, if its descendants have the processes of `vector`.
    fn best_node(&self, class: &Class, vector: usize, targets: usize, least_fanout: u64) -> (u64, Node) {
        let mut best = (NEVER, Node::default());
        for inner in 0..=self.hosts.min(targets) {
            for fanout in least_fanout.max(inner as u64)..=targets as u64 {
                let Some(level) = class.level(fanout).filter(|&level| level < best.0) else { break };
                let bare = usize::try_from(fanout).unwrap_or(usize::MAX) - inner;
                // A node with as many children as targets gains nothing from more.
                let below = self.group[self.group_at(inner, vector, targets.saturating_sub(bare + self.own))];
                let time = level.saturating_add(below);
                if below != NEVER && time < best.0 {
                    let inner = u16::try_from(inner).unwrap_or(u16::MAX);
                    best = (time, Node { class: 0, inner, fanout: u32::try_from(fanout).unwrap_or(u32::MAX) });
                }
            }
        }
        best
    }

    /// G(inner, vector, n) for all n: the best over all shares of the first node.
    fn fill_groups(&mut self, inner: usize, vector: usize) {
        let shares: Vec<usize> = (1..=vector).filter(|&share| self.is_part(share, vector)).collect();
        for targets in 0..=self.count {
            let at = self.group_at(inner, vector, targets);
            let mut best = (NEVER, First::default());
            for &share in &shares {
                // The smallest share of targets for which F is no less than G of the others.
                let times = |first: usize| {
                    let others = self.group[self.group_at(inner - 1, vector - share, targets - first)];
                    (self.node[self.node_at(share, first)], others)
                };
                let (mut low, mut high) = (0, targets);
                while low < high {
                    let middle = low + (high - low) / 2;
                    let (first, others) = times(middle);
                    if first >= others {
                        high = middle;
                    } else {
                        low = middle + 1;
                    }
                }
                for first in [low.checked_sub(1), Some(low)].into_iter().flatten() {
                    let (node, others) = times(first);
                    if node.max(others) < best.0 {
                        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
                        best = (node.max(others), First { targets: number(first), vector: number(share) });
                    }
                }
            }
            self.group[at] = best.0;
            self.group_by[at] = best.1;
        }
    }

    /// True if a vector has no more of any class than another.
    fn is_part(&self, share: usize, vector: usize) -> bool {
        self.digits[share].iter().zip(&self.digits[vector]).all(|(share, whole)| share <= whole)
    }

    fn tree(&self) -> (u64, Nested) {
        let all = self.digits.len() - 1;
        let least = self.costs.root_fanouts().next().map_or(2, |(fanout, _)| fanout);
        let (time, root) = self.best_node(&self.costs.root, all, self.count, least);
        let mut left = self.count;
        let mut tree = self.below(root, all, self.count, &mut left);
        tree.class = self.costs.root.host;
        (time, tree)
    }

    /// A node whose descendants have the processes of `vector`; at most `left` targets, of which there are some, are used up.
    fn below(&self, node: Node, mut vector: usize, targets: usize, left: &mut usize) -> Nested {
        let mut inner = usize::from(node.inner);
        let places = node.fanout as usize - inner;
        *left -= self.own;
        let bare = places.min(*left);
        *left -= bare;
        let mut built = Nested { leaves: bare as u64, ..Nested::default() };
        let mut rest = targets.saturating_sub(places + self.own);
        // The node may have had room for more targets than there are.
        while inner > 0 && *left > 0 {
            let First { targets: first, vector: share } = self.group_by[self.group_at(inner, vector, rest)];
            let (first, share) = (first as usize, share as usize);
            let by = self.node_by[self.node_at(share, first)];
            let child = self.below(by, share - self.strides[usize::from(by.class)], first.max(2), left);
            built.inner.push(Nested { class: self.costs.classes[usize::from(by.class)].host, ..child });
            (vector, rest, inner) = (vector - share, rest - first, inner - 1);
        }
        built
    }
}
