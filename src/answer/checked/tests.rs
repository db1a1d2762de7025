//! Plans that pass their checks, and wrong ones that do not.

use super::*;
use crate::request::Operands;
use logpine_check::schedule::{Wrong, check_meaning};
use logpine_collectives::collective::Cut;
use logpine_collectives::schedule::ScheduleBuilder;
use logpine_models::machine::Machine;
use logpine_models::model::port_timing;
use logpine_text::units::Time;

#[test]
fn plans_pass_and_wrong_times_do_not() {
    for machine in ["lecture", "bgp", "tukey", "loggopsim"] {
        let machine = Machine::load(machine).expect("built in");
        let timing = port_timing(&machine, None).expect("a port model");
        let timing = timing.as_ref();
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            for (ranks, bytes) in [(1, 5), (2, 1), (3, 100), (17, 1000), (64, 100_000), (100, 7), (1000, 50)] {
                for operands in [Operands::AnyOrder, Operands::RankOrder] {
                    let job = RankJob::new(collective, ranks, Some(bytes)).expect("a job").with_operands(operands);
                    let plan = RankPlan::new(timing, job).expect("a plan");
                    assert_eq!(plan.check(timing), Ok(()), "{} {ranks} {bytes}", machine.name);
                    for candidate in plan.candidates() {
                        assert_eq!(
                            execute(candidate, job, timing, 1 << 20),
                            Ok(()),
                            "{} {ranks} {bytes}",
                            machine.name
                        );
                    }
                    let off = Time::from_ticks(plan.best().time.ticks() + 1);
                    let wrong = Candidate { time: off, ..plan.best().clone() };
                    assert!(
                        execute(&wrong, job, timing, 1 << 20)
                            .is_err_and(|fault| fault.says("ticks, its schedule takes"))
                    );
                }
            }
        }
    }
}

/// Ranks may send only what they have received. Without dependencies, an execution that follows these alone does not
/// know that.
#[test]
fn a_schedule_without_dependencies_is_found() {
    let timing = port_timing(&Machine::load("lecture").expect("built in"), None).expect("a port model");
    for collective in [RankCollective::Bcast, RankCollective::Reduce] {
        let job = RankJob::new(collective, 9, Some(100)).expect("a job");
        let plan = RankPlan::new(timing.as_ref(), job).expect("a plan");
        for candidate in plan.candidates().iter().filter(|candidate| candidate.family != "linear") {
            let schedule = plan.schedule(candidate, timing.as_ref()).expect("small");
            assert_eq!(plan.check_order_left_open(candidate, &schedule), Ok(()), "{}", candidate.family);
            let mut builder = ScheduleBuilder::new();
            for rank in 0..9 {
                builder.begin_rank().expect("few");
                for record in schedule.rank(rank) {
                    builder.push(record.operation()).expect("few");
                }
            }
            let bare = builder.finish().expect("few");
            let fault = plan.check_order_left_open(candidate, &bare);
            assert!(fault.is_err_and(|fault| fault.says(candidate.family)), "{}", candidate.family);
        }
    }
}

/// Only four of five blocks are sent.
#[test]
fn a_schedule_that_lacks_a_block_is_found() {
    let timing = port_timing(&Machine::load("lecture").expect("built in"), None).expect("a port model");
    for collective in [RankCollective::Bcast, RankCollective::Reduce] {
        let job = |bytes| RankJob::new(collective, 9, Some(bytes)).expect("a job");
        let plan = RankPlan::new(timing.as_ref(), job(100)).expect("a plan");
        let cuttable = || plan.candidates().iter().filter(|candidate| candidate.construction.cut.is_some());
        assert!(cuttable().count() > 5);
        for candidate in cuttable() {
            let cut = |segments| Some(Cut { segment: 25, segments, time: candidate.time });
            let with = |segments| {
                let mut wrong = candidate.clone();
                wrong.construction.cut = cut(segments);
                wrong
            };
            let schedule = with(4).schedule(job(100), timing.as_ref()).expect("small");
            let of = |blocks: u64| {
                let meaning = with(blocks).meaning(job(25 * blocks)).expect("few blocks");
                check_meaning(&schedule, &meaning, Execution::ProgramOrder).map_err(|fault| fault.wrong)
            };
            assert_eq!(of(4), Ok(()), "{}", candidate.family);
            let lacks = matches!(of(5), Err(Wrong::Missing { block: 4 } | Wrong::Incomplete { block: 4, .. }));
            assert!(lacks, "{}: {:?}", candidate.family, of(5));
        }
    }
}
