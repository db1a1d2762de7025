//! Trees given by their upper part: all internal nodes but the last, whose children are leaves.
//!
//! The upper part has fixed fanouts and hosts. For a time T every free place in it has some time left. The fastest remaining
//! hosts take the places with the most time left, each as wide as that time allows, and the other places are leaves. So an
//! upper part determines the number of targets it serves within T, and the least T for all targets follows by bisection.

mod by_prices;
mod simple;

pub use by_prices::to_prices;

use super::OverlayHosts;
use super::costs::{Class, Costs};
use crate::tree::Shape;
use logpine_models::job::Targets;
use logpine_models::model::UnequalLevel;
use logpine_text::integer::first;
use simple::simple;

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
        // More time never means fewer targets: every place has at least as much time left as before.
        enough(late).then(|| first(0..=late, enough))
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

/// The costs up to a time that some tree reaches.
pub struct Reach {
    /// The tables.
    pub costs: Costs,
    /// The time in ticks, without C.
    pub time: u64,
    /// The upper part of the tree.
    upper: Upper,
}

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

/// The better of the simple tree and the optimum of equal hosts.
pub fn simplest(costs: &Costs, count: u64, reach: &Reach, least: &Shape) -> Timed {
    let simple = Timed { time: reach.time, upper: reach.upper.clone() };
    let Some(upper) = Upper::of_shape(costs, least) else { return simple };
    match upper.least_time(costs, count, reach.time, &mut Scratch::default()) {
        Some(time) if time < simple.time => Timed { time, upper },
        _ => simple,
    }
}
