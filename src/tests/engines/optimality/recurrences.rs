//! The optimum in ways that need no trees: by a recurrence, and by the sums that can be reached.

use crate::tests::engines::optimality::costs::{monotone_cost, small_cost};
use crate::tests::engines::optimality::reachable_sums::best_by_reachable_sums;
use crate::tests::engines::optimality::table_cost::TableCost;
use crate::tests::engines::optimality::{cab, checked_plan, job, score_of};
use logpine::answer::Plan;
use logpine::request::{Job, Limits, Objective, Status};
use logpine::units::Time;
use logpine_trees::search;
use logpine_trees::search::overlay;
use proptest::prelude::*;

#[test]
fn the_optimum_is_that_of_the_recurrence() {
    let cab = cab();
    let most = 2000;
    let best = best_by_recurrence(most, u32::MAX, &TableCost::copy(&cab, most as u64));
    for (n, &best) in best.iter().enumerate().skip(1) {
        let optimum = search::optimum(&cab, &Job::new(n as u64).expect("leaves"), &()).expect("a tree");
        assert_eq!((Some(optimum.score.time.ticks()), Some(optimum.bound.ticks())), (best, best), "{n} leaves");
    }
}

/// Least times by number of leaves, 0..=`leaves`, over trees of at most `height` levels:
/// f(n) = min over x of c(x) + f(ceil(n / x)), where f below has one level less.
fn best_by_recurrence(leaves: usize, height: u32, cost: &TableCost) -> Vec<Option<u64>> {
    let mut best = vec![None; leaves + 1];
    best[1] = Some(cost.startup);
    for _ in 0..height.min(64) {
        let below = best.clone();
        for (n, best) in best.iter_mut().enumerate().skip(2) {
            let with_root = |x: usize| Some(cost.node(x)? + below[n.div_ceil(x)]?);
            *best = (2..cost.busy.len()).filter_map(with_root).chain(*best).min();
        }
        if best == below {
            break;
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn monotone_costs_equal_the_recurrence(
        cost in prop_oneof![monotone_cost(40), monotone_cost(6)], max_height in prop::option::of(1u32..8),
    ) {
        let best = best_by_recurrence(300, max_height.unwrap_or(u32::MAX), &cost);
        let limits = Limits { max_height, max_fanout: None, max_internal: None };
        for (leaves, best) in best.iter().enumerate().skip(1) {
            let optimum = search::optimum(&cost, &job(leaves, Objective::Latency, limits), &()).ok();
            let ticks = |optimum: overlay::Optimum| (optimum.score.time.ticks(), optimum.bound.ticks());
            prop_assert_eq!(optimum.map(ticks), best.map(|best| (best, best)), "{} leaves", leaves);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_third_way_to_the_optimum_of_any_cost(cost in small_cost(9)) {
        let best = best_by_reachable_sums(150, &cost);
        for (leaves, best) in best.iter().enumerate().skip(1).step_by(7) {
            let plan = checked_plan(&cost, job(leaves, Objective::Latency, Limits::default()));
            prop_assert_eq!(plan.ok().map(|plan| score_of(&plan).time), *best, "{} leaves", leaves);
        }
    }
}

#[test]
fn beyond_the_search_over_partitions_the_bound_is_honest() {
    // 2 and 4 children are dear, 3 and 5 are cheap.
    let busy = vec![None, Some(1), Some(9), Some(2), Some(9), Some(3)];
    let cost = TableCost { period: busy.clone(), busy, latency: 0, startup: 7 };
    let most = 4200;
    let best = best_by_reachable_sums(most, &cost);
    for leaves in (4097..=most).step_by(8) {
        let plan = Plan::new(&cost, job(leaves, Objective::Latency, Limits::default()), &()).expect("a tree");
        plan.check(&cost).unwrap_or_else(|fault| panic!("{fault}"));
        let optimum = best[leaves].map(Time::from_ticks).expect("a tree");
        assert!(plan.claim.bound.value <= optimum && optimum <= plan.best().time, "{leaves} leaves");
        assert!(plan.claim.status == Status::BestFound || plan.best().time == optimum);
    }
}
