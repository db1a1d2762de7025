//! Critical paths of schedules that a clock drives, and the parts of their rounds.

use super::schedules::{receive, schedule, send, wait};
use super::{ALPHA_BETA, Simulation, simulation};
use logpine::answer::RankPlan;
use logpine::model::port_timing;
use logpine::request::{RankCollective, RankJob};
use logpine::schedule::replay::{CriticalPath, Part, Timeline, program_order};
use logpine::units::Time;
use logpine_models::machine::Machine;

/// A round of an n-block schedule is as long as its longest message, unless all blocks in it are a byte shorter.
#[test]
fn rounds_of_blocks_are_made_of_messages() {
    for (name, model) in [("lecture", None), ("tukey", Some("loggp")), ("bgp", None)] {
        let machine = Machine::load(name).expect("built in");
        let model = model.map(|name| {
            let all = logpine::model::PortModel::ALL;
            all.into_iter().find(|model| model.name() == name).expect("a model of that name")
        });
        let timing = port_timing(&machine, model).expect("it has messages");
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            for ranks in [2, 5, 12, 16] {
                let job = RankJob::new(collective, ranks, Some(120_000)).expect("valid");
                let plan = RankPlan::new(timing.as_ref(), job).expect("a plan");
                let Some(blocks) = plan.candidates().iter().find(|candidate| candidate.family == "n-block") else {
                    continue;
                };
                let schedule = plan.schedule(blocks, timing.as_ref()).expect("small");
                let mut timeline = Timeline::new(&schedule);
                let finish = program_order(&schedule, timing.as_ref(), &mut timeline).expect("valid").finish;
                let path = CriticalPath::new(&timeline);
                assert_eq!(path.finish(), finish);
                let parts: u64 = Part::ALL.iter().map(|&part| path.total(part).ticks()).sum();
                assert_eq!(parts, finish.ticks());
                let clock = path.total(Part::Clock).ticks();
                assert!(100 * clock <= finish.ticks(), "{name}, {collective:?}, {ranks}: {clock} of {finish:?}");
                assert_eq!(path.total(Part::Other), Time::ZERO);
            }
        }
    }
}

/// Rounds of 20 us, alpha = 5 us and beta = 1 ns. In the first, rank 0 sends 3,001 B, which keeps its interface for 8 us. In
/// the second, rank 1 sends 10,001 B to rank 2, which has them after 15 us, and no other rank does anything.
#[test]
fn a_round_goes_back_to_whoever_fills_it() {
    let ends = [20_000_000, 40_000_000];
    let schedule = schedule(3, |rank| match rank {
        0 => vec![send(1, 3_001, 0), wait(ends[0]), wait(ends[1])],
        1 => vec![receive(0, 3_001, 0), wait(ends[0]), send(2, 10_001, 0), wait(ends[1])],
        _ => vec![wait(ends[0]), receive(1, 10_001, 0), wait(ends[1])],
    });
    let Simulation { path, .. } = simulation(&schedule, ALPHA_BETA);
    let of = |part| path.total(part).ticks();
    assert_eq!(path.finish().ticks(), ends[1]);
    // 8 us until rank 1 has its message, 12 us of clock, 15 us until rank 2 has its own, 5 us of clock.
    assert_eq!([of(Part::Wire), of(Part::Clock), of(Part::Gap)], [23_000_000, 17_000_000, 0]);
    let ranks: Vec<u32> = path.steps().iter().map(|step| step.span.rank).collect();
    assert_eq!(ranks, [0, 1, 1, 1, 2, 0]);
}

/// The same if the interface is kept for longer than the message takes to come: that fills the round.
#[test]
fn an_interface_may_fill_a_round() {
    let costs = super::Costs { latency: 2_000_000, overhead: 500_000, gap: 9_000_000, per_byte: 0 };
    let schedule = schedule(2, |rank| match rank {
        0 => vec![send(1, 1, 0), wait(10_000_000), send(1, 1, 1), wait(20_000_000)],
        _ => vec![receive(0, 1, 0), wait(10_000_000), receive(0, 1, 1), wait(20_000_000)],
    });
    let Simulation { path, .. } = simulation(&schedule, costs);
    let of = |part| path.total(part).ticks();
    assert_eq!([of(Part::Send), of(Part::Gap), of(Part::Clock)], [1_000_000, 17_000_000, 2_000_000]);
}
