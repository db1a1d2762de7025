//! Limits on internal processes: the fastest tree, the fewest processes, the whole front.

use crate::tests::engines::optimality::all_trees::{AllTrees, pareto_front};
use crate::tests::engines::optimality::costs::{any_cost, limits, monotone_cost};
use crate::tests::engines::optimality::partitions_with_processes::least_times;
use crate::tests::engines::optimality::table_cost::TableCost;
use crate::tests::engines::optimality::{TREES, cab, job};
use logpine::answer::Plan;
use logpine::request::{Job, Limits, Objective, Status, Tolerance};
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, Tan};
use logpine_trees::search::budget;
use logpine_trees::search::overlay::{Optimum, SearchError};
use logpine_trees::tree::score;
use proptest::prelude::*;

fn budgeted(leaves: usize, limits: Limits, max_internal: u64) -> Job {
    job(leaves, Objective::Latency, Limits { max_internal: Some(max_internal), ..limits })
}

/// The answer, with its tree counted and scored anew.
fn fastest(cost: &dyn LevelCost, job: &Job) -> Result<Optimum, SearchError> {
    let found = budget::fastest(cost, job, &())?;
    assert_sound(cost, job, &found);
    Ok(found)
}

fn assert_sound(cost: &dyn LevelCost, job: &Job, tree: &Optimum) {
    let limits = job.limits;
    assert_eq!(tree.shape.leaves(), job.count());
    assert_eq!(score(&tree.shape, cost), Ok(tree.score));
    assert!(limits.max_internal.is_none_or(|most| tree.shape.internal_nodes() <= most));
    assert!(limits.max_height.is_none_or(|most| tree.shape.height() <= most));
    assert!(limits.max_fanout.is_none_or(|most| tree.shape.nodes().all(|node| tree.shape.fanout(node) <= most)));
    assert!(tree.bound <= tree.score.time);
}

fn ticks_of(found: Result<Optimum, SearchError>) -> Option<u64> {
    found.ok().map(|tree| {
        assert_eq!(tree.bound, tree.score.time, "exact");
        tree.score.time.ticks()
    })
}

#[test]
fn cab_at_every_number_of_processes() {
    let times_32 = [344_112, 344_112, 344_112, 332_248, 322_204, 321_262, 320_948];
    let times_128 = [
        2_860_944, 1_744_390, 912_394, 622_624, 499_252, 440_544, 407_578, 389_372, 373_048, 370_850, 363_944, 363_316,
    ];
    for (leaves, nanoseconds) in [(32, &times_32[..]), (128, &times_128)] {
        let cab = cab();
        for (internal, &time) in (1..).zip(nanoseconds) {
            let found = fastest(&cab, &budgeted(leaves, Limits::default(), internal));
            assert_eq!(ticks_of(found), Some(time * 1000), "{leaves} leaves, {internal} processes");
        }
        let front = budget::front(&cab, &job(leaves, Objective::Latency, Limits::default()), &()).expect("a front");
        let found: Vec<_> = front.iter().map(|tree| (tree.shape.internal_nodes(), tree.score.time.ticks())).collect();
        let mut expected: Vec<(u64, u64)> = (1..).zip(nanoseconds.iter().map(|time| time * 1000)).collect();
        expected.dedup_by_key(|(_, time)| *time);
        assert_eq!(found, expected);
    }
}

#[test]
fn the_fewest_processes_at_the_optimum_and_within_five_percent() {
    let cab = cab();
    for (leaves, at_the_optimum, within) in [(128, 12, 9), (512, 73, 20), (1024, 99, 63), (4096, 273, 182)] {
        let job = job(leaves, Objective::Latency, Limits::default());
        for (tolerance, expected) in [("0%", at_the_optimum), ("5%", within)] {
            let tolerance: Tolerance = tolerance.parse().expect("a tolerance");
            let found = budget::fewest_within(&cab, &job, tolerance, &()).expect("a tree");
            assert_eq!((found.internal_nodes, found.internal_nodes_bound), (expected, expected), "{leaves} leaves");
            let plan = Plan::within(&cab, job, tolerance, &()).expect("a tree");
            plan.check(&cab).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(plan.claim.status, Status::Optimal);
            assert_eq!(plan.best().construction.shape.internal_nodes(), expected);
            assert!(plan.best().construction.score.time <= found.longest);
        }
    }
}

#[test]
fn a_front_that_is_not_exact_is_within_one_percent_of_its_bound() {
    let cab = cab();
    let job = job(20_000, Objective::Latency, Limits::default());
    let front = budget::front(&cab, &job, &()).expect("a front");
    assert!(front.len() > 50);
    for tree in &front {
        assert_sound(&cab, &job, tree);
        let gap = tree.score.time.percent_above(tree.bound).expect("a bound");
        assert!(gap <= 1.0, "{} processes: {gap} %", tree.shape.internal_nodes());
    }
}

#[test]
fn a_budget_beyond_the_exact_search_has_an_honest_bound() {
    let cab = cab();
    for internal in [2, 7, 40, 90, 200, 300, 410] {
        let plan = Plan::new(&cab, budgeted(6000, Limits::default(), internal), &()).expect("a tree");
        plan.check(&cab).unwrap_or_else(|fault| panic!("{fault}"));
        // More processes never make the bound larger than what fewer reach.
        let fewer = Plan::new(&cab, budgeted(6000, Limits::default(), internal - 1), &()).expect("a tree");
        assert!(plan.claim.bound.value <= fewer.best().time, "{internal} processes");
    }
}

#[test]
fn what_does_not_go_with_a_budget_is_refused() {
    let cab = cab();
    let limits = Limits { max_fanout: Some(8), ..Limits::default() };
    let refused = |job: Job| fastest(&cab, &job).expect_err("no tree");
    let few = SearchError::TooFewProcesses { needed: 19, short: 4, allowed: 15 };
    assert_eq!(refused(budgeted(128, limits, 15)), few);
    assert!(fastest(&cab, &budgeted(128, limits, 19)).is_ok());
    let none = SearchError::TooFewProcesses { needed: 1, short: 1, allowed: 0 };
    assert_eq!(refused(budgeted(128, Limits::default(), 0)), none);
    assert_eq!(ticks_of(fastest(&cab, &budgeted(1, Limits::default(), 0))), Some(0));
    let period = job(128, Objective::Period, Limits { max_internal: Some(12), ..Limits::default() });
    assert_eq!(refused(period), SearchError::BudgetObjective);
    // Some node has more than 10^7 children, which take 2^64 ticks and more.
    let few_for_many = budgeted(1 << 40, Limits::default(), 100);
    assert_eq!(refused(few_for_many), SearchError::NotRepresentable);
    // A process has at most four children, so that each adds three leaves.
    let busy = vec![None, Some(9), Some(8), Some(4), Some(6)];
    let falls = TableCost { period: busy.clone(), busy, latency: 0, startup: 0 };
    for (leaves, needed) in [(100_000, 33_333), (100, 33)] {
        let short = SearchError::TooFewProcesses { needed, short: 1, allowed: needed - 1 };
        assert_eq!(fastest(&falls, &budgeted(leaves, Limits::default(), needed - 1)).err(), Some(short));
    }
}

/// Asserts that the answers are the best of all trees, for every number of processes.
fn assert_all_trees(trees: &AllTrees, cost: &TableCost, leaves: usize, limits: Limits) {
    let scores = trees.scores(cost);
    let context = || format!("{leaves} leaves, {limits:?}, {cost:?}");
    for internal in 0..leaves as u64 {
        let within = Limits { max_internal: Some(internal), ..limits };
        let best = trees.within(leaves, within, &scores).map(|score| score.time).min();
        let found = fastest(cost, &budgeted(leaves, limits, internal));
        match &found {
            Ok(tree) => {
                let time = Some(tree.score.time.ticks());
                let fewest = (0..=internal).find(|&fewer| {
                    let within = Limits { max_internal: Some(fewer), ..limits };
                    trees.within(leaves, within, &scores).map(|score| score.time).min() == best
                });
                assert_eq!(Some(tree.shape.internal_nodes()), fewest, "{}", context());
                assert_eq!((time, tree.bound), (best, tree.score.time), "{internal} processes, {}", context());
            }
            Err(SearchError::TooFewProcesses { needed, short, allowed }) => {
                assert_eq!(Some(*needed), trees.fewest_processes(leaves, limits, &scores), "{}", context());
                assert_eq!((needed - short, *allowed), (internal, internal));
            }
            Err(error) => {
                assert!(matches!(error, SearchError::TooLow { .. } | SearchError::NoFanouts), "{error}");
                assert_eq!(trees.fewest_processes(leaves, limits, &scores), None, "{}", context());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn monotone_costs_equal_all_trees_at_every_number_of_processes(cost in monotone_cost(10), limits in limits()) {
        for leaves in 1..=8 {
            assert_all_trees(&TREES, &cost, leaves, limits);
            assert_all_trees(&TREES, &cost, leaves, Limits::default());
        }
    }

    #[test]
    fn any_costs_equal_all_trees_at_every_number_of_processes(cost in any_cost(10), limits in limits()) {
        for leaves in 1..=8 {
            assert_all_trees(&TREES, &cost, leaves, limits);
            assert_all_trees(&TREES, &cost, leaves, Limits::default());
        }
    }

    #[test]
    fn fronts_are_those_of_all_trees(cost in prop_oneof![monotone_cost(10), any_cost(10)]) {
        let scores = TREES.scores(&cost);
        for leaves in 2..=8 {
            let points = (0..leaves as u64).filter_map(|internal| {
                let within = Limits { max_internal: Some(internal), ..Limits::default() };
                let time = TREES.within(leaves, within, &scores).map(|score| score.time).min()?;
                Some(crate::tests::engines::optimality::all_trees::TreeScore { time, period: internal })
            });
            let mut expected: Vec<_> = pareto_front(points).iter().map(|point| (point.period, point.time)).collect();
            expected.reverse();
            let front = budget::front(&cost, &job(leaves, Objective::Latency, Limits::default()), &());
            let found: Vec<_> = front.unwrap_or_default().iter().map(|tree| {
                (tree.shape.internal_nodes(), tree.score.time.ticks())
            }).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

/// Costs whose wider nodes are dearer by a little or a lot, as far as 35 children.
fn rising_cost() -> impl Strategy<Value = TableCost> {
    let step = prop_oneof![1 => Just(0u64), 3 => 1u64..30, 3 => 1u64..300, 1 => 100u64..3000];
    (0u64..400, prop::collection::vec(step, 34)).prop_map(|(base, steps)| {
        let mut value = base;
        let mut busy = vec![None, Some(base)];
        busy.extend(steps.iter().map(|step| {
            value += step;
            Some(value)
        }));
        TableCost { period: busy.clone(), busy, latency: 0, startup: 5 }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn monotone_costs_equal_a_plain_dynamic_program(cost in rising_cost()) {
        let times = least_times(35, &cost);
        for leaves in [7, 16, 23, 31, 34, 35] {
            let mut expected = Vec::new();
            let mut least = None;
            for (internal, time) in (1..).zip(times[leaves][1..leaves].iter()) {
                let found = fastest(&cost, &budgeted(leaves, Limits::default(), internal));
                // A tree with more leaves may be faster only where none with as many is as fast: the cost never falls.
                prop_assert_eq!(ticks_of(found), *time, "{} leaves, {} processes", leaves, internal);
                if *time != least {
                    expected.push((internal, time.expect("a tree")));
                    least = *time;
                }
            }
            let front = budget::front(&cost, &job(leaves, Objective::Latency, Limits::default()), &()).expect("a front");
            let found: Vec<_> =
                front.iter().map(|tree| (tree.shape.internal_nodes(), tree.score.time.ticks())).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn costs_that_fall_are_between_bound_and_tree_and_exact_without_full_nodes(cost in any_cost(34), leaves in 33usize..35) {
        let times = least_times(leaves, &cost);
        for (internal, &least) in (1..).zip(times[leaves][1..leaves].iter()) {
            let job = budgeted(leaves, Limits::default(), internal);
            let Ok(found) = fastest(&cost, &job) else {
                prop_assert!(least.is_none() || internal > 3, "{} processes", internal);
                continue;
            };
            let least = least.map(Time::from_ticks).expect("a tree was found");
            prop_assert!(found.bound <= least && least <= found.score.time, "{} processes", internal);
            prop_assert!(internal > 3 || found.bound == least && least == found.score.time, "{} processes", internal);
            for than in [least, Time::from_ticks(least.ticks() + 1), found.score.time] {
                match budget::faster(&cost, &job, than, &()) {
                    Ok(Some(faster)) => prop_assert!(least <= faster.score.time && faster.score.time < than),
                    Ok(None) => prop_assert!(than <= least, "{} processes: {:?} is less than {:?}", internal, least, than),
                    Err(error) => prop_assert_eq!(error, SearchError::NoneFound),
                }
            }
        }
    }
}

/// A table that falls: 23 children cost little.
#[test]
fn more_processes_are_no_slower_where_the_cost_falls() {
    let rows = "1 42306, 2 13280, 3 16022, 5 17702, 6 18459, 7 48795, 8 15494, 9 16657, 10 20830, 12 17878, 13 \
                23832, 14 23864, 15 25292, 16 26050, 17 26585, 18 28737, 19 60340, 20 33148, 23 63363, 24 17936, 25 \
                38055, 26 70818, 28 39339, 30 45985, 34 50766";
    let rows = rows.split(", ").filter_map(|row| row.split_once(' '));
    let points: Vec<String> = rows.map(|(at, time)| format!("[{at}, \"{time}ns\"]")).collect();
    let text = format!("name = \"m\"\n[tan]\nlatency = \"500us\"\noverhead = {{ table = [{}] }}", points.join(", "));
    let cost = Tan::reduction(&Machine::from_toml(&text, "m.toml").expect("valid")).expect("[tan]");
    let found = |internal| fastest(&cost, &budgeted(300, Limits::default(), internal)).expect("a tree");
    let times: Vec<Time> = (10..=25).map(|internal| found(internal).score.time).collect();
    assert!(times.is_sorted_by(|fewer, more| fewer >= more), "{times:?}");
    // 23 flat nodes of at most 23 leaves: (500 + 17.936) us twice.
    let best = found(20);
    assert_eq!((best.score.time.ticks(), best.bound, best.shape.height()), (1_035_872_000, best.score.time, 2));
}
