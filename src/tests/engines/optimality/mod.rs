//! The search finds the optimum over all trees: it equals brute force over every tree and every partition, under every
//! objective and limit, for costs that never fall with the fanout and for costs that do.

pub mod all_trees;
mod budget;
mod costs;
mod partitions_with_processes;
mod reachable_sums;
mod recurrences;
pub mod table_cost;

use all_trees::{AllTrees, OneChildNodes, TreeScore, pareto_front};
use costs::{any_cost, limits, monotone_cost, objective};
use logpine::answer::Plan;
use logpine::request::{Job, Limits, Objective, Status};
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, Tan};
use logpine_trees::search::overlay::{self, FrontError, SearchError};
use proptest::prelude::*;
use std::sync::LazyLock;
use table_cost::TableCost;

/// All trees with up to ten leaves.
static TREES: LazyLock<AllTrees> = LazyLock::new(|| AllTrees::new(10, OneChildNodes::None));
/// All trees with up to six leaves, nodes with one child included.
static TREES_WITH_ONE_CHILD_NODES: LazyLock<AllTrees> = LazyLock::new(|| AllTrees::new(6, OneChildNodes::OneAboveEach));

fn cab() -> Tan {
    Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]")
}

fn job(leaves: usize, objective: Objective, limits: Limits) -> Job {
    let job = Job::new(leaves as u64).and_then(|job| job.with_objective(objective));
    job.expect("at least one leaf and one wave").with_limits(limits)
}

fn score_of(plan: &Plan) -> TreeScore {
    let score = plan.best().construction.score;
    TreeScore { time: score.time.ticks(), period: score.period.ticks() }
}

/// The plan, after its own check. The best candidate's value is the bound, because all these jobs can be proved.
fn checked_plan(cost: &dyn LevelCost, job: Job) -> Result<Plan, SearchError> {
    let plan = Plan::new(cost, job, &())?;
    plan.check(cost).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((plan.claim.status, plan.best().time), (Status::Optimal, plan.claim.bound.value));
    Ok(plan)
}

/// Asserts that the plan for the job is the best of all trees, or refused for the reason that it has none.
fn assert_optimal(trees: &AllTrees, cost: &TableCost, leaves: usize, objective: Objective, limits: Limits) {
    let scores = trees.scores(cost);
    let best = trees.within(leaves, limits, &scores).map(|score| score.key(objective)).min();
    let found = checked_plan(cost, job(leaves, objective, limits));
    let context = || format!("{leaves} leaves, {objective:?}, {limits:?}, {cost:?}");
    match found {
        Ok(plan) => assert_eq!(Some(score_of(&plan).key(objective)), best, "{}", context()),
        Err(error) => {
            assert_eq!(best, None, "{}", context());
            let expected = match trees.least_height(leaves, limits, &scores) {
                Some(least_height) => SearchError::TooLow { least_height },
                None => SearchError::NoFanouts,
            };
            assert_eq!(error, expected, "{}", context());
        }
    }
}

#[test]
fn the_brute_force_misses_no_tree() {
    // Series-reduced rooted trees by leaves, A000669.
    let counts: Vec<usize> = (1..=10).map(|leaves| TREES.count(leaves)).collect();
    assert_eq!(counts, [1, 1, 2, 5, 12, 33, 90, 261, 766, 2312]);
    // With w(n) trees of which each may have one more node above it: w(2) = 2 (w(1) (w(1) + 1) / 2) with w(1) = 2.
    let counts: Vec<usize> = (1..=4).map(|leaves| TREES_WITH_ONE_CHILD_NODES.count(leaves)).collect();
    assert_eq!(counts, [2, 6, 32, 216]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn monotone_costs_equal_all_trees(cost in monotone_cost(14), objective in objective(), limits in limits()) {
        for leaves in 1..=10 {
            assert_optimal(&TREES, &cost, leaves, objective, limits);
            assert_optimal(&TREES, &cost, leaves, objective, Limits::default());
        }
    }

    #[test]
    fn any_costs_equal_all_trees(cost in any_cost(12), objective in objective(), limits in limits()) {
        for leaves in 1..=10 {
            assert_optimal(&TREES, &cost, leaves, objective, limits);
            assert_optimal(&TREES, &cost, leaves, objective, Limits::default());
        }
    }

    #[test]
    fn nodes_with_one_child_never_help(
        cost in prop_oneof![monotone_cost(7), any_cost(7)], objective in objective(), limits in limits(),
    ) {
        for leaves in 2..=6 {
            assert_optimal(&TREES_WITH_ONE_CHILD_NODES, &cost, leaves, objective, limits);
        }
    }

    #[test]
    fn the_front_is_that_of_all_trees(
        cost in prop_oneof![monotone_cost(10), any_cost(10)], limits in limits(),
    ) {
        let scores = TREES.scores(&cost);
        for leaves in 1..=9 {
            let expected = pareto_front(TREES.within(leaves, limits, &scores));
            let front = overlay::latency_period_front(&cost, &job(leaves, Objective::Latency, limits), &());
            match front {
                Ok(front) => {
                    let ticks = |tree: &overlay::Optimum| {
                        TreeScore { time: tree.score.time.ticks(), period: tree.score.period.ticks() }
                    };
                    prop_assert_eq!(front.iter().map(ticks).collect::<Vec<_>>(), expected);
                }
                Err(error) => {
                    prop_assert!(matches!(error, FrontError::Search(_)));
                    prop_assert_eq!(expected, []);
                }
            }
        }
    }
}
