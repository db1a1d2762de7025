//! Checks overlay trees, with code that shares nothing with the search or the scoring.

use super::claim::Claimed;
use logpine_models::job::{Claim, Job, Objective};
use logpine_models::model::{HostClass, LevelCost};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::{NodeId, Score, Shape};

/// An overlay tree with the claims about it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedTree<'a> {
    /// The family of the tree, for messages.
    pub family: &'static str,
    /// The tree.
    pub shape: &'a Shape,
    /// The time and the period of the tree.
    pub score: Score,
    /// The value of the tree by the objective of the job.
    pub value: Time,
}

/// Checks trees, the best first, against the job and the model, and the claim on the first.
///
/// # Errors
/// The first fault that is found.
pub fn check<'a>(
    cost: &dyn LevelCost,
    job: &Job,
    claim: &Claim,
    trees: impl IntoIterator<Item = ClaimedTree<'a>>,
) -> Result<(), Reason> {
    let mut claimed = Claimed::new(claim);
    for tree in trees {
        tree.check(cost, job)?;
        claimed.check(tree.family, tree.value)?;
    }
    Ok(())
}

impl ClaimedTree<'_> {
    /// Checks the claims about the tree.
    pub(super) fn check(&self, cost: &dyn LevelCost, job: &Job) -> Result<(), Reason> {
        let Self { family, shape, score, value } = *self;
        let facts = Facts::of(shape, cost);
        let expected = job.count();
        let found = facts.leaves + facts.internal * u128::from(job.targets.of_internal_node());
        if found != u128::from(expected) {
            return Err(reason!(
                "{family}: the tree has {found} {targets}, not {expected}",
                targets = job.targets.many()
            ));
        }
        let limits = job.limits;
        if limits.max_fanout.is_some_and(|limit| facts.fanout > limit)
            || limits.max_height.is_some_and(|limit| facts.height > limit)
            || limits.max_internal.is_some_and(|limit| facts.internal > u128::from(limit))
        {
            return Err(reason!("{family}: the tree exceeds the job's limits"));
        }
        let objective = match job.objective {
            Objective::Latency => facts.time,
            Objective::Period => facts.period,
            Objective::Total { waves } => {
                facts.time.zip(facts.period).map(|(time, period)| time + period * u128::from(waves - 1))
            }
        };
        let stated =
            [("time", score.time, facts.time), ("period", score.period, facts.period), ("objective", value, objective)];
        for (what, stated, found) in stated {
            if found != Some(u128::from(stated.ticks())) {
                return Err(reason!(
                    "{family}: stated {stated} ticks of {what}, the model gives {found:?}",
                    stated = stated.ticks()
                ));
            }
        }
        Ok(())
    }
}

/// The facts about a tree, by equations (1) and (2) of Groves, Gutierrez and Arnold (2015), subtree by subtree from the leaf up.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub leaves: u128,
    pub internal: u128,
    pub height: u32,
    pub fanout: u64,
    pub time: Option<u128>,
    pub period: Option<u128>,
}

impl Facts {
    pub fn of(shape: &Shape, cost: &dyn LevelCost) -> Self {
        let startup = u128::from(cost.startup().ticks());
        let leaf = Self { leaves: 1, internal: 0, height: 0, fanout: 0, time: Some(startup), period: Some(0) };
        let mut known = Vec::with_capacity(shape.distinct());
        for node in shape.nodes() {
            let facts = if shape.children(node).is_empty() { leaf } else { Self::above(&known, shape, node, cost) };
            known.push(facts);
        }
        known.pop().unwrap_or(leaf)
    }

    /// The facts about a subtree with children, whose facts are `known` by their index.
    fn above(known: &[Self], shape: &Shape, node: NodeId, cost: &dyn LevelCost) -> Self {
        let host = HostClass::default();
        let mut facts = Self { leaves: 0, internal: 1, height: 0, fanout: 0, time: Some(0), period: Some(0) };
        for group in shape.children(node) {
            let child = known[group.node.index()];
            facts.leaves += child.leaves * u128::from(group.count);
            facts.internal += child.internal * u128::from(group.count);
            facts.height = facts.height.max(child.height + 1);
            facts.fanout = facts.fanout.max(child.fanout);
            facts.time = facts.time.zip(child.time).map(|(a, b)| a.max(b));
            facts.period = facts.period.zip(child.period).map(|(a, b)| a.max(b));
        }
        let children: u64 = shape.children(node).iter().map(|group| group.count).sum();
        let latency = u128::from(cost.latency(host, host).ticks());
        let busy = cost.busy(host, children).map(|time| u128::from(time.ticks()));
        let period = cost.period(host, children).map(|time| u128::from(time.ticks()));
        facts.fanout = facts.fanout.max(children);
        facts.time = facts.time.zip(busy).map(|(slowest, busy)| slowest + latency + busy);
        facts.period = facts.period.zip(period).map(|(a, b)| a.max(b));
        facts
    }
}
