//! Properties of every machine and every number of leaves.

use logpine::answer::Plan;
use logpine::units::Time;
use logpine_models::job::{Job, Limits, MOST_LEAVES, Objective, Status};
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, Tan};
use logpine_trees::search;
use logpine_trees::search::overlay::{self, SearchError};
use logpine_trees::tree::{Shape, Spec, Tree, levels, score};
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

/// A machine with this `[tan]` section.
fn tan(section: &str) -> Tan {
    let machine = Machine::from_toml(&format!("name = \"m\"\n[tan]\n{section}"), "m.toml");
    Tan::reduction(&machine.unwrap_or_else(|error| panic!("{error}"))).expect("it has [tan]")
}

fn job(leaves: u64, objective: Objective, limits: Limits) -> Job {
    let job = Job::new(leaves).and_then(|job| job.with_objective(objective));
    job.expect("at least one leaf and one wave").with_limits(limits)
}

/// Machines whose overhead is a polynomial with coefficients as different as those of real machines.
fn polynomial_machine() -> impl Strategy<Value = Tan> {
    let optional = |largest: u64| prop_oneof![Just(0), 0..largest];
    (1_000u64..200_000, 1u64..100_000, optional(2000), optional(300), optional(5000), any::<bool>()).prop_map(
        |(latency, constant, linear, quadratic, startup, included)| {
            tan(&format!(
                "latency = \"{latency}ns\"\nstartup = \"{startup}ns\"\nperiod_includes_latency = {included}\n\
                 overhead = {{ constant = \"{constant}ns\", linear = \"{linear}ns\", quadratic = \"{quadratic}ns\" }}"
            ))
        },
    )
}

/// Numbers of leaves of every order of magnitude.
fn leaves(largest_bits: u32) -> impl Strategy<Value = u64> {
    (0..largest_bits).prop_flat_map(|bits| (1 << bits)..=(1u64 << (bits + 1)).min(MOST_LEAVES))
}

fn objective() -> impl Strategy<Value = Objective> {
    let total = (1u64..1000).prop_map(|waves| Objective::Total { waves });
    prop_oneof![Just(Objective::Latency), Just(Objective::Period), total]
}

fn value(cost: &dyn LevelCost, job: Job) -> Option<Time> {
    let optimum = search::optimum(cost, &job, &()).ok()?;
    let value = overlay::objective_value(job.objective, optimum.score);
    assert_eq!(value, Some(optimum.bound), "proved");
    value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn plans_are_proved_and_pass_their_check(
        cost in polynomial_machine(), leaves in leaves(63), objective in objective(),
    ) {
        if let Ok(plan) = Plan::new(&cost, job(leaves, objective, Limits::default()), &()) {
            prop_assert!(plan.check(&cost).is_ok());
            prop_assert_eq!(plan.claim.status, Status::Optimal);
            prop_assert!(plan.candidates().iter().all(|candidate| candidate.time >= plan.claim.bound.value));
            prop_assert!(plan.candidates().is_sorted_by_key(|candidate| candidate.time));
            prop_assert_eq!(plan.claim.gap_percent(), Some(0.0));
        }
    }

    #[test]
    fn the_front_has_every_optimum(cost in polynomial_machine(), leaves in leaves(20), waves in 1u64..10_000) {
        let front = overlay::latency_period_front(&cost, &job(leaves, Objective::Latency, Limits::default()), &());
        let front = front.expect("a tree exists");
        for objective in [Objective::Latency, Objective::Period, Objective::Total { waves }] {
            let best = front.iter().filter_map(|tree| overlay::objective_value(objective, tree.score)).min();
            prop_assert_eq!(best, value(&cost, job(leaves, objective, Limits::default())));
        }
        let rises_and_falls = |pair: &[overlay::Optimum]| {
            pair[0].score.time < pair[1].score.time && pair[0].score.period > pair[1].score.period
        };
        prop_assert!(front.windows(2).all(rises_and_falls));
    }

    #[test]
    fn every_form_of_a_tree_is_the_same_tree(cost in polynomial_machine(), leaves in 2u64..5000) {
        let plan = Plan::new(&cost, job(leaves, Objective::Latency, Limits::default()), &()).expect("a tree");
        for candidate in plan.candidates() {
            let tree = Tree::from_shape(&candidate.construction.shape).expect("few nodes");
            prop_assert_eq!(&tree.to_shape(), &candidate.construction.shape);
            prop_assert_eq!(time_of(&tree, &cost), candidate.construction.score.time);
            prop_assert_eq!(sum_of_levels(&candidate.construction.shape, &cost), Some(candidate.construction.score.time));
            let spec = Spec::generic(&candidate.construction.shape).expect("a short spec").to_string();
            prop_assert_eq!(&spec.parse::<Spec>().expect("our own spec").shape(), &candidate.construction.shape);
        }
    }

    #[test]
    fn costs_that_fall_are_bounded_honestly(
        overheads in prop::collection::vec(1u64..1000, 2..200), leaves in 4097u64..1_000_000, objective in objective(),
    ) {
        let points: Vec<String> = (2..).zip(overheads).map(|(x, overhead)| format!("[{x}, \"{overhead}ns\"]")).collect();
        let lines = format!("overhead.table = [{}]\noverhead_argument = \"children\"", points.join(", "));
        let cost = tan(&format!("latency = \"10ns\"\nstartup = \"5ns\"\n{lines}"));
        let plan = Plan::new(&cost, job(leaves, objective, Limits::default()), &()).expect("all fanouts have a cost");
        prop_assert!(plan.check(&cost).is_ok());
        prop_assert!(plan.claim.bound.value <= plan.best().time);
    }
}

/// The longest path of an explicit tree.
fn time_of(tree: &Tree, cost: &dyn LevelCost) -> Time {
    let mut times = vec![cost.startup(); tree.len()];
    for node in tree.nodes().rev().filter(|&node| !tree.is_leaf(node)) {
        let slowest = tree.children(node).map(|child| times[child as usize]).max().expect("it has children");
        let level = cost.level(u64::from(tree.fanout(node))).expect("representable");
        times[node as usize] = level.checked_add(slowest).expect("representable");
    }
    times[0]
}

/// The sum along the slowest path, level by level and component by component.
fn sum_of_levels(shape: &Shape, cost: &dyn LevelCost) -> Option<Time> {
    let levels = levels(shape, cost).ok()?;
    levels.iter().filter_map(|level| level.slowest).try_fold(cost.startup(), |sum, slowest| {
        let parts = slowest.breakdown;
        let parts = [parts.latency, parts.overhead.total()?, parts.gap, parts.filter];
        parts.into_iter().try_fold(sum, Time::checked_add)
    })
}

#[test]
fn plans_and_fronts_do_not_depend_on_the_number_of_threads() {
    let cab = Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]");
    let measured =
        tan("latency = \"98us\"\noverhead.table = [[1, \"49us\"], [9, \"70us\"], [17, \"60us\"], [65, \"900us\"]]");
    let costs: [&dyn LevelCost; 2] = [&cab, &measured];
    let total = Objective::Total { waves: 10 };
    let answers = || {
        let mut answers = Vec::new();
        for cost in costs {
            for objective in [Objective::Latency, Objective::Period, total] {
                let plan = |leaves| Plan::new(cost, job(leaves, objective, Limits::default()), &());
                answers.extend([1, 7, 128, 1200, 100_000].map(|leaves| format!("{:?}", plan(leaves))));
            }
            let front = overlay::latency_period_front(cost, &Job::new(600).expect("leaves"), &());
            answers.push(format!("{front:?}"));
        }
        answers
    };
    let with_threads =
        |threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(answers);
    let one = with_threads(1);
    assert!(one == with_threads(2) && one == with_threads(7));
}

#[test]
fn limits_that_no_tree_respects_are_told_with_the_least_height() {
    let cab = Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]");
    let answer = |leaves, max_fanout, max_height| {
        let limits = Limits { max_fanout, max_height, max_internal: None };
        [Objective::Latency, Objective::Period, Objective::Total { waves: 3 }]
            .map(|objective| search::optimum(&cab, &job(leaves, objective, limits), &()).err())
    };
    for limit in [0, 1] {
        assert_eq!(answer(128, Some(limit), None), [Some(SearchError::NoFanouts); 3]);
        assert_eq!(answer(1, Some(limit), Some(0)), [None; 3], "a single leaf needs no node");
    }
    let too_low = |least_height| [Some(SearchError::TooLow { least_height }); 3];
    assert_eq!(answer(128, Some(2), Some(6)), too_low(7));
    assert_eq!(answer(128, Some(2), Some(7)), [None; 3]);
    assert_eq!(answer(2, None, Some(0)), too_low(1));
    assert_eq!(answer(1 << 63, Some(2), Some(62)), too_low(63));
    assert_eq!(answer(1 << 63, Some(2), Some(63)), [None; 3]);
}

#[test]
fn trees_that_take_too_long_to_be_represented_drop_out() {
    let flat = "b:1000000000000000000^1".parse::<Spec>().expect("a spec").shape();
    let cab = Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]");
    assert!(score(&flat, &cab).is_err());
    let plan = Plan::new(&cab, Job::new(1_000_000_000_000_000_000).expect("leaves"), &()).expect("a tree");
    assert!(plan.left_out.iter().any(|out| out.family == "flat"));
    assert!(plan.candidates().iter().all(|candidate| candidate.family != "flat"));
    // Two levels of half of the longest time or more.
    let slow = tan("latency = \"9300000s\"\noverhead = { linear = \"1000s\" }");
    let plan = |leaves| Plan::new(&slow, Job::new(leaves).expect("leaves"), &());
    assert!(plan(9000).is_ok());
    assert_eq!(plan(1 << 20).err(), Some(SearchError::NotRepresentable));
}
