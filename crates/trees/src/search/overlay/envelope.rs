//! A good tree and a valid bound for a cost that falls with the fanout and too many leaves for partitions.
//!
//! The largest non-decreasing cost below c, `low(x) = min { c(y) : y >= x }`, has an optimum that no tree under c beats. The
//! candidate trees come from the smallest non-decreasing cost above c, `high(x) = max { c(y) : y <= x }`, and from equal
//! fanouts on all levels.

use super::effort::Effort;
use super::lists::{BestList, NoList, best_list, least_height};
use super::node_cost::{NodeCost, lower_envelope};
use super::{Optimum, Proof, SearchError, objective_value, widest_fanout};
use crate::tree::{Score, even_split_of, score};
use logpine_models::job::{Job, Objective};
use logpine_models::model::{HostClass, LevelCost};
use logpine_text::units::Time;

/// The widest nodes that are considered; for the bound, wider ones cost the latency alone.
const WIDEST: u64 = 1 << 20;
/// The largest fanout of the trees with equal fanouts that are tried.
const WIDEST_UNIFORM: u64 = 4096;

/// The best of the trees described above, with the bound from the lower envelope.
pub fn best_found(cost: &dyn LevelCost, job: &Job) -> Result<Optimum, SearchError> {
    let limit = widest_fanout(cost, job);
    // Nodes that cost more than some tree takes are in no better one.
    let sample = (1..=12).map(|power| 1 << power).filter(|&x| x <= limit).filter_map(|x| uniform_list(x, job));
    let values = sample.filter_map(|list| Some(scored(cost, job, list)?.0.0));
    let most = if is_latency(job) { values.min().unwrap_or(Time::MAX) } else { Time::MAX };
    let (costs, beyond) = costs_up_to(cost, job, limit, most);
    // A job without a tree under the lower envelope has none at all.
    let envelope = lower_envelope(&costs, beyond);
    let least = envelope.first().copied().flatten().unwrap_or(0);
    let low = list_for(&envelope, beyond, limit, job).map_err(SearchError::from)?;
    let high = list_for(&upper_envelope(&costs), None, limit, job).ok();
    let wider = widened(&low.fanouts, &costs, &envelope, limit);
    let lists = [low.fanouts, wider].into_iter().chain(high.map(|list| list.fanouts));
    let mut best = lists.filter_map(|list| scored(cost, job, list)).min_by_key(|(key, _)| *key);
    for list in (2..=limit.min(WIDEST_UNIFORM)).filter_map(|x| uniform_list(x, job)) {
        // The root has that many children, and a node on each level below it costs at least so much.
        let below = least.saturating_mul(list.len() as u64 - 1);
        let most = best.as_ref().filter(|_| is_latency(job)).map_or(most, |((best, _), _)| *best);
        if cost.level(list[0]).is_some_and(|root| root.ticks().saturating_add(below) > most.ticks()) {
            continue;
        }
        let tree = scored(cost, job, list);
        best = best.into_iter().chain(tree).min_by_key(|(key, _)| *key);
    }
    let (_, best) = best.ok_or(SearchError::NoneFound)?;
    let bound = bound_on_objective(cost, job, low.bound, limit);
    Ok(Optimum { bound: bound.min(objective_value(job.objective, best.score).unwrap_or(bound)), ..best })
}

/// A lower bound on the objective over all trees, and the value of a tree from its list if there is one; trees that are worse than `than` need
/// not be looked at. `None` if there is no other tree.
pub fn bounds(cost: &dyn LevelCost, job: &Job, than: Time) -> Option<(Time, Option<Time>)> {
    let limit = widest_fanout(cost, job);
    let (costs, beyond) = costs_up_to(cost, job, limit, if is_latency(job) { than } else { Time::MAX });
    let envelope = lower_envelope(&costs, beyond);
    let low = list_for(&envelope, beyond, limit, job).ok()?;
    let bound = bound_on_objective(cost, job, low.bound, limit);
    if bound >= than {
        return Some((bound, None));
    }
    let list = widened(&low.fanouts, &costs, &envelope, limit);
    Some((bound, scored(cost, job, list).map(|((value, _), _)| value)))
}

/// A list with the fanouts that have the costs of the envelope: wider ones, high up, where there are enough targets for them.
fn widened(list: &[u64], costs: &[Option<u64>], envelope: &[Option<u64>], limit: u64) -> Vec<u64> {
    let has_cost = |fanout: u64| {
        let at = usize::try_from(fanout).ok();
        at.and_then(|at| Some(costs.get(at)? == envelope.get(at)?)).unwrap_or(true)
    };
    let cheapest = |&fanout: &u64| (fanout..=limit).find(|&wider| has_cost(wider)).unwrap_or(fanout);
    let mut list: Vec<u64> = list.iter().map(cheapest).collect();
    list.sort_unstable_by(|a, b| b.cmp(a));
    list
}

/// The evenly split tree of a list, with its value and its time.
fn scored(cost: &dyn LevelCost, job: &Job, list: Vec<u64>) -> Option<((Time, Time), Optimum)> {
    let shape = even_split_of(job.targets, job.count(), &list)?;
    let score = score(&shape, cost).ok()?;
    let key = (objective_value(job.objective, score)?, score.time);
    Some((key, Optimum { shape, fanouts: Some(list), score, bound: Time::ZERO, proof: Proof::Envelope }))
}

fn is_latency(job: &Job) -> bool {
    job.objective == Objective::Latency
}

/// The costs of nodes of up to `limit` children, and the cost of those that are wider than all these. More than `most` need not be exact.
fn costs_up_to(cost: &dyn LevelCost, job: &Job, limit: u64, most: Time) -> (Vec<Option<u64>>, Option<u64>) {
    let narrowest = 2 - job.targets.of_internal_node();
    let widest = limit.min(WIDEST);
    let at = |fanout: u64| usize::try_from(fanout).unwrap_or(usize::MAX);
    let mut costs = vec![Some(most.ticks().saturating_add(1)); at(widest) + 1];
    for range in std::iter::once(0..=narrowest).chain(cost.fanouts_within(most)) {
        let (first, last) = (*range.start(), widest.min(*range.end()));
        for (x, ticks) in (first..=last).zip(costs.iter_mut().skip(at(first))) {
            *ticks = cost.level(x.max(narrowest)).map(Time::ticks);
        }
    }
    (costs, (limit > WIDEST).then(|| latency(cost)))
}

/// The best list under an envelope; nodes wider than its end cost `beyond`.
fn list_for(envelope: &[Option<u64>], beyond: Option<u64>, limit: u64, job: &Job) -> Result<BestList, NoList> {
    let ticks = |fanout: u64| envelope.get(usize::try_from(fanout).ok()?).copied().unwrap_or(beyond);
    let max_height = job.limits.max_height.unwrap_or(u32::MAX);
    let (cost, effort) = (NodeCost::new(&ticks, limit), &mut Effort::for_one_tree());
    best_list(cost, job.targets, job.count(), max_height, effort)
}

/// The list of equal fanouts of the least height.
fn uniform_list(fanout: u64, job: &Job) -> Option<Vec<u64>> {
    let max_height = job.limits.max_height.unwrap_or(u32::MAX);
    let height = least_height(job.targets.of_internal_node(), fanout, job.count());
    height.filter(|&height| height <= max_height).map(|height| vec![fanout; height as usize])
}

fn latency(cost: &dyn LevelCost) -> u64 {
    cost.latency(HostClass::default(), HostClass::default()).ticks()
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
    if is_latency(job) {
        return time;
    }
    let narrowest = 2 - job.targets.of_internal_node();
    let least_period = (narrowest..=limit.min(WIDEST)).filter_map(|x| cost.period(HostClass::default(), x)).min();
    let period = if limit > WIDEST { Time::ZERO } else { least_period.unwrap_or_default() };
    match job.objective {
        Objective::Latency => time,
        Objective::Period => period,
        Objective::Total { .. } => objective_value(job.objective, Score { time, period }).unwrap_or(Time::MAX),
    }
}
