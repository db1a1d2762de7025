use super::*;
use crate::partitions::partitions;
use crate::tree::even_split_of;
use proptest::prelude::*;

/// c(x) on Cab in picoseconds: 98 us + 49.3 us + 783 ns (x+1) + 157 ns (x+1)^2.
fn cab(fanout: u64) -> Option<u64> {
    let x = fanout.checked_add(1)?;
    x.checked_mul(x)?.checked_mul(157_000)?.checked_add(x.checked_mul(783_000)?)?.checked_add(147_300_000)
}

fn best_of(cost: NodeCost, targets: Targets, count: u64, max_height: u32) -> Result<BestList, NoList> {
    best_list(cost, targets, count, max_height, &mut Effort::for_one_tree())
}

fn best(cost: &(dyn Fn(u64) -> Option<u64> + Sync), targets: Targets, count: u64) -> BestList {
    best_of(NodeCost::new(cost, u64::MAX), targets, count, u32::MAX).expect("a tree exists")
}

/// A cost by fanout, from 1 on.
fn rising(base: u64, steps: &[u64]) -> Vec<u64> {
    steps
        .iter()
        .scan(base, |sum, step| {
            *sum += step;
            Some(*sum)
        })
        .collect()
}

fn in_table(costs: &[u64]) -> impl Fn(u64) -> Option<u64> + Sync {
    |fanout| costs.get(usize::try_from(fanout).ok()?.checked_sub(1)?).copied()
}

/// The least time over all rooted trees with so many targets, by every partition of the targets below the root.
fn by_partitions(own: usize, costs: &[u64], targets: usize, height: u32) -> Option<u64> {
    if targets == 1 {
        return Some(0);
    }
    let height = height.checked_sub(1)?;
    let below: Vec<Option<u64>> =
        (0..targets).map(|part| (part > 0).then(|| by_partitions(own, costs, part, height)).flatten()).collect();
    let mut best: Option<u64> = None;
    partitions(targets - own, targets - 1, &mut Vec::new(), &mut |parts| {
        let Some(cost) = costs.get(parts.len() - 1) else { return };
        let slowest = parts.iter().map(|&part| below[part]).try_fold(0, |slowest, time| Some(time?.max(slowest)));
        if let Some(time) = slowest.map(|slowest: u64| slowest + cost) {
            best = Some(best.map_or(time, |best| best.min(time)));
        }
    });
    best
}

/// f(n) for all n up to `count` by the recursion, over all fanouts.
fn by_recursion(own: u64, cost: &dyn Fn(u64) -> Option<u64>, count: u64) -> Vec<u64> {
    let mut least = vec![0, 0];
    for n in 2..=count {
        let through = |x: u64| {
            let part = usize::try_from((n - own).div_ceil(x)).expect("small");
            Some(cost(x)? + least.get(part)?)
        };
        least.push((2 - own..=n - own).filter_map(through).min().expect("a fanout"));
    }
    least
}

#[test]
fn constant_and_tiny_slopes_are_no_trouble() {
    let flat = best(&|_| Some(5), Targets::Leaves, 1 << 63);
    assert_eq!((flat.ticks, flat.fanouts), (5, vec![1 << 63]));
    let free = best(&|_| Some(0), Targets::Leaves, 1 << 63);
    assert_eq!((free.ticks, free.fanouts), (0, vec![1 << 63]));
    let linear = |fanout: u64| fanout.checked_mul(1_000)?.checked_add(147_300_000);
    let list = best(&linear, Targets::Leaves, 1_000_000_000_000_000_000);
    assert_eq!(list.ticks, 4 * 147_300_000 + 126_492_000);
    assert_eq!(list.bound, list.ticks);
    let product: u128 = list.fanouts.iter().map(|&x| u128::from(x)).product();
    assert!(product >= 1_000_000_000_000_000_000);
}

#[test]
fn one_leaf_more_than_full_levels() {
    // All fanouts up to 1000 cost the same, so one leaf more takes one level more.
    let capped = |fanout: u64| (fanout <= 1000).then_some(7);
    let list = best(&capped, Targets::Leaves, 1001);
    assert_eq!((list.ticks, list.bound, list.fanouts.len()), (14, 14, 2));
    let list = best(&capped, Targets::Leaves, 10u64.pow(15) + 1);
    assert_eq!((list.ticks, list.bound, list.fanouts.len()), (42, 42, 6));
}

#[test]
fn a_chain_wins_if_one_child_is_cheap() {
    let cost = |x: u64| Some(if x == 1 { 1 } else { 1_000_000 });
    let found = best(&cost, Targets::Members, 1_000);
    assert_eq!((found.ticks, found.bound, found.fanouts), (999, 999, vec![1; 999]));
    // A chain of 2,000,000 would take twice as long; chains between are too deep to search.
    let found = best(&cost, Targets::Members, 2_000_000);
    assert_eq!((found.ticks, found.fanouts), (1_000_000, vec![1_999_999]));
    assert_eq!(found.bound, 1_025, "more than 1,024 levels of one child or more");
    let free = best(&|_| Some(0), Targets::Members, 1 << 63);
    assert_eq!((free.ticks, free.bound), (0, 0));
}

#[test]
fn what_cannot_be_reached_says_so() {
    let too_low = |least_height| Err(NoList::TooLow { least_height });
    let cost = NodeCost::new(&cab, 3);
    for max_height in [0, 2] {
        assert_eq!(best_of(cost, Targets::Leaves, 10, max_height), too_low(Some(3)));
    }
    assert_eq!(best_of(cost.up_to(1), Targets::Leaves, 10, 9), too_low(None));
    let cost = cost.up_to(1);
    assert_eq!(best_of(cost, Targets::Members, 5_000, u32::MAX), Err(NoList::TooDeep { levels: 4_999 }));
    assert_eq!(best_of(cost, Targets::Members, 50, 9), too_low(Some(49)));
    assert_eq!(best_of(cost.up_to(0), Targets::Members, 5, 9), too_low(None));
    let found = best_of(cost, Targets::Members, 1_025, u32::MAX).expect("1,024 levels");
    assert_eq!((found.fanouts.len(), found.bound), (1_024, found.ticks));
    let long = |fanout: u64| Some(u64::MAX - 1000 + fanout);
    for targets in [Targets::Leaves, Targets::Members] {
        assert_eq!(best_of(NodeCost::new(&long, 100), targets, 102, 9), Err(NoList::NotRepresentable));
    }
}

#[test]
fn huge_numbers_of_members_have_a_proof() {
    for members in [1_000_000, 1_000_000_000_000, 10u64.pow(18), 1 << 63] {
        let found = best(&cab, Targets::Members, members);
        assert_eq!(found.bound, found.ticks, "{members}: {:?}", found.fanouts);
        let shorter = found.fanouts.len() - 1;
        assert!(even_split_of(Targets::Members, members, &found.fanouts[..shorter]).is_none());
    }
    let linear = |fanout: u64| fanout.checked_mul(1_000)?.checked_add(1_000_000_000);
    let found = best(&linear, Targets::Members, 10u64.pow(18));
    assert_eq!(found.bound, found.ticks, "{:?}", found.fanouts);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn equals_all_trees(
        steps in prop::collection::vec(prop_oneof![3 => Just(0u64), 4 => 1u64..4, 2 => 1u64..50], 20),
        base in prop_oneof![Just(0u64), 1u64..30, 100u64..1000],
        count in 1usize..15,
        widest in 1usize..15,
        max_height in prop_oneof![1u32..6, Just(20)],
        targets in prop::sample::select(vec![Targets::Leaves, Targets::Members]),
    ) {
        let costs = rising(base, &steps);
        let cost = in_table(&costs);
        let own = usize::try_from(targets.of_internal_node()).expect("0 or 1");
        let expected = by_partitions(own, &costs[..widest], count, max_height);
        match (expected, best_of(NodeCost::new(&cost, widest as u64), targets, count as u64, max_height)) {
            (Some(ticks), Ok(list)) => {
                prop_assert_eq!((list.ticks, list.bound), (ticks, ticks));
                prop_assert!(list.fanouts.len() <= max_height as usize);
                prop_assert!(even_split_of(targets, count as u64, &list.fanouts).is_some());
                prop_assert_eq!(list.fanouts.iter().map(|&x| cost(x).expect("a cost")).sum::<u64>(), ticks);
            }
            (None, Err(NoList::TooLow { .. })) => {}
            (expected, found) => prop_assert!(false, "{expected:?} {found:?}"),
        }
    }

    #[test]
    fn equals_the_recursion(
        steps in prop::collection::vec(prop_oneof![3 => Just(0u64), 4 => 1u64..40, 1 => 1u64..500], 300),
        base in prop_oneof![Just(0u64), 1u64..30, 100u64..10_000],
        targets in prop::sample::select(vec![Targets::Leaves, Targets::Members]),
    ) {
        let costs = rising(base, &steps);
        let cost = in_table(&costs);
        let least = by_recursion(targets.of_internal_node(), &cost, 300);
        for count in [2, 3, 5, 17, 50, 129, 300] {
            let found = best(&cost, targets, count);
            prop_assert_eq!(found.ticks, least[usize::try_from(count).expect("small")], "{}", count);
            prop_assert_eq!(found.bound, found.ticks);
        }
    }
}
