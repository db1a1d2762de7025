//! Latency against period: the best latency among trees whose period is capped, for each cap that matters.
//!
//! A tree of period p has at least the best latency under the cap p. So the optimum of every objective, and the whole Pareto
//! front, lies among the best trees under some cap. The latency never rises with the cap, so nothing happens between two
//! caps with equal latency.

use super::effort::Effort;
use super::lists::{best_list, least_height};
use super::node_cost::NodeCost;
use super::partition::best_partition;
use super::{FrontError, Optimum, Proof, SearchError, is_chain_unbuilt, objective_value, widest_fanout};
use crate::tree::{MOST_LEVELS, Score, Shape, even_split_of, score};
use logpine_models::job::{Job, Objective, Targets};
use logpine_models::model::{HostClass, LevelCost};
use logpine_text::integer::first;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use std::ops::RangeInclusive;

/// A search for the best latency under a cap on the period. Larger caps allow every tree that smaller ones allow.
pub trait Capped: Sync {
    /// All caps, from the tightest to the one that excludes nothing.
    fn caps(&self) -> RangeInclusive<u64>;

    /// The least period of a tree that is allowed under this cap, but not under any tighter one.
    fn period(&self, cap: u64) -> Option<Time>;

    /// The tree of least latency under the cap, with a bound on the latency under this cap.
    fn solve(&self, cap: u64, effort: &mut Effort) -> Result<Optimum, SearchError>;

    /// True if any tree is allowed under the cap.
    fn is_feasible(&self, cap: u64) -> bool;

    /// The score of the chain, if it is excluded only because it has too many levels to be built: of all trees under the
    /// tightest cap it is the only one that is.
    fn unbuilt_chain(&self) -> Option<Score> {
        None
    }
}

/// Fanout lists. The cap is the largest fanout; wider fanouts of the same period are allowed too.
pub struct ListsBelow<'a> {
    cost: &'a dyn LevelCost,
    node_cost: NodeCost<'a>,
    targets: Targets,
    count: u64,
    max_height: u32,
}

impl<'a> ListsBelow<'a> {
    /// `ticks` is c(x) of `cost`, in ticks.
    pub fn new(cost: &'a dyn LevelCost, ticks: &'a (dyn Fn(u64) -> Option<u64> + Sync), job: &Job) -> Self {
        let limit = widest_fanout(cost, job);
        let max_height = job.limits.max_height.unwrap_or(u32::MAX);
        Self { cost, node_cost: NodeCost::new(ticks, limit), targets: job.targets, count: job.count(), max_height }
    }

    /// The widest fanout with the period of fanout `cap`. Allowing it makes no tree slower, and a wider fanout may win a
    /// tie.
    fn widest_of_period(&self, cap: u64) -> u64 {
        let ticks = |fanout: u64| self.cost.period(HostClass::default(), fanout).map(Time::ticks);
        let widest = self.node_cost.widest();
        match ticks(cap) {
            Some(period) if cap < widest => NodeCost::new(&ticks, widest).widest_within(period).unwrap_or(cap),
            _ => cap,
        }
    }
}

impl Capped for ListsBelow<'_> {
    fn caps(&self) -> RangeInclusive<u64> {
        let narrowest = 2 - self.targets.of_internal_node();
        narrowest..=self.node_cost.widest().max(narrowest)
    }

    fn period(&self, cap: u64) -> Option<Time> {
        self.cost.period(HostClass::default(), cap)
    }

    fn is_feasible(&self, cap: u64) -> bool {
        let widest = self.node_cost.up_to(self.widest_of_period(cap)).widest();
        let height = least_height(self.targets.of_internal_node(), widest, self.count);
        height.is_some_and(|height| height <= self.max_height.min(MOST_LEVELS))
    }

    fn unbuilt_chain(&self) -> Option<Score> {
        let is_unbuilt = is_chain_unbuilt(self.targets, self.count, self.max_height) && self.node_cost.widest() > 0;
        let below = is_unbuilt.then(|| self.cost.level(1)?.checked_mul(self.count - 1)).flatten();
        let time = below.and_then(|below| below.checked_add(self.cost.startup()))?;
        Some(Score { time, period: self.cost.period(HostClass::default(), 1)? })
    }

    fn solve(&self, cap: u64, effort: &mut Effort) -> Result<Optimum, SearchError> {
        // The cost of a solution besides the search proper.
        effort.spend(1 << 12);
        let within = self.node_cost.up_to(self.widest_of_period(cap));
        let list = best_list(within, self.targets, self.count, self.max_height, effort)?;
        let bound = Time::from_ticks(list.bound).checked_add(self.cost.startup());
        let shape = even_split_of(self.targets, self.count, &list.fanouts).expect("the list reaches all targets");
        let score = score(&shape, self.cost).map_err(|_| SearchError::NotRepresentable)?;
        let bound = bound.ok_or(SearchError::NotRepresentable)?;
        Ok(Optimum { shape, fanouts: Some(list.fanouts), score, bound, proof: Proof::FanoutLists })
    }
}

/// Partitions. The cap is an index into the possible periods of nodes.
pub struct PartitionsBelow<'a> {
    cost: &'a dyn LevelCost,
    /// c(x) and the period of a node with x children, by x.
    nodes: Vec<Option<(u64, Time)>>,
    periods: Vec<Time>,
    targets: Targets,
    count: usize,
    max_height: u32,
    watch: &'a dyn Watch,
}

impl<'a> PartitionsBelow<'a> {
    /// Prepares for at most [`most`](super::partition::most) targets.
    pub fn new(cost: &'a dyn LevelCost, job: &Job, watch: &'a dyn Watch) -> Self {
        let limit = widest_fanout(cost, job);
        let narrowest = 2 - job.targets.of_internal_node();
        let node = |fanout: u64| {
            let period = cost.period(HostClass::default(), fanout)?;
            (fanout >= narrowest).then_some(Some((cost.level(fanout)?.ticks(), period))).flatten()
        };
        let nodes: Vec<_> = (0..=limit).map(node).collect();
        let mut periods: Vec<Time> = nodes.iter().flatten().map(|&(_, period)| period).collect();
        periods.sort_unstable();
        periods.dedup();
        let count = usize::try_from(job.count()).expect("few targets");
        Self {
            cost,
            nodes,
            periods,
            targets: job.targets,
            count,
            max_height: job.limits.max_height.unwrap_or(u32::MAX),
            watch,
        }
    }

    fn best(&self, costs: &[Option<u64>], max_height: u32) -> Option<Shape> {
        best_partition(self.targets, costs, self.count, max_height, self.watch)
    }

    fn costs_within(&self, period: Option<Time>) -> Vec<Option<u64>> {
        let within = |&(ticks, own): &(u64, Time)| (own <= period?).then_some(ticks);
        self.nodes.iter().map(|node| node.as_ref().and_then(within)).collect()
    }
}

impl Capped for PartitionsBelow<'_> {
    fn caps(&self) -> RangeInclusive<u64> {
        0..=(self.periods.len() as u64).saturating_sub(1)
    }

    fn period(&self, cap: u64) -> Option<Time> {
        self.periods.get(usize::try_from(cap).ok()?).copied()
    }

    fn is_feasible(&self, cap: u64) -> bool {
        self.best(&self.costs_within(self.period(cap)), self.max_height).is_some()
    }

    fn solve(&self, cap: u64, _: &mut Effort) -> Result<Optimum, SearchError> {
        let costs = self.costs_within(self.period(cap));
        let Some(shape) = self.best(&costs, self.max_height) else {
            let works = |&height: &u32| self.best(&costs, height).is_some();
            let unlimited = self.best(&costs, u32::MAX);
            return Err(match unlimited.and_then(|tree| (1..=tree.height()).find(works)) {
                Some(least_height) => SearchError::TooLow { least_height },
                None => SearchError::NoFanouts,
            });
        };
        let score = score(&shape, self.cost).map_err(|_| SearchError::NotRepresentable)?;
        Ok(Optimum { shape, fanouts: None, bound: score.time, score, proof: Proof::Partitions })
    }
}

/// The best tree for the job's objective. A search that the watch has ended may say that there is no tree.
pub fn best(trees: &impl Capped, job: &Job, watch: &dyn Watch) -> Result<Optimum, SearchError> {
    match job.objective {
        Objective::Latency => trees.solve(*trees.caps().end(), &mut Effort::for_one_tree()),
        Objective::Period => least_period(trees),
        Objective::Total { waves } => least_total(trees, waves, watch),
    }
}

/// The tightest cap that allows a tree.
fn least_period(trees: &impl Capped) -> Result<Optimum, SearchError> {
    let cap = first(trees.caps(), |cap| trees.is_feasible(cap));
    let best = trees.solve(cap, &mut Effort::for_one_tree())?;
    // Every tighter cap excludes all trees, so every tree has a node with this period, but for a chain that is not built.
    let period = trees.period(cap).unwrap_or_default();
    let chain = trees.unbuilt_chain().map_or(period, |chain| chain.period);
    Ok(Optimum { bound: period.min(chain), ..best })
}

/// Branch and bound over the caps: between two caps, no total is below the one from the latency of the wider cap and the
/// period of the tighter one.
fn least_total(trees: &impl Capped, waves: u64, watch: &dyn Watch) -> Result<Optimum, SearchError> {
    let objective = Objective::Total { waves };
    let key = |tree: &Optimum| Some((objective_value(objective, tree.score)?, tree.score.time));
    let least = |wide: &Optimum, tightest: u64| {
        let score = Score { time: wide.bound, period: trees.period(tightest).unwrap_or(Time::MAX) };
        objective_value(objective, score).unwrap_or(Time::MAX)
    };
    let (first, last) = trees.caps().into_inner();
    let mut effort = Effort::for_many_trees();
    let mut best = trees.solve(last, &mut effort)?;
    let mut bound = trees.unbuilt_chain().and_then(|chain| objective_value(objective, chain)).unwrap_or(Time::MAX);
    // Ranges of caps, tightest..=widest, with the solution of the widest.
    let mut open = vec![(first, last, best.clone())];
    while let Some((tightest, widest, wide)) = open.pop() {
        if key(&best).is_some_and(|(best, _)| least(&wide, tightest) > best) {
            continue;
        }
        if key(&wide).is_some_and(|new| key(&best).is_none_or(|best| new < best)) {
            best = wide.clone();
        }
        let middle = tightest + (widest - tightest) / 2;
        let is_last = tightest == widest || effort.is_spent() || watch.is_over();
        let tight = (!is_last).then(|| trees.solve(middle, &mut effort).ok()).flatten();
        // No tree may mean that the search was ended.
        if is_last || tight.is_none() && watch.is_over() {
            bound = bound.min(least(&wide, tightest));
            continue;
        }
        if tight.as_ref().is_some_and(|tight| tight.score.time == wide.score.time) {
            // The latency stays the same up to the widest cap, so a longer period only adds.
            bound = bound.min(least(&wide, middle + 1));
        } else {
            open.push((middle + 1, widest, wide));
        }
        open.extend(tight.map(|tight| (tightest, middle, tight)));
    }
    let value = objective_value(objective, best.score).ok_or(SearchError::NotRepresentable)?;
    Ok(Optimum { bound: bound.min(value), ..best })
}

/// The trees that no other beats in both latency and period, by rising latency; those found until the watch ends the search, each with the
/// least latency for its period.
pub fn front(trees: &impl Capped, watch: &dyn Watch) -> Result<Vec<Optimum>, FrontError> {
    let mut effort = Effort::for_many_trees();
    let (first, last) = trees.caps().into_inner();
    let stopped = |error| if watch.is_over() { SearchError::Stopped } else { error };
    let widest = trees.solve(last, &mut effort).map_err(stopped)?;
    let tightest = trees.solve(first, &mut effort).ok();
    let mut points = Vec::from_iter(tightest.clone());
    // Ranges between two caps with the solutions of both; the tighter cap may have none.
    let mut open = vec![((first, tightest), (last, widest))];
    while let Some((low, high)) = open.pop() {
        if low.1.as_ref().is_some_and(|tight| tight.score.time == high.1.score.time) {
            continue;
        }
        if high.0 - low.0 <= 1 {
            points.push(high.1);
            continue;
        }
        if watch.is_over() {
            points.push(high.1);
            continue;
        }
        if effort.is_spent() {
            return Err(FrontError::TooFine);
        }
        let middle = low.0 + (high.0 - low.0) / 2;
        match trees.solve(middle, &mut effort) {
            Err(_) if watch.is_over() => points.push(high.1),
            Err(_) => open.push(((middle, None), high)),
            Ok(solution) => {
                open.push(((middle, Some(solution.clone())), high));
                open.push((low, (middle, solution)));
            }
        }
    }
    if watch.is_over() {
        points.retain(|point| point.bound == point.score.time);
    }
    if points.iter().any(|point| point.bound < point.score.time) {
        return Err(FrontError::TooFine);
    }
    points.sort_by_key(|tree| (tree.score.time, tree.score.period));
    let mut front: Vec<Optimum> = Vec::new();
    for point in points {
        if front.last().is_none_or(|last| point.score.period < last.score.period) {
            front.push(point);
        }
    }
    if front.is_empty() { Err(SearchError::Stopped.into()) } else { Ok(front) }
}
