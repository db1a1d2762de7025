//! Optimal summation.

use crate::tests::engines::port::ticks;
use crate::tests::engines::port::walk::fanouts;
use logpine_models::model::Port;
use logpine_trees::tree::Tree;
use logpine_trees::tree::earliest::{PortError, Summation};
use proptest::prelude::*;

fn summation(latency: u64, overhead: u64, gap: u64, ranks: u64) -> Summation {
    let [overhead, gap, delivery] = [overhead, gap.max(overhead), latency + 2 * overhead].map(ticks);
    let port = Port { send_busy: overhead, send_gap: gap, recv_busy: overhead, recv_gap: gap, delivery };
    Summation::new(port, ticks(1), ranks).expect("an addition is a tick")
}

/// Culler et al. (1993), figure 4, and the values of other times on the same machine.
#[test]
fn the_published_summation() {
    let eight = summation(5, 2, 4, 8);
    let times = [10, 12, 15, 20, 24, 28, 32, 40];
    let values = times.map(|time| eight.values(ticks(time)));
    assert_eq!(values, [11, 13, 19, 33, 51, 79, 111, 175].map(Ok));
    let plan = eight.plan(ticks(28)).expect("a small plan");
    let budgets: Vec<(u64, u64)> = plan.budgets.iter().map(|budget| (budget.time.ticks(), budget.ranks)).collect();
    assert_eq!(budgets, [(28, 1), (18, 1), (14, 1), (10, 1), (8, 1), (6, 1), (4, 2)]);
    assert_eq!((plan.values, plan.tree.ranks()), (79, 8));
}

/// The most values that exactly up to that many ranks sum in each time, by trying every number of children and every
/// division of the ranks among them.
struct ByDivision {
    latency: u64,
    overhead: u64,
    gap: u64,
    /// By time and ranks.
    best: Vec<Vec<u64>>,
}

impl ByDivision {
    fn new(latency: u64, overhead: u64, gap: u64, time: u64, ranks: usize) -> Self {
        let mut all = Self { latency, overhead, gap, best: Vec::new() };
        for time in 0..=time {
            let row = (0..=ranks).map(|ranks| if ranks == 0 { 0 } else { all.most(time, ranks) }).collect();
            all.best.push(row);
        }
        all
    }

    fn most(&self, time: u64, ranks: usize) -> u64 {
        let mut best = time + 1;
        // The sums of the first i children, by the ranks they take.
        let mut sums: Vec<Option<u64>> = vec![None; ranks];
        sums[0] = Some(0);
        for child in 0.. {
            let receptions = (child + 1) * (self.overhead + 1);
            let apart = self.gap.max(self.overhead + 1);
            let Some(budget) = time.checked_sub(2 * self.overhead + self.latency + 1 + child * apart) else { break };
            if receptions > time {
                break;
            }
            let mut with_child: Vec<Option<u64>> = vec![None; ranks];
            for (taken, &sum) in sums.iter().enumerate() {
                let Some(sum) = sum else { continue };
                for own in 1..ranks - taken {
                    let sum = sum + self.best[usize::try_from(budget).expect("a small time")][own];
                    with_child[taken + own] = with_child[taken + own].max(Some(sum));
                }
            }
            sums = with_child;
            let most = sums.iter().flatten().max();
            best = best.max(most.map_or(0, |most| time - receptions + 1 + most));
        }
        best
    }
}

#[test]
fn no_division_sums_more() {
    for latency in 0..7 {
        for overhead in 0..4 {
            for gap in 1..6 {
                let brute = ByDivision::new(latency, overhead, gap, 25, 6);
                for (time, row) in (0..).zip(&brute.best) {
                    for (ranks, &best) in (0..).zip(row).skip(1) {
                        let found = summation(latency, overhead, gap, ranks).values(ticks(time));
                        assert_eq!(found, Ok(best), "L {latency} o {overhead} g {gap}: T {time}, {ranks} ranks");
                    }
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn the_plan_sums_the_values_and_the_time_is_least(
        latency in 0u64..20, overhead in 0u64..6, gap in 1u64..9, ranks in 1u64..200, values in 1u64..5000,
    ) {
        let summation = summation(latency, overhead, gap, ranks);
        let time = summation.time(values).expect("a small time");
        prop_assert!(summation.values(time).expect("a small time") >= values);
        if let Some(before) = time.checked_sub(ticks(1)) {
            prop_assert!(summation.values(before).expect("a small time") < values);
        }
        let plan = summation.plan(time).expect("a small plan");
        prop_assert_eq!(plan.values, summation.values(time).expect("a small time"));
        let tree = Tree::from_fanouts(fanouts(&plan.tree)).expect("all ranks are listed");
        prop_assert!(tree.len() as u64 <= ranks);
        // Sends of the children and receptions of the parents, rank by rank.
        let mut budgets = vec![time.ticks()];
        let mut sum = 0;
        for rank in tree.nodes() {
            let (budget, fanout) = (budgets[rank as usize], u64::from(tree.fanout(rank)));
            let own = summation.own_values(ticks(budget), fanout);
            prop_assert_eq!(own, budget + 1 - fanout * (overhead + 1));
            sum += own;
            for child in 0..fanout {
                budgets.push(budget - (2 * overhead + latency + 1) - child * gap.max(overhead + 1));
            }
        }
        prop_assert_eq!(sum, plan.values);
        budgets.sort_unstable_by(|a, b| b.cmp(a));
        let listed: Vec<u64> =
            plan.budgets.iter().flat_map(|budget| (0..budget.ranks).map(|_| budget.time.ticks())).collect();
        prop_assert_eq!(budgets, listed);
    }
}

#[test]
fn large_numbers_of_ranks_and_values() {
    let all = summation(5, 2, 4, 1 << 63);
    let time = all.time(1 << 63).expect("a representable time");
    assert!(all.values(time).expect("few budgets") >= 1 << 63);
    assert!(all.values(ticks(time.ticks() - 1)).expect("few budgets") < 1 << 63);
    assert_eq!(summation(5, 2, 4, 1).time(u64::MAX), Ok(ticks(u64::MAX - 1)));
    assert_eq!(summation(5, 2, 4, 1).values(ticks(u64::MAX)), Ok(u64::MAX));
    assert_eq!(summation(5, 2, 4, 0).time(0), Ok(ticks(0)));
}

#[test]
fn additions_are_whole() {
    let port = Port { recv_busy: ticks(2), recv_gap: ticks(9), delivery: ticks(7), ..Port::default() };
    assert_eq!(Summation::new(port, ticks(0), 4).err(), Some(PortError::NoAddition));
    assert_eq!(Summation::new(port, ticks(2), 4).err(), Some(PortError::NotWholeAdditions));
    assert_eq!(Summation::new(port, ticks(4), 4).err(), Some(PortError::NotWholeAdditions));
    assert_eq!(Summation::new(port, ticks(1), 4).and_then(|sum| sum.values(ticks(1))), Ok(2));
    assert_eq!(Summation::new(port, ticks(u64::MAX), 4).err(), Some(PortError::NotRepresentable));
}
