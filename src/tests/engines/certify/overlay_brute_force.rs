//! Every overlay tree with every assignment of hosts to its processes, timed by the definition.

use logpine_models::model::HostClass;
use logpine_trees::search::milp::{Chains, OverlayQuestion};

/// The least time in ticks over all trees, if there is one.
pub fn least_time(question: &OverlayQuestion) -> Option<u64> {
    let (root, most) = (question.hosts.root, question.max_height.unwrap_or(u32::MAX));
    let trees = trees(question, root, most, question.leaves, &question.hosts.slots);
    trees.into_iter().map(|(_, time)| time).min()
}

/// A tree below a process: the slots that are left, and its time.
type Tree = (Vec<u64>, u64);

/// All trees with a number of leaves and a limit on the height, whose root runs on a host of the class.
fn trees(question: &OverlayQuestion, class: HostClass, most: u32, leaves: u64, slots: &[u64]) -> Vec<Tree> {
    let least = if question.chains == Chains::Allowed { 1 } else { 2 };
    let mut all = Vec::new();
    for parts in partitions(leaves, leaves) {
        let fanout = parts.len() as u64;
        let Some(busy) = question.cost.busy(class, fanout).filter(|_| fanout >= least) else { continue };
        let mut below = vec![(slots.to_vec(), 0)];
        for part in parts {
            below = below
                .into_iter()
                .flat_map(|(slots, latest)| {
                    let of_child = children(question, class, most - 1, part, &slots).into_iter();
                    of_child.map(move |(slots, time)| (slots, latest.max(time)))
                })
                .collect();
            below.sort_unstable();
            below.dedup();
        }
        all.extend(below.into_iter().map(|(slots, latest)| (slots, busy.ticks() + latest)));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// All lists of children of a process that serve a number of leaves, with the latency to them.
fn children(question: &OverlayQuestion, parent: HostClass, most: u32, leaves: u64, slots: &[u64]) -> Vec<Tree> {
    let mut all = Vec::new();
    if leaves == 1 {
        let latency = question.cost.latency(parent, question.hosts.leaf).ticks();
        all.push((slots.to_vec(), latency + question.cost.startup().ticks()));
    }
    for class in (0..slots.len()).filter(|&class| slots[class] > 0 && most > 0) {
        let mut left = slots.to_vec();
        left[class] -= 1;
        let class = HostClass(u16::try_from(class).expect("few classes"));
        let latency = question.cost.latency(parent, class).ticks();
        all.extend(
            trees(question, class, most, leaves, &left).into_iter().map(|(slots, time)| (slots, latency + time)),
        );
    }
    all
}

/// The ways to write a number as a sum of parts of at most `largest`, the largest first.
fn partitions(number: u64, largest: u64) -> Vec<Vec<u64>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let with_first =
        |first: u64| partitions(number - first, first).into_iter().map(move |rest| [vec![first], rest].concat());
    (1..=number.min(largest)).flat_map(with_first).collect()
}
