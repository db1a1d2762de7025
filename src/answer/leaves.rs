//! The answer to a job over leaves under a port model: the best tree, and every family of overlay trees against it.

use super::{Candidate, NON_UNIFORM, OverlayTree, RankPlanError, Ranking};
use crate::request::{Bound, Claim, Collective, LeafJob, Limits, Objective, Targets};
use logpine_models::model::{Port, PortTiming};
use logpine_text::units::Time;
use logpine_trees::tree::earliest::{PortError, leaf_shape, leaf_time};
use logpine_trees::tree::families::{self, Family, KAry, LeftOut, LeftOutReason, Member, Parameters, k_ary};
use logpine_trees::tree::{Group, NodeId, Score, ScoreError, Shape, ShapeBuilder, level_fanouts};
use std::cmp::Reverse;

/// k-ary trees are tried up to this k, besides those of [`KAry`]; more children than that are of use only if a delivery
/// takes as many gaps.
const LARGEST_K: u64 = 256;

/// The trees of these answers, by the time of one message.
const OF_LEAVES: (Targets, Objective) = (Targets::Leaves, Objective::Latency);

/// The reason for the bound.
const REASON: &str = "before that time fewer leaves have the message, even if any number of processes in between keep \
                      sending it: N leaves take a gap more than N ranks";

/// The answer to a [`LeafJob`]: the counting of Karp, Sahay, Santos and Schauser (1993) for trees in which only the leaves
/// hold data.
///
/// The message is not cut: every process passes it on whole, to one child after the other, a gap apart. The i-th child has
/// it (i - 1) G + D after its parent, so the time of a tree is the largest of these sums from the root to a leaf. A
/// reduction is a multicast run backwards, with the combination of every message that a process receives.
///
/// `extra` is the port of the message; for a reduction, the port run backwards.
pub type LeafPlan = Ranking<LeafJob, OverlayTree, Port>;

impl LeafPlan {
    /// Searches for the fastest of all trees with the job's leaves, and ranks every family against it.
    ///
    /// ```
    /// use logpine::{request::{Collective, LeafJob}, machine::Machine, model::port_timing, answer::LeafPlan};
    /// let timing = port_timing(&Machine::load("logp-textbook")?, None)?;
    /// let plan = LeafPlan::new(timing.as_ref(), LeafJob::new(Collective::Multicast, 8, None)?)?;
    /// assert_eq!(plan.best().time, plan.claim.bound.value);
    /// assert_eq!(plan.claim.value.ticks(), 28_000, "a gap more than the broadcast to 8 ranks");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RankPlanError`] if the job's size does not fit the model, or no time is representable.
    pub fn new(timing: &dyn PortTiming, job: LeafJob) -> Result<Self, RankPlanError> {
        RankPlanError::check_size(timing, job.bytes())?;
        let bytes = job.bytes().unwrap_or(1);
        let port = match job.collective() {
            Collective::Multicast => timing.port(bytes),
            _ => timing.port(bytes).and_then(|port| port.reversed(timing.combine(bytes)?)),
        };
        Self::with_port(port.ok_or(RankPlanError::NotRepresentable)?, job)
    }

    fn with_port(port: Port, job: LeafJob) -> Result<Self, RankPlanError> {
        let (gap, delivery) = (port.send_gap, port.delivery);
        let lower_bound = leaf_time(gap, delivery, job.leaves()).ok_or(RankPlanError::NotRepresentable)?;
        let scored = families::of(Targets::Leaves).flat_map(|family| members(family, port, job.leaves()));
        let mut candidates = Vec::new();
        let mut left_out = Vec::new();
        for result in scored {
            match result {
                Ok(candidate) => candidates.push(candidate),
                Err(out) => left_out.push(out),
            }
        }
        match leaf_shape(gap, delivery, job.leaves()) {
            Ok(shape) => candidates.extend(winner(&shape, port)),
            // Then the best of the families wins.
            Err(PortError::TooManySubtrees { .. }) => {}
            Err(_) => return Err(RankPlanError::NotRepresentable),
        }
        candidates.sort_by(|a, b| a.key(Limits::default()).cmp(&b.key(Limits::default())));
        let best = candidates.first().ok_or(RankPlanError::NotRepresentable)?;
        let claim = Claim::new(best.time, Bound { value: lower_bound, reason: REASON }, None);
        Ok(Self { job, claim, candidates, left_out, executions: None, extra: port })
    }
}

fn winner(shape: &Shape, port: Port) -> Option<Candidate<OverlayTree>> {
    let Timed { shape, score } = Timed::new(shape, port)?;
    let parameters = level_fanouts(&shape).map(|fanouts| Parameters::new().list("fanouts", fanouts));
    Candidate::tree(NON_UNIFORM, parameters.unwrap_or_default(), shape, score, OF_LEAVES)
}

/// The members of a family with their times. Under a port model more k-ary trees than [`KAry`] lists can be the best of
/// them: a larger k can leave fewer subtrees deep, and those are sent to first.
fn members(family: &'static dyn Family, port: Port, leaves: u64) -> Vec<Result<Candidate<OverlayTree>, LeftOut>> {
    let cost = |fanout: u64| port.send_gap.checked_mul(fanout.checked_sub(1)?)?.checked_add(port.delivery);
    let members = family.members(leaves, &cost);
    let mut all: Vec<_> = members.into_iter().map(|member| scored(family.name(), member, port)).collect();
    if family.name() == KAry.name() {
        let better = better_k_ary(&all, port, leaves);
        all.extend(better.map(Ok));
    }
    all
}

/// The best k-ary tree of all, if it is better than those listed.
fn better_k_ary(
    listed: &[Result<Candidate<OverlayTree>, LeftOut>],
    port: Port,
    leaves: u64,
) -> Option<Candidate<OverlayTree>> {
    let ks = 2..leaves.min(LARGEST_K + 1);
    let trees = ks.filter_map(|k| {
        let member = Member { parameters: Parameters::new().number("k", k), shape: k_ary(leaves, k) };
        scored(KAry.name(), member, port).ok()
    });
    let best = trees.min_by(|a, b| a.key(Limits::default()).cmp(&b.key(Limits::default())))?;
    listed.iter().flatten().all(|listed| best.key(Limits::default()) < listed.key(Limits::default())).then_some(best)
}

fn scored(family: &'static str, member: Member, port: Port) -> Result<Candidate<OverlayTree>, LeftOut> {
    let Member { parameters, shape } = member;
    let candidate = Timed::new(&shape, port)
        .and_then(|timed| Candidate::tree(family, parameters.clone(), timed.shape, timed.score, OF_LEAVES));
    let reason = LeftOutReason::Score(ScoreError::NotRepresentable);
    candidate.ok_or(LeftOut { family, parameters, reason })
}

/// A tree with the children of every process in the best order.
struct Timed {
    shape: Shape,
    score: Score,
}

/// A run of equal children.
struct Run {
    group: Group,
    time: Time,
}

impl Timed {
    /// Sorts the children of every process, those with the longest remaining time first. This order is best: swapping two
    /// neighbours that are in this order never makes the later of the two earlier. `None` if the time or the period is not
    /// representable.
    fn new(shape: &Shape, port: Port) -> Option<Self> {
        let mut builder = ShapeBuilder::new();
        let mut nodes = vec![NodeId::LEAF];
        let mut times = vec![Time::ZERO];
        let mut period = if shape.internal_nodes() == 0 { Time::ZERO } else { port.period(0)? };
        let mut runs: Vec<Run> = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        for node in shape.nodes().skip(1) {
            let fanout = shape.fanout(node);
            let of_node = if node == shape.root() { port.root_period(fanout) } else { port.period(fanout) };
            period = period.max(of_node?);
            runs.clear();
            runs.extend(shape.children(node).iter().map(|&Group { node, count }| Run {
                group: Group { node: nodes[node.index()], count },
                time: times[node.index()],
            }));
            // Stable, so that children that are in order stay as they are.
            runs.sort_by_key(|run| Reverse(run.time));
            times.push(time_of(&runs, port)?);
            groups.clear();
            groups.extend(runs.iter().map(|run| run.group));
            nodes.push(builder.internal(&groups));
        }
        let root = shape.root().index();
        Some(Self { shape: builder.finish(nodes[root]), score: Score { time: times[root], period } })
    }
}

/// The time of a process that sends to its children in this order: the largest sum of (i - 1) G + D and the time of the i-th
/// child.
fn time_of(runs: &[Run], port: Port) -> Option<Time> {
    let mut sent = 0u64;
    let mut latest = Time::ZERO;
    for run in runs {
        sent = sent.checked_add(run.group.count)?;
        let last =
            port.send_gap.checked_mul(sent.checked_sub(1)?)?.checked_add(port.delivery)?.checked_add(run.time)?;
        latest = latest.max(last);
    }
    Some(latest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Status;
    use proptest::prelude::*;

    fn port(gap: u64, delivery: u64) -> Port {
        let [gap, delivery] = [gap, delivery].map(Time::from_ticks);
        Port { send_gap: gap, recv_gap: gap, delivery, ..Port::default() }
    }

    fn plan(gap: u64, delivery: u64, leaves: u64) -> LeafPlan {
        let job = LeafJob::new(Collective::Multicast, leaves, None).expect("a job");
        LeafPlan::with_port(port(gap, delivery), job).expect("a plan")
    }

    /// The time of a tree by the definition, children as they stand.
    fn as_it_stands(shape: &Shape, node: NodeId, gap: u64, delivery: u64) -> u64 {
        let children = shape.children(node).iter().flat_map(|group| (0..group.count).map(|_| group.node));
        let times = (0..)
            .zip(children)
            .map(|(place, child)| place * gap + delivery + as_it_stands(shape, child, gap, delivery));
        times.max().unwrap_or(0)
    }

    /// A tree with every process's children in every order.
    fn best_order(shape: &Shape, node: NodeId, gap: u64, delivery: u64) -> u64 {
        let children = shape.children(node).iter().flat_map(|group| (0..group.count).map(|_| group.node));
        let times: Vec<u64> = children.map(|child| best_order(shape, child, gap, delivery)).collect();
        least_over_orders(&times, 0, gap, delivery)
    }

    fn least_over_orders(times: &[u64], place: u64, gap: u64, delivery: u64) -> u64 {
        let first = (0..times.len()).map(|first| {
            let rest: Vec<u64> =
                times.iter().enumerate().filter(|&(at, _)| at != first).map(|(_, &time)| time).collect();
            (place * gap + delivery + times[first]).max(least_over_orders(&rest, place + 1, gap, delivery))
        });
        first.min().unwrap_or(0)
    }

    #[test]
    fn extreme_ports() {
        for (gap, delivery, leaves, time) in [(0, 7, 1 << 40, 7), (7, 0, 1000, 7), (0, 0, 9, 0)] {
            let plan = plan(gap, delivery, leaves);
            assert_eq!(plan.claim.bound.value.ticks(), time, "{gap} {delivery} {leaves}");
            assert_eq!(plan.claim.status, Status::Optimal);
        }
        // The best tree is a chain of as many processes: too many to list.
        let chain = plan(7, 0, 1 << 40);
        assert_eq!((chain.claim.bound.value.ticks(), chain.claim.status), (7, Status::BestFound));
        let job = LeafJob::new(Collective::Multicast, 3, None).expect("a job");
        let slow = LeafPlan::with_port(port(1 << 63, 1 << 63), job);
        assert_eq!(slow.err(), Some(RankPlanError::NotRepresentable));
    }

    #[test]
    fn huge_numbers_of_leaves() {
        let plan = plan(4_000, 10_000, 1 << 63);
        assert_eq!(plan.claim.status, Status::Optimal);
        assert_eq!(plan.best().construction.shape.leaves(), 1 << 63);
        assert!(plan.left_out.is_empty() || plan.left_out.iter().any(|out| out.family == "flat"));
    }

    proptest! {
        #[test]
        fn no_candidate_beats_the_bound_and_the_winner_attains_it(
            gap in 0u64..60, delivery in 1u64..200, leaves in 1u64..4000,
        ) {
            let plan = plan(gap, delivery, leaves);
            prop_assert_eq!(plan.claim.status, Status::Optimal);
            prop_assert!(plan.candidates().iter().any(|candidate| candidate.family == NON_UNIFORM));
            for candidate in plan.candidates() {
                prop_assert!(candidate.time >= plan.claim.bound.value, "{}", candidate.family);
                prop_assert_eq!(candidate.construction.shape.leaves(), leaves);
                let stands = as_it_stands(&candidate.construction.shape, candidate.construction.shape.root(), gap, delivery);
                prop_assert_eq!(candidate.construction.score.time.ticks(), stands, "{}", candidate.family);
            }
        }

        #[test]
        fn children_are_in_the_best_order(gap in 0u64..9, delivery in 1u64..30, leaves in 1u64..8) {
            for candidate in plan(gap, delivery, leaves).candidates() {
                let best = best_order(&candidate.construction.shape, candidate.construction.shape.root(), gap, delivery);
                prop_assert_eq!(candidate.construction.score.time.ticks(), best, "{}", candidate.family);
            }
        }
    }
}
