//! The fastest k-nomial tree with any fanouts.
//!
//! A list of fanouts f1, ..., fh describes a tree level by level: the ranks that have the message each send it to f - 1
//! others, so that f times as many have it. The time of a level depends only on the number of ranks between a parent and its
//! children and on its fanout, so the best list is a shortest path over these distances, from 1 to at least P. If ranks go
//! on without waiting for a level to end, each path to a distance has two times, and all paths that are best in either are
//! kept.

use super::may_overlap;
use crate::collective::Exhaustive;
use crate::schedule::stages::Order;
use logpine_models::job::Layout;
use logpine_models::model::stage::{Direction, LevelTimes, Pattern, Stage, StageCost, TreeLevel};
use logpine_text::integer::ceil_log2;
use logpine_text::units::Time;
use std::collections::BTreeMap;

/// The maximum number of ranks for which every list of fanouts is examined.
const ALL_LISTS: u64 = 64;

/// The largest fanout that is examined among more ranks, besides those that fill a host and those that end the list.
const LARGEST_FANOUT: u64 = 8;

/// The number of ranks above which only fanouts up to 3 are examined: there are too many products of others.
const MANY_RANKS: u64 = 1 << 20;

/// A k-nomial tree and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NomialTree {
    /// The order of the digits.
    pub order: Order,
    /// The fanouts in the order of time, the root's first level first.
    pub fanouts: Vec<u64>,
    /// The time of all levels.
    pub time: Time,
    /// Exhaustive if every list was examined.
    pub exhaustive: Exhaustive,
}

/// A path to a distance: the times of its levels, the index of the path to the previous distance among those that are kept,
/// and the fanout that leads on from there.
#[derive(Clone, Copy)]
struct Step {
    times: LevelTimes,
    from: (u64, usize),
    fanout: u64,
}

/// A level, by its effect on the time.
enum Level {
    /// A level that begins when the previous one ends, and takes this time.
    Added(Time),
    /// A level that overlaps with others, because ranks go on without waiting.
    Overlapping(TreeLevel),
}

impl Level {
    /// The times of the levels up to this one.
    fn join(&self, below: LevelTimes) -> Option<LevelTimes> {
        match self {
            Self::Added(time) => {
                let time = below.last.checked_add(*time)?;
                Some(LevelTimes { full: time, last: time })
            }
            Self::Overlapping(level) => level.join(below),
        }
    }
}

/// Keeps a path unless another is as good, and drops those that are no better.
fn keep(ways: &mut Vec<Step>, new: Step) {
    let covers = |a: LevelTimes, b: LevelTimes| a.full <= b.full && a.last <= b.last;
    if ways.iter().all(|way| !covers(way.times, new.times)) {
        ways.retain(|way| !covers(new.times, way.times));
        ways.push(new);
    }
}

/// Returns the fastest list of fanouts in one of `orders` under a cost; `stage` makes the stage of a pattern. Among equally
/// fast lists the choice is deterministic. `None` if every time exceeds [`Time::MAX`], or for a single rank.
pub fn best_nomial(
    cost: &dyn StageCost,
    layout: &Layout,
    orders: &[Order],
    stage: impl Fn(Pattern) -> Stage,
) -> Option<NomialTree> {
    let lists = |order| Lists { cost, layout, order, stage: &stage };
    let equal = 2..=largest_fanout(layout.ranks());
    let equal = orders.iter().flat_map(|&order| equal.clone().filter_map(move |fanout| lists(order).equal(fanout)));
    let mut most = equal.min();
    let mut best: Option<NomialTree> = None;
    for &order in orders {
        let Some(found) = lists(order).best(most) else { continue };
        most = Some(found.time);
        let key = |tree: &NomialTree| (tree.time, tree.fanouts.len());
        if best.as_ref().is_none_or(|best| key(&found) < key(best)) {
            best = Some(found);
        }
    }
    best
}

/// The lists of one order.
struct Lists<'a, S> {
    cost: &'a dyn StageCost,
    layout: &'a Layout,
    order: Order,
    stage: &'a S,
}

impl<S: Fn(Pattern) -> Stage> Lists<'_, S> {
    /// The time of a level.
    fn time(&self, distance: u64, fanout: u64) -> Option<Time> {
        let stage = (self.stage)(self.order.level(distance, fanout));
        let is_last = match (self.order, stage.direction) {
            (Order::FarFirst, Direction::Forward) | (Order::NearFirst, Direction::Backward) => distance == 1,
            _ => distance.saturating_mul(fanout) >= self.layout.ranks(),
        };
        self.cost.time(&if is_last { stage } else { stage.followed_by(&stage) }, self.layout)
    }

    /// The level from a distance on; `None` if it takes longer than [`Time::MAX`].
    fn level(&self, distance: u64, fanout: u64) -> Option<Level> {
        let stage = (self.stage)(self.order.level(distance, fanout));
        let overlapping = self.cost.ports().and_then(|ports| TreeLevel::of(ports, &stage, self.layout.ranks()));
        overlapping
            .map_or_else(|| self.time(distance, fanout).map(Level::Added), |level| Some(Level::Overlapping(level)))
    }

    /// The time of the list of equal fanouts, except for the last.
    fn equal(&self, fanout: u64) -> Option<Time> {
        let ranks = self.layout.ranks();
        let (mut distance, mut time) = (1, Time::ZERO);
        while distance < ranks {
            let fanout = fanout.min(ranks.div_ceil(distance));
            time = time.checked_add(self.time(distance, fanout)?)?;
            distance = distance.saturating_mul(fanout);
        }
        Some(time)
    }

    /// The least time of every stage; 0 if stages may overlap.
    fn least(&self) -> Time {
        let Self { cost, layout, .. } = *self;
        let overlaps = may_overlap(cost, layout);
        // No message is shorter than the first level's.
        let shortest = (self.stage)(self.order.level(1, 2)).bytes;
        cost.at_least(shortest, layout).filter(|_| !overlaps).unwrap_or(Time::ZERO)
    }

    /// The fastest list, unless all take longer than `most`.
    fn best(&self, most: Option<Time>) -> Option<NomialTree> {
        let (layout, ranks, least) = (self.layout, self.layout.ranks(), self.least());
        let hopeless = |time: Time, distance: u64| {
            // A stage at most doubles the distance.
            let stages = ceil_log2(ranks.div_ceil(distance)).into();
            let whole = least.checked_mul(stages).and_then(|rest| time.checked_add(rest));
            whole.is_none_or(|whole| most.is_some_and(|most| whole > most))
        };
        let none = Step { times: LevelTimes::default(), from: (0, 0), fanout: 1 };
        let mut reached: BTreeMap<u64, Vec<Step>> = BTreeMap::from([(1, vec![none])]);
        // Every step multiplies, so distances are finished in rising order.
        let mut distance = 1;
        while distance < ranks {
            let here: Vec<LevelTimes> = reached[&distance].iter().map(|way| way.times).collect();
            for fanout in fanouts(distance, layout) {
                // All distances beyond the last rank are one.
                let next = distance.saturating_mul(fanout).min(ranks);
                let Some(level) = self.level(distance, fanout) else { continue };
                for (index, &below) in here.iter().enumerate() {
                    let times = level.join(below).filter(|times| !hopeless(times.last, next));
                    let Some(mut times) = times else { continue };
                    if next == ranks {
                        // There is only one subtree as large as the whole tree.
                        times.full = times.last;
                    }
                    keep(reached.entry(next).or_default(), Step { times, from: (distance, index), fanout });
                }
            }
            distance = *reached.range(distance + 1..).next()?.0;
        }
        let time = reached.get(&ranks).filter(|_| ranks > 1)?.first()?.times.last;
        let mut fanouts = Vec::new();
        let mut at = (ranks, 0);
        while at.0 > 1 {
            let Step { from, fanout, .. } = reached[&at.0][at.1];
            fanouts.push(fanout);
            at = from;
        }
        // Distances grow towards the root if the farthest come first, and away from it if the nearest do.
        if self.order == Order::NearFirst {
            fanouts.reverse();
        }
        let exhaustive = if ranks <= ALL_LISTS { Exhaustive::Yes } else { Exhaustive::No };
        Some(NomialTree { order: self.order, fanouts, time, exhaustive })
    }
}

/// The largest fanout that is examined unless it reaches the last rank.
const fn largest_fanout(ranks: u64) -> u64 {
    match ranks {
        _ if ranks <= ALL_LISTS => ranks,
        _ if ranks <= MANY_RANKS => LARGEST_FANOUT,
        _ => 3,
    }
}

/// The fanouts to examine from a distance on, without repetition; the last reaches the last rank.
fn fanouts(distance: u64, layout: &Layout) -> impl Iterator<Item = u64> {
    let last = layout.ranks().div_ceil(distance);
    let largest = largest_fanout(layout.ranks()).min(last - 1);
    let some = 2..=largest;
    let most = *some.end();
    let fills_host = Some(layout.ranks_per_host() / distance)
        .filter(|&fanout| fanout > most && fanout < last && fanout * distance == layout.ranks_per_host());
    some.chain(fills_host).chain([last])
}

#[cfg(test)]
mod tests {
    use super::super::drawn::Drawn;
    use super::*;
    use logpine_models::job::Mapping;
    use logpine_models::model::stage::Stage;

    /// The least time of a random stage.
    const LEAST: u64 = 30;

    fn layout(ranks: u64) -> Layout {
        Layout::new(ranks, 4, Mapping::Sequential).expect("valid")
    }

    /// The least time over every list of fanouts whose product without the last is below P, from a distance on.
    fn least(cost: &Drawn, layout: &Layout, order: Order, distance: u64) -> u64 {
        let ranks = layout.ranks();
        if distance >= ranks {
            return 0;
        }
        let level = |fanout: u64| {
            let stage = Stage::new(order.level(distance, fanout), 1);
            cost.time(&stage, layout).expect("small").ticks() + least(cost, layout, order, distance * fanout)
        };
        (2..=ranks.div_ceil(distance)).map(level).min().expect("a list")
    }

    #[test]
    fn the_best_list_is_that_of_all_lists() {
        for (ranks, seed) in (2..=33).chain([48, 60, 64]).flat_map(|ranks| (0..8).map(move |seed| (ranks, seed))) {
            let (cost, layout) = (Drawn { seed, least: LEAST }, layout(ranks));
            for order in [Order::FarFirst, Order::NearFirst] {
                let best = best_nomial(&cost, &layout, &[order], |pattern| Stage::new(pattern, 1)).expect("a list");
                assert_eq!(best.time.ticks(), least(&cost, &layout, order, 1), "{ranks} ranks, {order:?}");
                assert_eq!(best.exhaustive, Exhaustive::Yes);
                assert!(best.fanouts.iter().product::<u64>() >= ranks);
                let mut distance = 1;
                let towards_leaves: Vec<u64> = match order {
                    Order::FarFirst => best.fanouts.iter().rev().copied().collect(),
                    Order::NearFirst => best.fanouts.clone(),
                };
                let levels = towards_leaves.iter().map(|&fanout| {
                    let stage = Stage::new(order.level(distance, fanout), 1);
                    distance *= fanout;
                    cost.time(&stage, &layout).expect("small").ticks()
                });
                assert_eq!(levels.sum::<u64>(), best.time.ticks(), "the list takes what is said of it");
            }
            let orders = [Order::FarFirst, Order::NearFirst];
            let best =
                best_nomial(&cost, &layout, &orders, |pattern| Stage::new(pattern, 1)).map(|best| best.time.ticks());
            assert_eq!(best, orders.map(|order| least(&cost, &layout, order, 1)).into_iter().min());
        }
    }

    #[test]
    fn a_rank_alone_has_no_tree_and_many_have_one() {
        let best = |ranks| {
            best_nomial(&Drawn { seed: 1, least: LEAST }, &layout(ranks), &[Order::FarFirst], |pattern| {
                Stage::new(pattern, 1)
            })
        };
        assert_eq!(best(1), None);
        let many = best(1_000_000).expect("a list");
        assert!(many.exhaustive == Exhaustive::No && many.fanouts.iter().product::<u64>() >= 1_000_000);
    }
}
