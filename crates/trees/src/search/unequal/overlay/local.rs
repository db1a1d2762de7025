//! Step-by-step improvement of upper parts.

use super::costs::Costs;
use super::upper::{Scratch, Timed, Upper};
use logpine_text::watch::Watch;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

/// The maximum number of steps of improvement.
const MOST_STEPS: usize = 60;
/// The maximum number of changes that are tried for a step.
const MOST_CHANGES: usize = 4000;

/// A change of an upper part.
#[derive(Clone, Copy)]
enum Change {
    /// A node gets `by` more children, or fewer.
    Fanout { node: usize, by: i64 },
    /// All nodes of the same depth get `by` more children, or fewer.
    LevelFanout { depth: u32, by: i64 },
    /// A node moves to a free host of another class.
    Class { node: usize, class: usize },
    /// Two nodes change hosts.
    Swap { one: usize, other: usize },
    /// A last node of the upper part is removed from it.
    Remove { node: usize },
    /// A free place joins the upper part.
    Add { parent: usize, class: usize, fanout: u64 },
}

/// Repeatedly makes the change that leaves the most room within the current time. The result does not depend on the number
/// of threads, but `watch` may end the work.
pub fn improved(costs: &Costs, count: u64, mut best: Timed, bound: u64, watch: &dyn Watch) -> Timed {
    let mut scratch = Scratch::default();
    for _ in 0..MOST_STEPS {
        if best.time <= bound || watch.is_over() {
            break;
        }
        let Some(now) = best.upper.serve(costs, best.time, &mut scratch) else { break };
        let depths = depths(&best.upper);
        let changes = changes(costs, &best.upper, &depths);
        let tried = changes.par_iter().enumerate().map_init(
            || (Scratch::default(), best.upper.clone()),
            |(scratch, upper), (index, &change)| {
                upper.clone_from(&best.upper);
                change.apply(upper, &depths, costs.least_fanout())?;
                let served = upper.serve(costs, best.time, scratch)?;
                Some((served, std::cmp::Reverse(index)))
            },
        );
        let most = tried.flatten().max();
        let Some((_, std::cmp::Reverse(index))) = most.filter(|&(served, _)| served > now) else { break };
        if changes[index].apply(&mut best.upper, &depths, costs.least_fanout()).is_none() {
            break;
        }
        best.time = best.upper.least_time(costs, count, best.time, &mut scratch).unwrap_or(best.time);
    }
    best
}

fn depths(upper: &Upper) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(upper.nodes.len());
    for (index, node) in upper.nodes.iter().enumerate() {
        depths.push(if index == 0 { 0 } else { depths[node.parent] + 1 });
    }
    depths
}

/// The changes worth trying; of equivalent nodes (depth, class, fanout, children) only the first is tried.
fn changes(costs: &Costs, upper: &Upper, depths: &[u32]) -> Vec<Change> {
    let mut seen = FxHashSet::default();
    let alike = |node: usize| {
        let found = upper.nodes[node];
        (depths[node], found.class, found.fanout, found.inner, upper.nodes[found.parent].class)
    };
    let different: Vec<usize> = (0..upper.nodes.len()).filter(|&node| seen.insert(alike(node))).collect();
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let mut changes = Vec::new();
    for by in [-1, 1, -2, 2, -4, 4] {
        changes.extend((0..=deepest).map(|depth| Change::LevelFanout { depth, by }));
        changes.extend(different.iter().map(|&node| Change::Fanout { node, by }));
    }
    for &node in &different {
        let found = upper.nodes[node];
        if node > 0 {
            let classes = (0..costs.classes.len()).filter(|&class| class != found.class);
            changes.extend(classes.map(|class| Change::Class { node, class }));
            if found.inner == 0 {
                changes.push(Change::Remove { node });
            }
        }
        if found.fanout > found.inner {
            for class in 0..costs.classes.len() {
                let (widths, least) =
                    ([found.fanout.saturating_sub(2), found.fanout, 2, 4, 8, 12], costs.least_fanout());
                changes.extend(widths.map(|fanout| Change::Add { parent: node, class, fanout: fanout.max(least) }));
            }
        }
    }
    for (index, &one) in different.iter().enumerate().filter(|&(_, &one)| one > 0) {
        let others = different[index + 1..].iter().filter(|&&other| upper.nodes[other].class != upper.nodes[one].class);
        changes.extend(others.map(|&other| Change::Swap { one, other }));
    }
    changes.truncate(MOST_CHANGES);
    changes
}

impl Change {
    /// Applies the change; `None` if this is not possible. No node but the root has fewer children than the least fanout.
    fn apply(self, upper: &mut Upper, depths: &[u32], least_fanout: u64) -> Option<()> {
        match self {
            Self::Fanout { node, by } => widen(upper, node, by, least_fanout)?,
            Self::LevelFanout { depth, by } => {
                for node in (0..upper.nodes.len()).filter(|&node| depths[node] == depth) {
                    widen(upper, node, by, least_fanout)?;
                }
            }
            Self::Class { node, class } => upper.nodes[node].class = class,
            Self::Swap { one, other } => {
                let class = upper.nodes[one].class;
                upper.nodes[one].class = upper.nodes[other].class;
                upper.nodes[other].class = class;
            }
            Self::Remove { node } => {
                let parent = upper.nodes[node].parent;
                upper.nodes[parent].inner -= 1;
                upper.nodes.remove(node);
                for later in &mut upper.nodes[node..] {
                    later.parent -= usize::from(later.parent > node);
                }
            }
            Self::Add { parent, class, fanout } => upper.push(parent, class, fanout),
        }
        Some(())
    }
}

fn widen(upper: &mut Upper, node: usize, by: i64, least_fanout: u64) -> Option<()> {
    let found = &mut upper.nodes[node];
    let least = if node == 0 { 1 } else { least_fanout };
    found.fanout = found.fanout.checked_add_signed(by).filter(|&fanout| fanout >= found.inner.max(least))?;
    Some(())
}
