//! Properties of every machine.

use crate::tests::engines::collectives::machines::{Random, any, collectives};
use crate::tests::engines::collectives::{job, plan};
use logpine::answer::RankPlan;
use logpine::request::RankCollective::{self, Bcast, Reduce};
use logpine::request::{Operands, Status};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The best time of each family, in ticks.
fn times(plan: &RankPlan) -> BTreeMap<&'static str, u64> {
    let mut times = BTreeMap::new();
    for candidate in plan.candidates() {
        let time = candidate.time.ticks();
        times.entry(candidate.family).and_modify(|best: &mut u64| *best = time.min(*best)).or_insert(time);
    }
    times
}

fn of(machine: &Random, collective: RankCollective, ranks: u64, bytes: u64) -> RankPlan {
    plan(&*machine.timing, collective, ranks, machine.bytes(bytes))
}

/// A profile in which both sides cost the same and combining costs nothing.
fn alike_on_both_sides(machine: &Random) -> Random {
    let send = machine.text.lines().find_map(|line| line.strip_prefix("overhead_send = "));
    let line = |line: &str| match (line.split(" = ").next(), send) {
        // Rendezvous is the sender's: it has no counterpart on the other side.
        (Some("combine" | "combine_per_value" | "name" | "rendezvous_above"), _) => String::new(),
        (Some("overhead_receive"), Some(send)) => format!("overhead_receive = {send}\n"),
        _ => format!("{line}\n"),
    };
    Random::new(&machine.text.lines().map(line).collect::<String>())
}

/// Many ranks as well as few.
fn ranks() -> impl Strategy<Value = u64> {
    prop_oneof![2u64..40, 40u64..5000, (0u32..63).prop_flat_map(|bits| (2u64 << bits.min(61))..=(4u64 << bits.min(61)))]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_bound_the_best_and_the_others(
        machine in any(), collective in collectives(), ranks in ranks(), bytes in prop_oneof![1u64..300, 1u64..1 << 16],
    ) {
        let plan = of(&machine, collective, ranks, bytes);
        let best = plan.best().time;
        prop_assert!(plan.claim.bound.value <= best, "bound {:?} ({:?}) above {:?}", plan.claim.bound.value, plan.claim.bound.reason, plan.best());
        prop_assert!(plan.candidates().is_sorted_by_key(|candidate| candidate.time));
        prop_assert_eq!(plan.claim.status == Status::Optimal, best == plan.claim.bound.value);
        prop_assert_eq!(plan.claim.class.is_some(), plan.claim.status == Status::OptimalInClass);
        let expected = match (best.ticks(), plan.claim.bound.value.ticks()) {
            (best, bound) if best == bound => Some(0.0),
            (_, 0) => None,
            (best, bound) => Some(100.0 * (best - bound) as f64 / bound as f64),
        };
        prop_assert_eq!(plan.claim.gap_percent(), expected);
        prop_assert!(plan.runner_up().is_none_or(|other| other.time >= best && other.family != plan.best().family));
    }

    #[test]
    fn a_reduction_that_combines_for_free_is_a_broadcast(machine in any(), ranks in ranks(), bytes in 1u64..2000) {
        let machine = alike_on_both_sides(&machine);
        let [broadcast, reduction] = [Bcast, Reduce].map(|collective| of(&machine, collective, ranks, bytes));
        prop_assert_eq!(times(&broadcast), times(&reduction));
        prop_assert_eq!(broadcast.claim.bound.value, reduction.claim.bound.value);
        prop_assert_eq!(broadcast.claim.status, reduction.claim.status);
    }

    #[test]
    fn the_order_of_operands_costs_time(machine in any(), ranks in 2u64..3000, bytes in 1u64..2000) {
        let commutative = job(Reduce, ranks, machine.bytes(bytes));
        let plan = |job| RankPlan::new(&*machine.timing, job).expect("short times");
        let (any_order, in_order) = (plan(commutative), plan(commutative.with_operands(Operands::RankOrder)));
        prop_assert!(in_order.best().time >= any_order.best().time);
        let (any_order, in_order) = (times(&any_order), times(&in_order));
        prop_assert!(in_order.iter().all(|(family, time)| any_order.get(family).is_some_and(|best| best <= time)));
        for family in ["binary", "n-block", "scatter-allgather"] {
            prop_assert!(!in_order.contains_key(family), "{}", family);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any field of the answer would show in its debug text.
    #[test]
    fn the_number_of_threads_does_not_matter(machine in any(), collective in collectives(), ranks in ranks(), bytes in 1u64..5000) {
        let answers = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| format!("{:?}", of(&machine, collective, ranks, bytes)))
        });
        prop_assert_eq!(&answers[0], &answers[1]);
        prop_assert_eq!(&answers[0], &answers[2]);
    }
}
