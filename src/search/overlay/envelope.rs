//! A good tree and a valid bound for a cost that falls with the fanout and too many leaves for partitions.
//!
//! The largest non-decreasing cost below c, `low(x) = min { c(y) : y >= x }`, has an optimum that no tree under c beats. The
//! candidate trees come from the smallest non-decreasing cost above c, `high(x) = max { c(y) : y <= x }`, and from equal
//! fanouts on all levels.

use super::effort::Effort;
use super::lists::{BestList, NoList};
use super::node_cost::NodeCost;
use super::{Optimum, Proof, SearchError, best_fanouts, objective_value, reaches, widest_fanout};
use crate::model::{HostClass, LevelCost};
use crate::request::{Job, Objective};
use crate::tree::{Score, even_split_of, score};
use crate::units::Time;

/// The widest nodes that are considered; for the bound, wider ones cost the latency alone.
const WIDEST: u64 = 1 << 20;
/// The largest fanout of the trees with equal fanouts that are tried.
const WIDEST_UNIFORM: u64 = 4096;

/// The best of the trees described above, with the bound from the lower envelope.
pub fn best_found(cost: &dyn LevelCost, job: &Job) -> Result<Optimum, SearchError> {
    let limit = widest_fanout(cost, job);
    let (costs, beyond) = costs_up_to(cost, job, limit);
    // A job without a tree under the lower envelope has none at all.
    let low = list_for(&lower_envelope(&costs, beyond), beyond, limit, job).map_err(SearchError::from)?;
    let high = list_for(&upper_envelope(&costs), None, limit, job).ok();
    let lists = [low.fanouts].into_iter().chain(high.map(|list| list.fanouts)).chain(uniform_lists(limit, job));

    let scored = lists.filter_map(|list| {
        let shape = even_split_of(job.targets, job.count(), &list)?;
        let score = score(&shape, cost).ok()?;
        let key = (objective_value(job.objective, score)?, score.time);
        Some((key, Optimum { shape, fanouts: Some(list), score, bound: Time::ZERO, proof: Proof::Envelope }))
    });
    let (_, best) = scored.min_by_key(|(key, _)| *key).ok_or(SearchError::NoneFound)?;
    let bound = bound_on_objective(cost, job, low.bound, limit);
    Ok(Optimum { bound: bound.min(objective_value(job.objective, best.score).unwrap_or(bound)), ..best })
}

/// A lower bound on the objective over all trees: that of the lower envelope. `None` if the job has no tree.
pub fn lower_bound(cost: &dyn LevelCost, job: &Job) -> Option<Time> {
    let limit = widest_fanout(cost, job);
    let (costs, beyond) = costs_up_to(cost, job, limit);
    let low = list_for(&lower_envelope(&costs, beyond), beyond, limit, job).ok()?;
    Some(bound_on_objective(cost, job, low.bound, limit))
}

/// The costs of nodes of up to `limit` children, and the cost of those that are wider than all these.
fn costs_up_to(cost: &dyn LevelCost, job: &Job, limit: u64) -> (Vec<Option<u64>>, Option<u64>) {
    let narrowest = 2 - job.targets.of_internal_node();
    let costs = (0..=limit.min(WIDEST)).map(|x| cost.level(x.max(narrowest)).map(Time::ticks)).collect();
    (costs, (limit > WIDEST).then(|| latency(cost)))
}

/// The best list under an envelope; nodes wider than its end cost `beyond`.
fn list_for(envelope: &[Option<u64>], beyond: Option<u64>, limit: u64, job: &Job) -> Result<BestList, NoList> {
    let ticks = |fanout: u64| envelope.get(usize::try_from(fanout).ok()?).copied().unwrap_or(beyond);
    let max_height = job.limits.max_height.unwrap_or(u32::MAX);
    let (cost, effort) = (NodeCost::new(&ticks, limit), &mut Effort::for_one_tree());
    best_fanouts(cost, job.targets, job.count(), max_height, effort)
}

/// Lists of equal fanouts, each of the least height.
fn uniform_lists(limit: u64, job: &Job) -> impl Iterator<Item = Vec<u64>> {
    let (targets, count) = (job.targets, job.count());
    let max_height = job.limits.max_height.unwrap_or(64).min(64);
    let least_height = move |fanout: u64| (1..=max_height).find(|&height| reaches(targets, fanout, count, height));
    (2..=limit.min(WIDEST_UNIFORM)).filter_map(move |x| Some(vec![x; least_height(x)? as usize]))
}

fn latency(cost: &dyn LevelCost) -> u64 {
    cost.latency(HostClass::default(), HostClass::default()).ticks()
}

/// The largest non-decreasing cost that nowhere exceeds `costs`; nodes beyond the end of `costs` cost `beyond`.
fn lower_envelope(costs: &[Option<u64>], beyond: Option<u64>) -> Vec<Option<u64>> {
    let mut low = costs.to_vec();
    let mut least = beyond;
    for ticks in low.iter_mut().rev() {
        least = [least, *ticks].into_iter().flatten().min();
        *ticks = least;
    }
    low
}

/// The smallest non-decreasing cost that is nowhere below `costs`.
fn upper_envelope(costs: &[Option<u64>]) -> Vec<Option<u64>> {
    let running = costs.iter().scan(None, |most, ticks| {
        *most = (*most).max(*ticks);
        Some(*most)
    });
    let first = costs.iter().flatten().next().copied();
    running.map(|ticks| ticks.or(first)).collect()
}

/// The bound on the objective that follows from the bound on the latency and the least period of any node.
fn bound_on_objective(cost: &dyn LevelCost, job: &Job, latency_ticks: u64, limit: u64) -> Time {
    let time = Time::from_ticks(latency_ticks).checked_add(cost.startup()).unwrap_or(Time::MAX);
    let least_period = (2..=limit.min(WIDEST)).filter_map(|x| cost.period(HostClass::default(), x)).min();
    let period = if limit > WIDEST { Time::ZERO } else { least_period.unwrap_or_default() };
    match job.objective {
        Objective::Latency => time,
        Objective::Period => period,
        Objective::Total { .. } => objective_value(job.objective, Score { time, period }).unwrap_or(Time::MAX),
    }
}
