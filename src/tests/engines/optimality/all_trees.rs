//! Brute force: every unordered rooted tree with a few leaves, and every partition of somewhat more. It shares no code with
//! the library and does not use the theorems behind the search.

use crate::tests::engines::optimality::table_cost::TableCost;
use logpine::request::{Limits, Objective};
use std::ops::Range;

/// Trees with up to some number of leaves, each given by the numbers of its root's subtrees, which come before it.
pub struct AllTrees {
    subtrees: Vec<Vec<usize>>,
    /// Numbers of the trees with n leaves, by n.
    with_leaves: Vec<Range<usize>>,
    height: Vec<u32>,
    fanout: Vec<u64>,
    internal: Vec<u64>,
}

/// The nodes with a single child among the trees.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OneChildNodes {
    None,
    /// At most one above every node that has two children or more, and above every leaf.
    OneAboveEach,
}

/// Time and period of a tree, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreeScore {
    pub time: u64,
    pub period: u64,
}

impl TreeScore {
    /// The value to minimize: the objective, then the time.
    pub fn key(self, objective: Objective) -> (u64, u64) {
        let value = match objective {
            Objective::Latency => self.time,
            Objective::Period => self.period,
            Objective::Total { waves } => self.time + (waves - 1) * self.period,
        };
        (value, self.time)
    }
}

impl AllTrees {
    /// All trees with at most that many leaves.
    pub fn new(leaves: usize, one_child_nodes: OneChildNodes) -> Self {
        let (height, fanout, internal) = (Vec::new(), Vec::new(), Vec::new());
        let mut trees = Self { subtrees: Vec::new(), with_leaves: vec![Range::default()], height, fanout, internal };
        for n in 1..=leaves {
            let first = trees.subtrees.len();
            if n == 1 {
                trees.push(Vec::new());
            } else {
                trees.push_splits(n, first, &mut Vec::new());
            }
            if one_child_nodes == OneChildNodes::OneAboveEach {
                (first..trees.subtrees.len()).for_each(|tree| trees.push(vec![tree]));
            }
            trees.with_leaves.push(first..trees.subtrees.len());
        }
        trees
    }

    /// Adds every tree whose root has the subtrees `chosen` and more, with numbers below `end` and `rest` leaves.
    fn push_splits(&mut self, rest: usize, end: usize, chosen: &mut Vec<usize>) {
        if rest == 0 {
            self.push(chosen.clone());
            return;
        }
        for leaves in 1..=rest.min(self.with_leaves.len() - 1) {
            for tree in self.with_leaves[leaves].clone().take_while(|&tree| tree < end) {
                chosen.push(tree);
                self.push_splits(rest - leaves, tree + 1, chosen);
                chosen.pop();
            }
        }
    }

    fn push(&mut self, subtrees: Vec<usize>) {
        let height = subtrees.iter().map(|&tree| self.height[tree] + 1).max();
        let fanout = subtrees.iter().map(|&tree| self.fanout[tree]).max().unwrap_or(0);
        let below: u64 = subtrees.iter().map(|&tree| self.internal[tree]).sum();
        self.internal.push(below + u64::from(!subtrees.is_empty()));
        self.height.push(height.unwrap_or(0));
        self.fanout.push(fanout.max(subtrees.len() as u64));
        self.subtrees.push(subtrees);
    }

    /// The number of trees with n leaves.
    pub fn count(&self, leaves: usize) -> usize {
        self.with_leaves[leaves].len()
    }

    /// Every tree's score, by number; `None` if a node has no cost.
    pub fn scores(&self, cost: &TableCost) -> Vec<Option<TreeScore>> {
        let mut scores: Vec<Option<TreeScore>> = Vec::with_capacity(self.subtrees.len());
        for subtrees in &self.subtrees {
            scores.push(node_score(subtrees.iter().map(|&tree| scores[tree]), subtrees.len(), cost));
        }
        scores
    }

    /// The scores of the trees with that many leaves that respect the limits; `scores` are those of all trees.
    pub fn within(
        &self,
        leaves: usize,
        limits: Limits,
        scores: &[Option<TreeScore>],
    ) -> impl Iterator<Item = TreeScore> {
        let (most, highest) = (limits.max_fanout.unwrap_or(u64::MAX), limits.max_height.unwrap_or(u32::MAX));
        let trees = self.with_leaves[leaves].clone();
        let processes = limits.max_internal.unwrap_or(u64::MAX);
        let is_within = move |tree: usize| {
            self.fanout[tree] <= most && self.height[tree] <= highest && self.internal[tree] <= processes
        };
        trees.filter(move |&tree| is_within(tree)).filter_map(|tree| scores[tree])
    }

    /// The fewest internal processes of a tree with that many leaves that respects the limits on fanout and height.
    pub fn fewest_processes(&self, leaves: usize, limits: Limits, scores: &[Option<TreeScore>]) -> Option<u64> {
        let some = |most: u64| {
            let limits = Limits { max_internal: Some(most), ..limits };
            self.within(leaves, limits, scores).next().is_some()
        };
        (0..leaves as u64).find(|&most| some(most))
    }

    /// The least height of a tree with that many leaves whose nodes all have a cost and at most that many children.
    pub fn least_height(&self, leaves: usize, limits: Limits, scores: &[Option<TreeScore>]) -> Option<u32> {
        let fits = |&tree: &usize| limits.max_fanout.is_none_or(|limit| self.fanout[tree] <= limit);
        let trees = self.with_leaves[leaves].clone().filter(|&tree| scores[tree].is_some()).filter(fits);
        trees.map(|tree| self.height[tree]).min()
    }
}

/// Equations (1) and (2) of Groves, Gutierrez and Arnold (2015) for one node.
fn node_score(subtrees: impl Iterator<Item = Option<TreeScore>>, fanout: usize, cost: &TableCost) -> Option<TreeScore> {
    let mut slowest = None;
    for subtree in subtrees {
        let TreeScore { time, period } = subtree?;
        let so_far = slowest.unwrap_or(TreeScore { time: 0, period: 0 });
        slowest = Some(TreeScore { time: so_far.time.max(time), period: so_far.period.max(period) });
    }
    match slowest {
        None => Some(TreeScore { time: cost.startup, period: 0 }),
        Some(TreeScore { time, period }) => {
            let (own, own_period) = (cost.node(fanout)?, cost.node_period(fanout)?);
            Some(TreeScore { time: time + own, period: period.max(own_period) })
        }
    }
}

/// The Pareto front of the scores in time and period, by rising time.
pub fn pareto_front(scores: impl Iterator<Item = TreeScore>) -> Vec<TreeScore> {
    let mut scores: Vec<TreeScore> = scores.collect();
    scores.sort_unstable();
    let mut front: Vec<TreeScore> = Vec::new();
    for score in scores {
        if front.last().is_none_or(|last| score.period < last.period) {
            front.push(score);
        }
    }
    front
}
