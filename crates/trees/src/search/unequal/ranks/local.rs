//! Step-by-step improvement of trees: ranks change places, or get another parent.

use super::draft::{Draft, Timed};
use super::times::RankTimes;
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::cmp::Reverse;

/// The maximum number of nodes examined in all evaluations together.
const MOST_WORK: usize = 60_000_000;
/// The maximum number of steps of improvement.
const MOST_STEPS: usize = 200;
/// The number of nodes of each group that are tried to change places with one on a longest path.
const TRIED_OF_GROUP: usize = 10;
/// The maximum number of groups that are tried.
const TRIED_GROUPS: usize = 16;
/// The number of parents that are tried for a node.
const TRIED_PARENTS: usize = 16;

/// A change of a tree.
#[derive(Clone, Copy)]
enum Change {
    /// The hosts of two nodes are exchanged.
    Swap { one: usize, other: usize },
    /// A node with its subtree gets another parent, which has a smaller index.
    Move { node: usize, parent: usize },
}

impl Change {
    fn apply(self, draft: &mut Draft) {
        match self {
            Self::Swap { one, other } => draft.groups.swap(one, other),
            Self::Move { node, parent } => draft.parents[node] = u32::try_from(parent).unwrap_or(u32::MAX),
        }
    }
}

/// The value of a tree: its time, and the number of ranks that are informed only then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Value {
    time: u64,
    last: usize,
}

/// Buffers for [`Scratch::evaluate`].
#[derive(Default)]
struct Scratch {
    /// The time from the arrival at a node until its whole subtree is informed.
    tails: Vec<u64>,
    first_child: Vec<u32>,
    sibling: Vec<u32>,
    children: Vec<(Reverse<i128>, u32)>,
    /// The time from the arrival at the parent until it starts the send.
    starts: Vec<u64>,
    arrivals: Vec<u64>,
    /// The position among the children of its parent, in the order of sends.
    places: Vec<u32>,
    depths: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Scratch {
    /// The value of a tree with the children of every node in the best order: by falling `delivery + tail - gap`, which is
    /// Jackson's rule (1955) for one machine and delivery times.
    fn evaluate(&mut self, times: &RankTimes, draft: &Draft) -> Value {
        let ranks = draft.parents.len();
        self.tails.clear();
        self.tails.resize(ranks, 0);
        self.starts.clear();
        self.starts.resize(ranks, 0);
        self.places.clear();
        self.places.resize(ranks, 0);
        self.first_child.clear();
        self.first_child.resize(ranks, NONE);
        self.sibling.clear();
        self.sibling.resize(ranks, NONE);
        let index = |node: u32| node as usize;
        for node in (0..ranks).rev() {
            let from = usize::from(draft.groups[node]);
            self.children.clear();
            let mut child = self.first_child[node];
            while child != NONE {
                let to = usize::from(draft.groups[index(child)]);
                let tail = i128::from(self.tails[index(child)]) + i128::from(times.delivery(from, to));
                self.children.push((Reverse(tail - i128::from(times.gap(from, to))), child));
                child = self.sibling[index(child)];
            }
            self.children.sort_unstable();
            let (mut start, mut tail) = (0u64, 0u64);
            for (place, &(_, child)) in (0u32..).zip(&self.children) {
                self.places[index(child)] = place;
                let to = usize::from(draft.groups[index(child)]);
                self.starts[index(child)] = start;
                tail = tail.max(start + times.delivery(from, to) + self.tails[index(child)]);
                start += times.gap(from, to);
            }
            self.tails[node] = tail;
            if node > 0 {
                let parent = index(draft.parents[node]);
                self.sibling[node] = self.first_child[parent];
                self.first_child[parent] = u32::try_from(node).unwrap_or(NONE);
            }
        }
        self.arrive(times, draft);
        let time = self.tails[0];
        Value { time, last: self.arrivals.iter().filter(|&&arrival| arrival == time).count() }
    }

    fn arrive(&mut self, times: &RankTimes, draft: &Draft) {
        self.arrivals.clear();
        self.arrivals.push(0);
        self.depths.clear();
        self.depths.push(0);
        for node in 1..draft.parents.len() {
            let parent = draft.parents[node] as usize;
            let [from, to] = [parent, node].map(|rank| usize::from(draft.groups[rank]));
            self.arrivals.push(self.arrivals[parent] + self.starts[node] + times.delivery(from, to));
            self.depths.push(self.depths[parent] + 1);
        }
    }

    /// The same tree with children numbered in the order of sends, and nodes in the order of the sends to them.
    fn reordered(&mut self, times: &RankTimes, draft: &Draft) -> Draft {
        self.evaluate(times, draft);
        // A send starts after the send to its sender; if messages or gaps take no time, depths and places decide.
        let key = |node: usize| {
            let parent = draft.parents[node] as usize;
            (self.arrivals[parent] + self.starts[node], self.depths[node], self.places[node], node)
        };
        let mut order: Vec<usize> = (1..draft.parents.len()).collect();
        order.sort_unstable_by_key(|&node| key(node));
        order.insert(0, 0);
        let mut number = vec![0u32; order.len()];
        for (new, &old) in (0u32..).zip(&order) {
            number[old] = new;
        }
        let parents = order.iter().map(|&old| number[draft.parents[old] as usize]).collect();
        Draft { parents, groups: order.iter().map(|&old| draft.groups[old]).collect() }
    }

    /// The nodes from one that is informed last up to below the root.
    fn longest_path(&self, draft: &Draft) -> Vec<usize> {
        let last = (0..self.arrivals.len()).max_by_key(|&node| (self.arrivals[node], Reverse(node))).unwrap_or(0);
        std::iter::successors(Some(last), |&node| Some(draft.parents[node] as usize))
            .take_while(|&node| node > 0)
            .collect()
    }
}

/// Repeatedly makes the best change on a longest path, until `watch` ends the work. The result does not depend on the number of threads.
pub fn improved(times: &RankTimes, mut best: Timed, bound: u64, watch: &dyn Watch) -> Timed {
    let mut scratch = Scratch::default();
    let ordered = scratch.reordered(times, &best.draft);
    if let Some(time) = ordered.finish(times).filter(|&time| time <= best.time) {
        best = Timed { time, draft: ordered };
    }
    let mut work = 0;
    for _ in 0..MOST_STEPS {
        if best.time <= bound || work > MOST_WORK || watch.is_over() {
            break;
        }
        let now = scratch.evaluate(times, &best.draft);
        let changes = changes(times, &best.draft, &scratch);
        work += changes.len() * best.draft.parents.len();
        let tried = changes.par_iter().enumerate().map_init(
            || (Scratch::default(), best.draft.clone()),
            |(scratch, draft), (index, change)| {
                draft.clone_from(&best.draft);
                change.apply(draft);
                (scratch.evaluate(times, draft), index)
            },
        );
        let Some((_, index)) = tried.min().filter(|&(value, _)| value < now) else { break };
        changes[index].apply(&mut best.draft);
        best.draft = scratch.reordered(times, &best.draft);
        best.time = scratch.evaluate(times, &best.draft).time;
    }
    best
}

/// The changes worth trying for the nodes of a longest path.
fn changes(times: &RankTimes, draft: &Draft, scratch: &Scratch) -> Vec<Change> {
    let path = scratch.longest_path(draft);
    let nodes = samples(times, draft);
    let mut changes = Vec::new();
    for &one in &path {
        let others = nodes.iter().copied().filter(|&other| other != one && draft.groups[other] != draft.groups[one]);
        changes.extend(others.map(|other| Change::Swap { one, other }));
        let group = usize::from(draft.groups[one]);
        // The time at which a parent would inform it by a last send.
        let mut parents: Vec<(u64, usize)> = (0..one)
            .filter(|&parent| parent != draft.parents[one] as usize)
            .map(|parent| {
                let from = usize::from(draft.groups[parent]);
                (scratch.arrivals[parent] + times.delivery(from, group), parent)
            })
            .collect();
        let tried = TRIED_PARENTS.min(parents.len());
        if tried > 0 {
            parents.select_nth_unstable(tried - 1);
        }
        changes.extend(parents[..tried].iter().map(|&(_, parent)| Change::Move { node: one, parent }));
        // The parents whose sends end early enough to have room at the end.
        changes.extend(room(times, draft, scratch, one).map(|parent| Change::Move { node: one, parent }));
    }
    changes
}

/// Parents that could inform a node, after all their other sends, earlier than it is informed now.
fn room<'a>(
    times: &'a RankTimes,
    draft: &'a Draft,
    scratch: &'a Scratch,
    node: usize,
) -> impl Iterator<Item = usize> + 'a {
    let mut free: Vec<u64> = scratch.arrivals.clone();
    for child in 1..draft.parents.len() {
        let parent = draft.parents[child] as usize;
        let [from, to] = [parent, child].map(|rank| usize::from(draft.groups[rank]));
        free[parent] = free[parent].max(scratch.arrivals[parent] + scratch.starts[child] + times.gap(from, to));
    }
    let group = usize::from(draft.groups[node]);
    let earlier = move |&parent: &usize| {
        free[parent] + times.delivery(usize::from(draft.groups[parent]), group) < scratch.arrivals[node]
    };
    (0..node).filter(earlier).take(TRIED_PARENTS)
}

/// Nodes of every group, spread over the times at which they are informed.
fn samples(times: &RankTimes, draft: &Draft) -> Vec<usize> {
    let mut of_group: Vec<Vec<usize>> = vec![Vec::new(); times.groups()];
    for node in 1..draft.groups.len() {
        of_group[usize::from(draft.groups[node])].push(node);
    }
    of_group.retain(|nodes| !nodes.is_empty());
    let skip = of_group.len().div_ceil(TRIED_GROUPS).max(1);
    let spread = |nodes: &Vec<usize>| {
        let tried = TRIED_OF_GROUP.min(nodes.len());
        (0..tried).map(|index| nodes[index * (nodes.len() - 1) / (tried - 1).max(1)]).collect::<Vec<_>>()
    };
    of_group.iter().step_by(skip).flat_map(spread).collect()
}
