//! Candidates ranked by their times when they are executed by the rules of a simulator.

use logpine::answer::{Candidate, MpiPlan, Pace, RankAlgorithm, RankPlan, Rules};
use logpine::request::{Layout, MpiCollective, MpiJob, Operands, RankCollective, RankJob, Status};
use logpine::units::Time;
use logpine_collectives::collective::{Cut, Cutting, Member, Question, among_ranks, members};
use logpine_collectives::schedule::build::{self, paced};
use logpine_collectives::schedule::replay::{EventTiming, Network, Simulator, program_order};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_models::machine::Machine;
use logpine_models::model::port_timing;
use logpine_trees::tree::families::Value;
use rayon::prelude::*;
use std::cell::Cell;
use std::sync::Arc;

/// L, o, g, G and O in ns.
const PARAMETERS: [[u64; 5]; 5] =
    [[2500, 1500, 1000, 6, 0], [1000, 200, 0, 1, 0], [700, 300, 2000, 0, 0], [3000, 700, 900, 2, 1], [50, 9, 4, 1, 0]];

fn machine([latency, overhead, gap, gap_per_byte, overhead_per_byte]: [u64; 5]) -> Machine {
    let profile = format!(
        "name = \"m\"\n[loggops]\nlatency = \"{latency}ns\"\noverhead = \"{overhead}ns\"\ngap = \"{gap}ns\"\n\
         gap_per_byte = \"{gap_per_byte}ns/B\"\noverhead_per_byte = \"{overhead_per_byte}ns/B\"\n\
         combine = \"1ns/B\"\n"
    );
    Machine::from_toml(&profile, "m.toml").expect("a profile")
}

fn rules(machine: &Machine, simulator: Simulator) -> Rules {
    Rules { network: Network::of(machine, None).expect("LogGOPS"), simulator, tick: Time::from_ticks(1_000) }
}

fn executed(machine: &Machine, job: RankJob, simulator: Simulator) -> RankPlan {
    let timing = port_timing(machine, None).expect("a model");
    RankPlan::executed(timing.as_ref(), job, rules(machine, simulator), &()).expect("a plan")
}

/// The 240 cases: parameters, ranks, bytes, collective.
fn cases() -> Vec<([u64; 5], RankJob)> {
    let mut cases = Vec::new();
    for parameters in PARAMETERS {
        for ranks in [5, 16, 64, 200] {
            for bytes in [1, 100, 4096, 65536, 262_144, 1_048_576] {
                for collective in [RankCollective::Bcast, RankCollective::Reduce] {
                    cases.push((parameters, RankJob::new(collective, ranks, Some(bytes)).expect("a job")));
                }
            }
        }
    }
    cases
}

/// The least time of all families, with k and limits on the fanout up to 8, in 2^k segments, of all schedules with at most
/// `messages` messages. Every one is built and executed; no bound leaves any out.
fn least(machine: &Machine, job: RankJob, messages: u64) -> Time {
    let timing = port_timing(machine, None).expect("a model");
    let rules = rules(machine, Simulator::Loggopsim);
    let events = EventTiming::new(rules.network, rules.simulator, timing.as_ref());
    let (ranks, bytes) = (job.ranks(), job.bytes().unwrap_or(1));
    let candidates = Question::ask(job.collective, &events, ranks, job.bytes(), |question| {
        let mut candidates = Vec::new();
        for family in among_ranks() {
            let limit = Cell::new(Time::MAX);
            let few = |member: &Member, most: u64| {
                let children = member.parameters.get("k").or_else(|| member.parameters.get("fanout"));
                !matches!(children, Some(Value::Number(children)) if *children > most)
            };
            let members = family.algorithms(question, &limit).take_while(|member| few(member, 12));
            for mut member in members.filter(|member| few(member, 8)) {
                let sizes = member.sizes;
                let parameters = member.parameters.clone();
                let Some(algorithm) = member.algorithm(ranks).cloned() else { continue };
                for level in 0..=bytes.ilog2() {
                    let segment = bytes.div_ceil(1 << level);
                    let segments = bytes.div_ceil(segment);
                    let of_ranks = algorithm.cutting() == Cutting::ByRanks;
                    let fits = sizes.contains(segment) && segments >= algorithm.fewest_segments();
                    let few = segments * ranks <= messages && !(of_ranks && (level > 0 || ranks * ranks > messages));
                    if !fits || !few || algorithm.cutting() == Cutting::Never {
                        continue;
                    }
                    let cut = (!of_ranks).then_some(Cut { segment, segments, time: Time::ZERO });
                    let construction = RankAlgorithm { algorithm: Arc::clone(&algorithm), cut, period: None };
                    candidates.push(Candidate::new(family.name(), parameters.clone(), Time::ZERO, construction));
                }
            }
        }
        candidates
    });
    let time = |candidate: &Candidate<RankAlgorithm>| {
        let schedule = candidate.schedule(job, &events).expect("a schedule");
        rules.faster(schedule).expect("it runs to its end").2
    };
    candidates.par_iter().map(time).min().expect("a candidate")
}

/// No family with any number of segments that is a power of two is faster by more than a percent, in a twentieth of the cases.
#[test]
fn the_choice_is_the_fastest() {
    for (parameters, job) in cases().into_iter().skip(3).step_by(20) {
        let machine = machine(parameters);
        let plan = executed(&machine, job, Simulator::Loggopsim);
        let (chosen, least) = (plan.best().time.ticks(), least(&machine, job, 1 << 12).ticks());
        assert!(chosen <= least + least / 100, "{parameters:?} {job:?}: {chosen} is more than {least}");
    }
}

/// Bounds hold, candidates are in order, and each takes its time again and has the right result.
#[test]
fn plans_are_what_executions_take() {
    for (parameters, job) in cases().into_iter().filter(|(_, job)| job.ranks() <= 16).step_by(5) {
        let machine = machine(parameters);
        let timing = port_timing(&machine, None).expect("a model");
        for simulator in [Simulator::Loggopsim, Simulator::Atlahs] {
            for operands in [Operands::AnyOrder, Operands::RankOrder] {
                let job = job.with_operands(operands);
                let plan = executed(&machine, job, simulator);
                assert_eq!(plan.simulator(), Some(simulator));
                assert!(plan.candidates().is_sorted_by_key(|candidate| candidate.time));
                assert_eq!(plan.check(timing.as_ref()), Ok(()), "{parameters:?} {job:?}");
                assert_eq!(plan.claim.status == Status::Optimal, plan.best().time == plan.claim.bound.value);
                for candidate in plan.candidates() {
                    let schedule = plan.schedule(candidate, timing.as_ref()).expect("a schedule");
                    let again = rules(&machine, simulator).execute(&schedule, &mut ()).expect("it runs to its end");
                    assert_eq!(again.finish, candidate.time, "{}", candidate.family);
                    assert_eq!(plan.check_order_left_open(candidate, &schedule), Ok(()), "{}", candidate.family);
                }
            }
        }
    }
}

/// The machine of the simulator's own defaults: the plan of the model takes 818.958 us there without pauses.
#[test]
fn rounds_keep_together_with_pauses() {
    let machine = Machine::load("loggopsim").expect("built in");
    let timing = port_timing(&machine, None).expect("a model");
    let job = RankJob::new(RankCollective::Bcast, 64, Some(65536)).expect("a job");
    let by_model = RankPlan::new(timing.as_ref(), job).expect("a plan");
    assert_eq!((by_model.best().family, by_model.best().time.ticks()), ("n-block", 628_656_000));
    let plan = executed(&machine, job, Simulator::Loggopsim);
    assert!(plan.best().time <= by_model.best().time);
    assert_eq!(plan.best().execution.map(|execution| execution.pace), Some(Pace::Paced));
    let schedule = by_model.schedule(by_model.best(), timing.as_ref()).expect("small");
    let (program, pace, time) = rules(&machine, Simulator::Loggopsim).faster(schedule).expect("it runs to its end");
    assert_eq!(pace, Pace::Paced);
    // The last block is a byte shorter than rounds are long for.
    assert!(time <= by_model.best().time && by_model.best().time.ticks() - time.ticks() <= 6_000);
    assert!(program.records().iter().all(|record| !matches!(record.operation(), Operation::Wait { .. })));
}

/// Pauses keep every operation except the waits, in order, and do not change a message that is not cut.
#[test]
fn pauses_are_all_that_is_added() {
    let machine = machine(PARAMETERS[0]);
    let timing = port_timing(&machine, None).expect("a model");
    let port = |bytes| Simulator::Loggopsim.port(&Network::of(&machine, None).expect("LogGOPS"), bytes);
    let kept = |schedule: &Schedule, rank: u32| -> Vec<Operation> {
        let is_kept =
            |operation: &Operation| !matches!(operation, Operation::Wait { .. } | Operation::Calculate { .. });
        schedule.rank(rank).iter().map(logpine_collectives::schedule::Record::operation).filter(is_kept).collect()
    };
    for collective in [RankCollective::Bcast, RankCollective::Reduce] {
        let job = RankJob::new(collective, 11, Some(20_000)).expect("a job");
        let plan = RankPlan::new(timing.as_ref(), job).expect("a plan");
        for candidate in plan.candidates() {
            let schedule = plan.schedule(candidate, timing.as_ref()).expect("small");
            let pausing = paced(&schedule, &port, Time::from_ticks(7)).expect("small");
            for rank in 0..11 {
                assert_eq!(kept(&schedule, rank), kept(&pausing, rank), "{}", candidate.family);
            }
            let of_ticks =
                |operation| !matches!(operation, Operation::Calculate { time } if !time.ticks().is_multiple_of(7));
            assert!(pausing.records().iter().all(|record| of_ticks(record.operation())));
            if candidate.construction.cut.is_some_and(|cut| cut.segments == 1) && candidate.family != "two-tree" {
                assert_eq!(pausing, schedule, "{}", candidate.family);
            }
            // In program order pauses end before the clock goes on.
            let [before, after] =
                [&schedule, &pausing].map(|of| program_order(of, timing.as_ref(), &mut ()).map(|of| of.messages));
            assert_eq!(before, after);
        }
    }
}

/// The least time of all members of all families, each built, given pauses or not, and executed.
fn least_of_members(machine: &Machine, job: &MpiJob, rules: Rules) -> Time {
    let timing = port_timing(machine, None).expect("a model");
    let events = rules.timing(timing.as_ref());
    let finish = |schedule: &Schedule| rules.execute(schedule, &mut ()).expect("it runs").finish;
    let port = |bytes| rules.simulator.port(&rules.network, bytes);
    let members = members(job.collective, job.layout.ranks(), job.bytes().unwrap_or(1));
    let times = members.iter().flat_map(|staged| {
        let schedule = build::stages(staged, &events).expect("small");
        let pausing = paced(&schedule, &port, rules.tick).expect("small");
        [finish(&schedule), finish(&pausing)]
    });
    times.min().expect("a member")
}

/// For every collective of MPI, no member of a family is faster than the choice, and the choice's file takes the stated time.
#[test]
fn collectives_of_mpi_are_ranked_by_what_they_take() {
    for (index, parameters) in PARAMETERS.into_iter().enumerate() {
        let machine = machine(parameters);
        let timing = port_timing(&machine, None).expect("a model");
        for (collective, ranks, bytes, simulator) in itertools::iproduct!(
            MpiCollective::ALL,
            [2, 5, 8, 13],
            [1, 1000, 65_536],
            [Simulator::Loggopsim, Simulator::Atlahs]
        ) {
            // Half of the cases, others for every machine.
            let is_broadcast = matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce);
            if is_broadcast || (index as u64 + ranks + bytes).is_multiple_of(2) {
                continue;
            }
            let bytes = collective.bytes_of().map(|_| bytes);
            let layout = Layout::one_host(ranks).expect("a layout");
            let job = MpiJob::new(collective, layout, bytes).expect("a job");
            let rules = rules(&machine, simulator);
            let plan = MpiPlan::executed(timing.as_ref(), job.clone(), rules, &()).expect("a plan");
            let of = format!("{collective:?}, {ranks} ranks, {bytes:?} bytes, {parameters:?}");
            for candidate in plan.candidates() {
                let schedule = plan.schedule(candidate, timing.as_ref()).expect("small");
                let time = rules.execute(&schedule, &mut ()).expect("it runs").finish;
                assert_eq!(time, candidate.time, "{of}: {}", candidate.family);
                assert!(plan.claim.bound.value <= time, "{of}: {}", candidate.family);
            }
            assert!(plan.best().time <= least_of_members(&machine, &job, rules), "{of}");
        }
    }
}
