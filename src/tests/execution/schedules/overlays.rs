//! Waves over overlay trees, and messages along them.

use crate::tests::execution::schedules::machines::any;
use logpine::answer::{LeafPlan, Plan};
use logpine::request::{Collective, Job, LeafJob, Objective};
use logpine_collectives::schedule::build::{OverlaySchedule, Waves};
use logpine_collectives::schedule::replay::program_order;
use logpine_models::machine::Machine;
use logpine_models::model::{HostClass, LevelCost, RoundTrip, Tan};
use logpine_trees::tree::{NodeId, Shape};
use proptest::prelude::*;

fn finish(overlay: &OverlaySchedule) -> u64 {
    let replayed = program_order(&overlay.schedule, &overlay.wire, &mut ());
    replayed.unwrap_or_else(|error| panic!("{error}")).finish.ticks()
}

/// The time at which the last of `waves` waves is done: over all paths, the levels, C, and for every further wave the longest
/// period on the path, for each way.
fn expected(shape: &Shape, ways: &[&dyn LevelCost], startup: u64, waves: u64) -> u64 {
    fn below(shape: &Shape, node: NodeId, ways: &[&dyn LevelCost], before: &[u64], levels: u64, waves: u64) -> u64 {
        let fanout = shape.fanout(node);
        if fanout == 0 {
            return levels + (waves - 1) * before.iter().sum::<u64>();
        }
        let period = |way: &&dyn LevelCost| way.period(HostClass::default(), fanout).expect("a period").ticks();
        let longest: Vec<u64> = ways.iter().zip(before).map(|(way, &before)| before.max(period(way))).collect();
        let level: u64 = ways.iter().map(|way| way.level(fanout).expect("a cost").ticks()).sum();
        let children = shape.children(node).iter();
        children.map(|group| below(shape, group.node, ways, &longest, levels + level, waves)).max().expect("children")
    }
    startup + below(shape, shape.root(), ways, &vec![0; ways.len()], 0, waves)
}

/// Every candidate of a job, with several numbers of waves.
fn check(cost: &dyn LevelCost, kind: Waves, ways: &[&dyn LevelCost], leaves: u64) -> Result<(), TestCaseError> {
    let job = Job::new(leaves).and_then(|job| job.with_objective(Objective::Total { waves: 3 })).expect("a job");
    let Ok(plan) = Plan::new(cost, job, &()) else { return Ok(()) };
    for candidate in plan.candidates().iter().filter(|candidate| candidate.construction.shape.internal_nodes() < 300) {
        let (time, period) = (candidate.construction.score.time.ticks(), candidate.construction.score.period.ticks());
        for waves in [1, 2, 3, 7] {
            let overlay = plan.schedule(candidate, kind, waves).expect("small");
            let found = finish(&overlay);
            let name = (candidate.family, &candidate.parameters, waves);
            prop_assert_eq!(
                found,
                expected(&candidate.construction.shape, ways, cost.startup().ticks(), waves),
                "{:?}",
                name
            );
            let predicted = time + (waves - 1) * period;
            if waves == 1 || (candidate.construction.fanouts.is_some() && cost.is_monotone()) {
                prop_assert_eq!(found, predicted, "{:?}", name);
            } else if ways.len() == 1 {
                prop_assert!(found <= predicted, "{:?}: {} > {}", name, found, predicted);
            }
        }
    }
    Ok(())
}

fn check_all(machine: &Machine, leaves: u64) -> Result<(), TestCaseError> {
    let reduction = Tan::reduction(machine).expect("[tan]");
    let multicast = Tan::multicast(machine).expect("[tan]");
    let both = RoundTrip::tan(machine).expect("[tan]");
    check(&reduction, Waves::Reduce(&reduction), &[&reduction], leaves)?;
    check(&multicast, Waves::Multicast(&multicast), &[&multicast], leaves)?;
    let roundtrip = Waves::Roundtrip { multicast: &multicast, reduction: &reduction };
    check(&both, roundtrip, &[&multicast, &reduction], leaves)
}

fn machine(lines: &str) -> Machine {
    Machine::from_toml(&format!("name = \"m\"\n[tan]\n{lines}\n"), "m.toml").unwrap_or_else(|error| panic!("{error}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn waves_on_random_machines(
        (latency, constant, linear, quadratic) in (0u64..50, 0u64..30, 0u64..9, 0u64..4),
        (gap, startup, filter) in (0u64..9, 0u64..40, 0u64..9), included: bool, down in prop::option::of((0u64..50, 0u64..9)),
        leaves in 1u64..60,
    ) {
        let down = down.map_or(String::new(), |(latency, linear)| {
            format!("[tan.multicast]\nlatency = \"{latency}ps\"\noverhead = {{ linear = \"{linear}ps\" }}\n")
        });
        let lines = format!(
            "latency = \"{latency}ps\"\ngap = \"{gap}ps\"\nstartup = \"{startup}ps\"\nfilter = \"{filter}ps\"\n\
             period_includes_latency = {included}\n\
             overhead = {{ constant = \"{constant}ps\", linear = \"{linear}ps\", quadratic = \"{quadratic}ps\" }}\n\
             {down}",
        );
        check_all(&machine(&lines), leaves)?;
    }

    /// Costs that fall as the fanout grows.
    #[test]
    fn waves_on_measured_costs(points in prop::collection::vec(0u64..99, 9), latency in 0u64..50, leaves in 2u64..40) {
        let points: Vec<String> = (2..).zip(points).map(|(x, time)| format!("[{x}, \"{time}ps\"]")).collect();
        let table = points.join(", ");
        check_all(&machine(&format!("latency = \"{latency}ps\"\noverhead = {{ table = [{table}] }}")), leaves)?;
    }

    #[test]
    fn messages_along_overlay_trees(machine in any(), leaves in 1u64..50, bytes in 1u64..90) {
        let timing = &*machine.timing;
        for collective in [Collective::Multicast, Collective::Reduce] {
            let job = LeafJob::new(collective, leaves, machine.bytes(bytes)).expect("a job");
            let Ok(plan) = LeafPlan::new(timing, job) else { continue };
            for candidate in plan.candidates() {
                let schedule = plan.schedule(candidate, timing).expect("small");
                let replayed = program_order(&schedule, timing, &mut ()).expect("a replay");
                prop_assert_eq!(replayed.finish, candidate.construction.score.time, "{} {:?}", candidate.family, collective);
            }
        }
    }
}
