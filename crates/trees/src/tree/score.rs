//! The score of a tree under a level-cost model: the time of a wave, the period, and their breakdown by level.

use super::shape::{NodeId, Shape};
use logpine_models::model::{HostClass, LevelBreakdown, LevelCost};
use logpine_text::units::Time;
use std::collections::BTreeMap;

/// The time and the period of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The latency of one wave: the slowest path from a leaf to the root, C included. Groves, Gutierrez and Arnold (2015),
    /// equation (1).
    pub time: Time,
    /// The steady-state time between waves, set by the slowest node. Equation (2). Zero for a single leaf.
    pub period: Time,
}

/// The reason why a tree has no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScoreError {
    /// The model has no value for this fanout.
    #[error("the model gives no cost for fanout {fanout}; its largest is {max_fanout}")]
    NoCost {
        /// The fanout without a cost.
        fanout: u64,
        /// The largest fanout with a cost.
        max_fanout: u64,
    },
    /// The time exceeds [`Time::MAX`].
    #[error("the time is not representable: longer than 2^64 ticks")]
    NotRepresentable,
}

/// The score of a shape. **Complexity** O(distinct subtrees).
///
/// # Errors
/// [`ScoreError`] if a node has no cost or the time is not representable.
pub fn score(shape: &Shape, cost: &dyn LevelCost) -> Result<Score, ScoreError> {
    let times = times(shape, cost)?;
    let mut period = Time::ZERO;
    for node in shape.nodes().skip(1) {
        let fanout = shape.fanout(node);
        period = period.max(cost.period(HostClass::default(), fanout).ok_or_else(|| no_cost(cost, fanout))?);
    }
    Ok(Score { time: times[shape.root().index()], period })
}

fn no_cost(cost: &dyn LevelCost, fanout: u64) -> ScoreError {
    // A table has no value beyond its ends; otherwise only an overflow can be the reason.
    let max_fanout = cost.max_fanout();
    let tabulated = max_fanout < u64::MAX && (fanout > max_fanout || cost.level(max_fanout).is_some());
    if tabulated { ScoreError::NoCost { fanout, max_fanout } } else { ScoreError::NotRepresentable }
}

/// The time of every distinct subtree.
fn times(shape: &Shape, cost: &dyn LevelCost) -> Result<Vec<Time>, ScoreError> {
    let mut times = vec![cost.startup(); shape.distinct()];
    for node in shape.nodes().skip(1) {
        let fanout = shape.fanout(node);
        let level = cost.level(fanout).ok_or_else(|| no_cost(cost, fanout))?;
        let slowest = shape.children(node).iter().map(|group| times[group.node.index()]).max().unwrap_or_default();
        times[node.index()] = level.checked_add(slowest).ok_or(ScoreError::NotRepresentable)?;
    }
    Ok(times)
}

/// One level of a tree, counted from the root, and its node on the slowest path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Level {
    /// The number of internal nodes on this level (saturating).
    pub internal_nodes: u64,
    /// The number of leaves on this level (saturating).
    pub leaves: u64,
    /// The smallest fanout of an internal node of this level.
    pub least_fanout: u64,
    /// The largest fanout of an internal node of this level.
    pub most_fanout: u64,
    /// The node of this level on the slowest path, if it is an internal node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowest: Option<SlowestNode>,
}

/// A node of the slowest path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Slowest")]
pub struct SlowestNode {
    /// The number of its children.
    pub fanout: u64,
    /// The breakdown of the time that it adds.
    #[serde(flatten)]
    pub breakdown: LevelBreakdown,
}

/// The levels of a tree from the root down; the last one is all leaves. The times of the slowest nodes and C sum to
/// [`Score::time`]. Among equally slow children the first is taken.
///
/// # Errors
/// [`ScoreError`] as for [`score`].
pub fn levels(shape: &Shape, cost: &dyn LevelCost) -> Result<Vec<Level>, ScoreError> {
    let times = times(shape, cost)?;
    let mut population = BTreeMap::from([(shape.root(), 1u64)]);
    let mut slowest = Some(shape.root());
    let mut levels = Vec::new();
    while !population.is_empty() {
        let (level, below) = level_of(shape, &population);
        let node = slowest.filter(|&node| shape.fanout(node) > 0);
        levels.push(Level { slowest: node.map(|node| slowest_node(shape, cost, node)).transpose()?, ..level });
        slowest = node.and_then(|node| slowest_child(shape, &times, node));
        population = below;
    }
    Ok(levels)
}

/// The counts of one level, and the population of each distinct subtree on the level below.
fn level_of(shape: &Shape, population: &BTreeMap<NodeId, u64>) -> (Level, BTreeMap<NodeId, u64>) {
    let mut level = Level { internal_nodes: 0, leaves: 0, least_fanout: u64::MAX, most_fanout: 0, slowest: None };
    let mut below = BTreeMap::new();
    for (&node, &count) in population {
        let fanout = shape.fanout(node);
        if fanout == 0 {
            level.leaves = level.leaves.saturating_add(count);
            continue;
        }
        level.internal_nodes = level.internal_nodes.saturating_add(count);
        level.least_fanout = level.least_fanout.min(fanout);
        level.most_fanout = level.most_fanout.max(fanout);
        for group in shape.children(node) {
            let here = below.entry(group.node).or_insert(0u64);
            *here = here.saturating_add(group.count.saturating_mul(count));
        }
    }
    level.least_fanout = level.least_fanout.min(level.most_fanout);
    (level, below)
}

fn slowest_node(shape: &Shape, cost: &dyn LevelCost, node: NodeId) -> Result<SlowestNode, ScoreError> {
    let fanout = shape.fanout(node);
    let breakdown = cost.breakdown(fanout).ok_or_else(|| no_cost(cost, fanout))?;
    Ok(SlowestNode { fanout, breakdown })
}

fn slowest_child(shape: &Shape, times: &[Time], node: NodeId) -> Option<NodeId> {
    let children = shape.children(node).iter().map(|group| group.node);
    children.rev().max_by_key(|child| times[child.index()])
}
