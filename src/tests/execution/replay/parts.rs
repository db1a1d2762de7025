//! Replays in parts: the times and the usage are those of the whole, for every algorithm and every cut.

use logpine::answer::{Plan, RankPlan};
use logpine::request::RankCollective::{Bcast, Reduce};
use logpine::request::{Collective, Job, Operands, RankJob};
use logpine_collectives::collective::Cut;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::{BuildError, Parts, Waves, overlay_in_parts, tree_in_parts};
use logpine_collectives::schedule::replay::{Replayed, Usage, program_order, program_order_in_parts};
use logpine_collectives::schedule::stages;
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, PortTiming, RoundTrip, Tan, port_timing};
use logpine_trees::tree::Tree;
use logpine_trees::tree::rank_trees::k_nomial;
use std::ops::ControlFlow;

/// Asserts that parts of 1, 2, 3, 7 and all steps end like the whole.
fn assert_alike<'a>(schedule: &Schedule, timing: &dyn PortTiming, parts: impl Fn() -> Parts<'a>, what: &str) {
    let mut usage = Usage::new(schedule);
    let whole: Replayed = program_order(schedule, timing, &mut usage).expect("it ends");
    for steps in [1, 2, 3, 7, u64::MAX] {
        let mut parts = parts().with_steps_a_part(steps);
        assert!(parts.most_operations() >= schedule.len() as u64, "{what}");
        let found = program_order_in_parts(&mut parts, timing, |_| ControlFlow::Continue(())).expect("it ends");
        assert_eq!(found.replayed, whole, "{what}, {steps} steps a part");
        assert_eq!(found.usage.ranks(), usage.ranks(), "{what}, {steps} steps a part");
        let counts = |usage: &Usage| (usage.operations(), usage.messages(), usage.bytes());
        assert_eq!(counts(&found.usage), counts(&usage), "{what}, {steps} steps a part");
        assert_eq!(found.usage.operations(), schedule.len() as u64);
    }
}

#[test]
fn collectives_in_parts_are_as_the_whole() {
    for machine in ["lecture", "bgp", "tukey", "loggopsim"] {
        let timing = port_timing(&Machine::load(machine).expect("built in"), None).expect("a model");
        let timing = timing.as_ref();
        for ranks in [1, 2, 3, 4, 7, 8, 13, 32] {
            for bytes in [1, 10, 4_096, 1 << 20] {
                for (collective, operands) in
                    [(Bcast, Operands::AnyOrder), (Reduce, Operands::AnyOrder), (Reduce, Operands::RankOrder)]
                {
                    let job = RankJob::new(collective, ranks, Some(bytes)).expect("a job").with_operands(operands);
                    let plan = RankPlan::new(timing, job).expect("a plan");
                    for candidate in plan.candidates().iter().filter(|candidate| few(candidate.construction.cut)) {
                        let schedule = plan.schedule(candidate, timing).expect("few operations");
                        let parts = || candidate.parts(job, timing).expect("few operations");
                        let what = format!("{machine}, {ranks} ranks, {bytes} bytes, {}", candidate.family);
                        assert_alike(&schedule, timing, parts, &what);
                    }
                }
            }
        }
    }
}

fn few(cut: Option<Cut>) -> bool {
    cut.is_none_or(|cut| cut.segments <= 100)
}

#[test]
fn waves_in_parts_are_as_the_whole() {
    let cab = Machine::load("cab").expect("built in");
    let (up, down) = (Tan::reduction(&cab).expect("tan"), Tan::multicast(&cab).expect("tan"));
    let round_trip = RoundTrip::tan(&cab).expect("tan");
    for leaves in [1, 2, 5, 40, 128] {
        let ways: [(Collective, &dyn LevelCost, Waves); 3] = [
            (Collective::Reduce, &up, Waves::Reduce(&up)),
            (Collective::Multicast, &down, Waves::Multicast(&down)),
            (Collective::Roundtrip, &round_trip, Waves::Roundtrip { multicast: &down, reduction: &up }),
        ];
        for (collective, cost, kind) in ways {
            let plan =
                Plan::new(cost, Job::new(leaves).expect("a job").with_collective(collective), &()).expect("a plan");
            for candidate in plan.candidates() {
                let tree = Tree::from_shape(&candidate.construction.shape).expect("small");
                for waves in [1, 2, 9] {
                    let whole = plan.schedule(candidate, kind, waves).expect("small");
                    let parts = || overlay_in_parts(&tree, kind, waves).expect("small").0;
                    let what = format!("{collective:?} of {leaves} leaves, {waves} waves, {}", candidate.family);
                    assert_alike(&whole.schedule, &whole.wire, parts, &what);
                }
            }
        }
    }
}

#[test]
fn what_already_one_step_is_too_large_for_is_refused() {
    let timing = port_timing(&Machine::load("lecture").expect("built in"), None).expect("a model");
    let shape = k_nomial(1 << 30, 2);
    let parts = tree_in_parts(&shape, stages::Cut::segments(1 << 20, 1), Bcast, timing.as_ref());
    assert!(matches!(parts, Err(BuildError::TooLarge { .. })));
}
