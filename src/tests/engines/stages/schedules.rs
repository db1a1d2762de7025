//! Algorithms in stages as schedules, rank by rank: checked, and replayed in program order.

use crate::tests::engines::stages::delivers;
use logpine::check::stages::explicit;
use logpine::collective::members;
use logpine::model::stage::{PortStages, stages_time};
use logpine::model::{PortModel, PortTiming, port_timing};
use logpine::request::{Layout, MpiCollective};
use logpine::schedule::build::{self, BuildError};
use logpine::schedule::replay::program_order;
use logpine::schedule::stages::Staged;
use logpine::schedule::{Operation, Schedule};
use logpine_models::machine::Machine;
use std::collections::HashMap;

fn timing(name: &str) -> Box<dyn PortTiming> {
    let machine = Machine::load(name).unwrap_or_else(|error| panic!("{error}"));
    // A measured table in which a shorter message may take longer is left out: a stage counts its longest.
    let model = machine.loggp.is_some().then_some(PortModel::Loggp);
    port_timing(&machine, model).unwrap_or_else(|error| panic!("{error}"))
}

fn all(ranks: u64, bytes: u64) -> impl Iterator<Item = Staged> {
    MpiCollective::ALL.into_iter().flat_map(move |collective| members(collective, ranks, bytes))
}

fn name(staged: &Staged) -> String {
    format!("{:?} {} ({}), {} ranks", staged.collective, staged.family, staged.parameters, staged.ranks)
}

/// The messages by sender, receiver and bytes, with their number.
type Messages = HashMap<(u64, u64, u64), u32>;

fn sends(schedule: &Schedule) -> Messages {
    let mut messages = Messages::new();
    for rank in 0..schedule.ranks() {
        for record in schedule.rank(rank) {
            if let Operation::Send { to, bytes, .. } = record.operation() {
                *messages.entry((rank.into(), to.into(), bytes)).or_default() += 1;
            }
        }
    }
    messages
}

#[test]
fn schedules_have_the_messages_and_are_sound() {
    let timing = timing("lecture");
    for ranks in [1, 2, 3, 6, 8, 11, 16] {
        for staged in [5, 100].into_iter().flat_map(|bytes| all(ranks, bytes)) {
            let schedule = build::stages(&staged, timing.as_ref()).unwrap_or_else(|error| panic!("{error}"));
            let mut messages = Messages::new();
            for sent in explicit(&staged).expect("few").iter().flatten().flatten().filter(|sent| sent.bytes > 0) {
                *messages.entry((sent.from, sent.to, sent.bytes)).or_default() += 1;
            }
            assert_eq!(sends(&schedule), messages, "{}", name(&staged));
            delivers(&staged).unwrap_or_else(|fault| panic!("{}: {fault:?}", name(&staged)));
        }
    }
}

/// Nobody waits for the end of a stage, so a replay takes no longer than the sum of all stages.
#[test]
fn replays_take_no_longer_than_the_stages() {
    for machine in ["lecture", "tukey"] {
        let timing = timing(machine);
        for ranks in [2, 5, 8, 13] {
            let layout = Layout::one_host(ranks).expect("ranks");
            for staged in [3, 1000].into_iter().flat_map(|bytes| all(ranks, bytes)) {
                // Several rounds are on their way at a time, and the program receives after one.
                if staged.collective == MpiCollective::Alltoall && staged.family == "linear" && machine == "tukey" {
                    continue;
                }
                let schedule = build::stages(&staged, timing.as_ref()).expect("few operations");
                let replayed = program_order(&schedule, timing.as_ref(), &mut ()).expect("it ends");
                let stages = stages_time(&PortStages(timing.as_ref()), &staged.stages, &layout).expect("short");
                assert!(replayed.finish <= stages, "{machine}, {}: {:?} {stages:?}", name(&staged), replayed.finish);
            }
        }
    }
}

/// If all ranks do the same in every stage, nobody is early.
#[test]
fn symmetric_algorithms_take_exactly_as_long() {
    for machine in ["lecture", "tukey"] {
        let timing = timing(machine);
        let layout = Layout::one_host(8).expect("ranks");
        for staged in all(8, 800) {
            let symmetric = matches!(
                (staged.collective, staged.family),
                (
                    MpiCollective::Allgather | MpiCollective::ReduceScatter | MpiCollective::Allreduce,
                    "ring" | "circulant"
                ) | (MpiCollective::Alltoall, "pairwise" | "bruck")
                    | (_, "recursive-doubling" | "recursive-halving" | "dissemination" | "rabenseifner")
            );
            if symmetric {
                let schedule = build::stages(&staged, timing.as_ref()).expect("few operations");
                let replayed = program_order(&schedule, timing.as_ref(), &mut ()).expect("it ends").finish;
                let stages = stages_time(&PortStages(timing.as_ref()), &staged.stages, &layout);
                assert_eq!(Some(replayed), stages, "{machine}, {}", name(&staged));
            }
        }
    }
}

#[test]
fn too_many_operations() {
    let timing = timing("lecture");
    for staged in all(1 << 40, 1) {
        let built = build::stages(&staged, timing.as_ref());
        assert!(matches!(built, Err(BuildError::TooLarge { .. })), "{}", name(&staged));
    }
}
