//! Trees given by their upper part: all internal nodes but the last, whose children are leaves.
//!
//! The upper part has fixed fanouts and hosts. For a time T every free place in it has some time left. The fastest remaining
//! hosts take the places with the most time left, each as wide as that time allows, and the other places are leaves. So an
//! upper part determines the number of targets it serves within T, and the least T for all targets follows by bisection.

use super::OverlayHosts;
use super::costs::{Class, Costs};
use super::priced::{Grid, TARGET, Worth};
use super::prices::Priced;
use crate::model::UnequalLevel;
use crate::request::Targets;
use crate::tree::{Shape, Tree};
use rayon::prelude::*;
use std::collections::BinaryHeap;

/// A node of the upper part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpperNode {
    /// The index of the node above; 0 for the root itself.
    pub parent: usize,
    /// The index of its class in [`Costs::classes`]; meaningless for the root.
    pub class: usize,
    /// The number of its children.
    pub fanout: u64,
    /// The number of its children that are in the upper part too.
    pub inner: u64,
}

/// The upper part of a tree, parents before their children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upper {
    /// The nodes, the root first.
    pub nodes: Vec<UpperNode>,
}

/// A free place: the time left there, and the node above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The time left, in ticks.
    pub left: u64,
    /// The number of equal places.
    pub count: u64,
    /// The index of the node above in [`Upper::nodes`].
    pub node: usize,
}

/// Buffers for [`Upper::serve`].
#[derive(Default)]
pub struct Scratch {
    left: Vec<u64>,
    /// The free places, those with the most time left first.
    pub places: Vec<Place>,
    /// The number of processes of each class that are still free.
    pub free: Vec<u64>,
}

impl Upper {
    /// The upper part with the root alone.
    pub fn root(fanout: u64) -> Self {
        Self { nodes: vec![UpperNode { parent: 0, class: 0, fanout, inner: 0 }] }
    }

    /// Adds a node below another.
    pub fn push(&mut self, parent: usize, class: usize, fanout: u64) {
        self.nodes[parent].inner += 1;
        self.nodes.push(UpperNode { parent, class, fanout, inner: 0 });
    }

    /// The class of a node.
    pub fn class<'a>(&self, costs: &'a Costs, node: usize) -> &'a Class {
        if node == 0 { &costs.root } else { &costs.classes[self.nodes[node].class] }
    }

    /// Fills `scratch` with the free places and processes for a time; `None` if the upper part alone takes longer, or uses
    /// more processes than there are.
    pub fn open(&self, costs: &Costs, time: u64, scratch: &mut Scratch) -> Option<()> {
        let Scratch { left, places, free } = scratch;
        left.clear();
        places.clear();
        free.clear();
        free.extend(costs.classes.iter().map(|class| class.processes));
        for (index, node) in self.nodes.iter().enumerate() {
            let before = if index == 0 { time } else { left[node.parent] };
            let remaining = before.checked_sub(self.class(costs, index).level(node.fanout)?)?;
            left.push(remaining);
            if index > 0 {
                free[node.class] = free[node.class].checked_sub(1)?;
            }
            if node.fanout > node.inner {
                places.push(Place { left: remaining, count: node.fanout - node.inner, node: index });
            }
        }
        places.sort_unstable_by(|a, b| b.left.cmp(&a.left).then(a.node.cmp(&b.node)));
        Some(())
    }

    /// The number of targets that it serves within a time; `None` as for [`Upper::open`].
    pub fn serve(&self, costs: &Costs, time: u64, scratch: &mut Scratch) -> Option<u64> {
        self.open(costs, time, scratch)?;
        let own = costs.own();
        let mut class = 0;
        let mut served = own * self.nodes.len() as u64;
        for place in &scratch.places {
            let mut count = place.count;
            served = served.saturating_add(count);
            while count > 0 && class < costs.classes.len() {
                let free = &mut scratch.free[class];
                if *free == 0 {
                    class += 1;
                    continue;
                }
                let widest = costs.classes[class].widest(place.left);
                if widest < costs.least_fanout() {
                    break;
                }
                let taken = count.min(*free);
                *free -= taken;
                count -= taken;
                served = served.saturating_add(taken.saturating_mul(widest + own - 1));
            }
        }
        Some(served)
    }

    /// The least time up to `late`, in ticks, within which it serves the targets; `None` if `late` is too early.
    pub fn least_time(&self, costs: &Costs, count: u64, late: u64, scratch: &mut Scratch) -> Option<u64> {
        let mut enough = |time| self.serve(costs, time, scratch).is_some_and(|served| served >= count);
        if !enough(late) {
            return None;
        }
        // More time never means fewer targets: every place has at least as much time left as before.
        let (mut short, mut late) = (0, late);
        while late - short > 1 {
            let middle = short + (late - short) / 2;
            if enough(middle) {
                late = middle;
            } else {
                short = middle;
            }
        }
        Some(late)
    }

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
    fn of_shape(costs: &Costs, shape: &Shape) -> Option<Self> {
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

/// The costs up to a time that some tree reaches.
pub struct Reach {
    /// The tables.
    pub costs: Costs,
    /// The time in ticks, without C.
    pub time: u64,
    /// The upper part of the tree.
    upper: Upper,
}

/// The widest fanout of simple upper parts.
const WIDEST_UNIFORM: u64 = 40;

/// A time that a simple tree reaches, with costs up to it; `None` if none is representable.
pub fn reach(cost: &UnequalLevel, hosts: &OverlayHosts, (targets, count): (Targets, u64), least: u64) -> Option<Reach> {
    let mut time = least.max(1);
    let mut scratch = Scratch::default();
    loop {
        let costs = Costs::new(cost, hosts, (targets, count), time);
        let mut best: Option<(u64, Upper)> = None;
        for upper in simple(&costs) {
            let late = best.as_ref().map_or(time, |(time, _)| *time);
            if let Some(time) = upper.least_time(&costs, count, late, &mut scratch)
                && best.as_ref().is_none_or(|(least, _)| time < *least)
            {
                best = Some((time, upper));
            }
        }
        if let Some((time, upper)) = best {
            return Some(Reach { costs, time, upper });
        }
        if time == u64::MAX {
            return None;
        }
        time = time.saturating_add(time / 2 + 1);
    }
}

/// The root with each fanout, and complete trees of each fanout as high as the hosts allow.
fn simple(costs: &Costs) -> impl Iterator<Item = Upper> + '_ {
    let widest = costs.root_fanouts().last().map_or(0, |(fanout, _)| fanout);
    let doublings = std::iter::successors(Some(WIDEST_UNIFORM), |&fanout| fanout.checked_add(fanout / 4 + 1));
    let roots = (1..WIDEST_UNIFORM).chain(doublings.take_while(move |&fanout| fanout < widest)).chain([widest]);
    let uniform = (2..WIDEST_UNIFORM)
        .flat_map(move |fanout| (1..).map_while(move |depth| Upper::uniform(costs, fanout, fanout, depth)));
    roots.map(Upper::root).chain(uniform)
}

/// The uses of places by classes at given prices.
struct Actions<'a> {
    grid: &'a Grid,
    worth: Worth,
    /// The fanout and the worth by class, then steps left.
    uses: Vec<Vec<Option<(u64, i64)>>>,
}

impl<'a> Actions<'a> {
    fn new(grid: &'a Grid, prices: &[i64]) -> Self {
        let worth = Worth::new(grid, prices);
        let of = |class| (0..=grid.steps).map(|steps| worth.by_class(grid, prices, class, steps)).collect();
        let uses = (0..prices.len()).map(of).collect();
        Self { grid, worth, uses }
    }

    /// The upper part that the prices give within a time, built from the root down as long as there are hosts.
    fn build(&self, costs: &Costs, time: u64, root: u64) -> Option<Upper> {
        let mut upper = Upper::root(root);
        let mut free: Vec<u64> = costs.classes.iter().map(|class| class.processes).collect();
        let mut places = BinaryHeap::new();
        places.push(Place { left: time.checked_sub(costs.root.level(root)?)?, count: root, node: 0 });
        while let Some(Place { left, count, node }) = places.pop() {
            let steps = self.grid.floor(left).min(self.grid.steps);
            for _ in 0..count {
                let uses = self.uses.iter().zip(&free).enumerate().filter(|&(_, (_, &free))| free > 0);
                let uses = uses.filter_map(|(class, (uses, _))| Some((class, uses[steps]?)));
                let best = uses.filter(|&(_, (_, value))| value > TARGET).max_by_key(|&(class, use_)| (use_.1, !class));
                let Some((class, (fanout, _))) = best else { break };
                let below = costs.classes[class].level(fanout).and_then(|level| left.checked_sub(level));
                // If the children are leaves, hosts are assigned at the end.
                let Some(below) = below.filter(|&below| self.worth.at(self.grid.floor(below)) > TARGET) else { break };
                free[class] -= 1;
                places.push(Place { left: below, count: fanout, node: upper.nodes.len() });
                upper.push(node, class, fanout);
            }
        }
        Some(upper)
    }
}

/// An upper part with the time it needs, in ticks.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The time in ticks, without C.
    pub time: u64,
    /// The upper part.
    pub upper: Upper,
}

/// The maximum number of prices to build with.
const MOST_PRICES: usize = 6;
/// The number of times tried between the bound and the best time.
const TRIED_TIMES: u64 = 24;

/// The better of the simple tree and the optimum of equal hosts.
pub fn simplest(costs: &Costs, count: u64, reach: &Reach, least: &Shape) -> Timed {
    let simple = Timed { time: reach.time, upper: reach.upper.clone() };
    let Some(upper) = Upper::of_shape(costs, least) else { return simple };
    match upper.least_time(costs, count, reach.time, &mut Scratch::default()) {
        Some(time) if time < simple.time => Timed { time, upper },
        _ => simple,
    }
}

/// The best of the upper parts built with the prices, or `best`. The result does not depend on the number of threads.
pub fn to_prices(costs: &Costs, count: u64, best: Timed, priced: &Priced, bound: u64) -> Timed {
    let classes: Vec<&Class> = costs.classes.iter().collect();
    let Some(grid) = Grid::new(costs, &classes, best.time) else { return best };
    let roots: Vec<u64> = priced.by_root.iter().filter(|root| root.1 < best.time).map(|root| root.0).collect();
    let late = best.time;
    let prices = tried_prices(priced);
    let found = prices.par_iter().flat_map_iter(|prices| {
        let actions = Actions::new(&grid, prices);
        let mut scratch = Scratch::default();
        let mut found: Option<Timed> = None;
        for &root in &roots {
            for part in 0..TRIED_TIMES {
                let until = found.as_ref().map_or(late, |found| found.time);
                let time = bound + (late - bound) / TRIED_TIMES * part;
                let Some(upper) = actions.build(costs, time, root).filter(|_| time < until) else { break };
                if let Some(time) = upper.least_time(costs, count, until, &mut scratch)
                    && time < until
                {
                    found = Some(Timed { time, upper });
                }
            }
        }
        found
    });
    let found: Vec<Timed> = found.collect();
    found.into_iter().fold(best, |best, found| if found.time < best.time { found } else { best })
}

/// The prices that proved most, and free hosts.
fn tried_prices(priced: &Priced) -> Vec<Vec<i64>> {
    let last = priced.history.last().cloned().unwrap_or_default();
    let scaled = |percent: i64| last.iter().map(|price| price / 100 * percent).collect();
    let mut prices: Vec<Vec<i64>> = priced.history.iter().rev().take(MOST_PRICES).cloned().collect();
    prices.extend([scaled(0), scaled(70), scaled(130)]);
    prices
}
