//! The fastest k-nomial tree with any fanouts.
//!
//! A list of fanouts f1, ..., fh describes a tree level by level: the ranks that have the message each send it to f - 1
//! others, so that f times as many have it. What a level takes depends on how many ranks lie between a parent and its
//! children and on its fanout alone, so the best list is a shortest path over these distances, from 1 to at least P.

use crate::job::Layout;
use crate::model::stage::{Pattern, Stage, StageCost};
use crate::schedule::stages::Order;
use crate::search::collective::Exhaustive;
use crate::units::Time;
use std::collections::BTreeMap;

/// Up to so many ranks every list of fanouts is looked at.
const ALL_LISTS: u64 = 64;

/// The largest fanout that is looked at among more ranks, besides those that fill a host and that end the list.
const LARGEST_FANOUT: u64 = 8;

/// Among more ranks than so many only fanouts up to 3 are: there are too many products of others.
const MANY_RANKS: u64 = 1 << 20;

/// The level in which ranks `distance` apart get the message from one of `fanout`.
fn level(order: Order, distance: u64, fanout: u64) -> Pattern {
    match order {
        Order::FarFirst => {
            Pattern::Children { step: distance.saturating_mul(fanout), stride: distance, from: 1, to: fanout }
        }
        Order::NearFirst => Pattern::Spread { holders: distance, from: 1, to: fanout },
    }
}

/// A k-nomial tree and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NomialTree {
    /// The fanouts in the order of time, the root's first level first.
    pub fanouts: Vec<u64>,
    /// The time of all levels.
    pub time: Time,
    /// Whether every list was looked at.
    pub exhaustive: Exhaustive,
}

/// The best way to a distance: the time of its levels, the distance before and the fanout that leads from there.
#[derive(Clone, Copy)]
struct Step {
    time: Time,
    from: u64,
    fanout: u64,
}

/// The fastest list of fanouts under a cost; `stage` makes the stage of a pattern. Of lists that take as long
/// it is the same one whenever it is asked. `None` where every time exceeds [`Time::MAX`],
/// or there is a single rank.
pub fn best_nomial(
    cost: &dyn StageCost,
    layout: &Layout,
    order: Order,
    stage: impl Fn(Pattern) -> Stage,
) -> Option<NomialTree> {
    let ranks = layout.ranks();
    let mut reached: BTreeMap<u64, Step> = BTreeMap::from([(1, Step { time: Time::ZERO, from: 0, fanout: 1 })]);
    // Every step multiplies, so distances are left in rising order, each for good.
    let mut distance = 1;
    while distance < ranks {
        let here = reached[&distance].time;
        for fanout in fanouts(distance, layout) {
            let Some(taken) = cost.time(&stage(level(order, distance, fanout)), layout) else { continue };
            let Some(time) = here.checked_add(taken) else { continue };
            // What lies beyond the last rank is all one.
            let next = distance.saturating_mul(fanout).min(ranks);
            let step = Step { time, from: distance, fanout };
            let best = reached.entry(next).or_insert(step);
            if time < best.time {
                *best = step;
            }
        }
        distance = *reached.range(distance + 1..).next()?.0;
    }
    let time = reached.get(&ranks).filter(|_| ranks > 1)?.time;
    let mut path = Vec::new();
    let mut at = ranks;
    while at > 1 {
        let Step { from, fanout, .. } = reached[&at];
        path.push(fanout);
        at = from;
    }
    // Distances grow towards the root where the farthest are first, and away from it where the nearest are.
    if order == Order::NearFirst {
        path.reverse();
    }
    let exhaustive = if ranks <= ALL_LISTS { Exhaustive::Yes } else { Exhaustive::No };
    Some(NomialTree { fanouts: path, time, exhaustive })
}

/// The fanouts to look at from a distance on, none twice; the last reaches the last rank.
fn fanouts(distance: u64, layout: &Layout) -> impl Iterator<Item = u64> {
    let last = layout.ranks().div_ceil(distance);
    let largest = match layout.ranks() {
        ranks if ranks <= ALL_LISTS => last - 1,
        ranks if ranks <= MANY_RANKS => LARGEST_FANOUT.min(last - 1),
        _ => 3.min(last - 1),
    };
    let some = 2..=largest;
    let most = *some.end();
    let fills_host = Some(layout.ranks_per_host() / distance)
        .filter(|&fanout| fanout > most && fanout < last && fanout * distance == layout.ranks_per_host());
    some.chain(fills_host).chain([last])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Mapping;
    use crate::model::stage::{Sight, Stage};
    use std::hash::{DefaultHasher, Hash, Hasher};

    /// Costs without any order: those of a stage are drawn by its pattern.
    struct Drawn(u64);

    impl StageCost for Drawn {
        fn name(&self) -> &'static str {
            "drawn"
        }

        fn sight(&self) -> Sight {
            Sight::Hosts
        }

        fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
            let mut hasher = DefaultHasher::new();
            (self.0, stage.pattern).hash(&mut hasher);
            Time::from_ticks(hasher.finish() % 1000).checked_mul(stage.stages(layout.ranks()))
        }

        fn at_least(&self, _bytes: u64, _layout: &Layout) -> Option<Time> {
            Some(Time::ZERO)
        }
    }

    fn layout(ranks: u64) -> Layout {
        Layout::new(ranks, 4, Mapping::Sequential).expect("valid")
    }

    /// Every list of fanouts whose product without the last is below P, with its time, from a distance on.
    fn least(cost: &Drawn, layout: &Layout, order: Order, distance: u64) -> u64 {
        let ranks = layout.ranks();
        if distance >= ranks {
            return 0;
        }
        let level = |fanout: u64| {
            let stage = Stage::new(level(order, distance, fanout), 1);
            cost.time(&stage, layout).expect("small").ticks() + least(cost, layout, order, distance * fanout)
        };
        (2..=ranks.div_ceil(distance)).map(level).min().expect("a list")
    }

    #[test]
    fn the_best_list_is_that_of_all_lists() {
        for (ranks, seed) in (2..=33).chain([48, 60, 64]).flat_map(|ranks| (0..8).map(move |seed| (ranks, seed))) {
            let (cost, layout) = (Drawn(seed), layout(ranks));
            for order in [Order::FarFirst, Order::NearFirst] {
                let best = best_nomial(&cost, &layout, order, |pattern| Stage::new(pattern, 1)).expect("a list");
                assert_eq!(best.time.ticks(), least(&cost, &layout, order, 1), "{ranks} ranks, {order:?}");
                assert_eq!(best.exhaustive, Exhaustive::Yes);
                assert!(best.fanouts.iter().product::<u64>() >= ranks);
                let mut distance = 1;
                let towards_leaves: Vec<u64> = match order {
                    Order::FarFirst => best.fanouts.iter().rev().copied().collect(),
                    Order::NearFirst => best.fanouts.clone(),
                };
                let levels = towards_leaves.iter().map(|&fanout| {
                    let stage = Stage::new(level(order, distance, fanout), 1);
                    distance *= fanout;
                    cost.time(&stage, &layout).expect("small").ticks()
                });
                assert_eq!(levels.sum::<u64>(), best.time.ticks(), "the list takes what is said of it");
            }
        }
    }

    #[test]
    fn a_rank_alone_has_no_tree_and_many_have_one() {
        let best = |ranks| best_nomial(&Drawn(1), &layout(ranks), Order::FarFirst, |pattern| Stage::new(pattern, 1));
        assert_eq!(best(1), None);
        let many = best(1_000_000).expect("a list");
        assert!(many.exhaustive == Exhaustive::No && many.fanouts.iter().product::<u64>() >= 1_000_000);
    }
}
