//! GOAL schedules: valid ones, invalid ones with their faults, and schedules read back as they were written.
//!
//! The behaviour of the converter and the simulator on each file is that of `LogGOPSim` at commit 76451de.

mod arbitrary;
mod binomial;
mod faults;
mod forms;
mod identity;
mod meaning;
mod packed_files;
mod unread;
mod upstream;

use binomial::binomial;
use logpine_collectives::schedule::{ANY, Added, Dependency, Operation, Schedule, ScheduleBuilder};
use logpine_goal::{self as goal, GoalTick, Report};
use logpine_text::fault::Level;
use logpine_text::fault::{Fault, Place};
use logpine_text::units::Time;
use proptest::prelude::*;

fn check(source: &[u8]) -> Report {
    let report = goal::check(source, GoalTick::default());
    assert_eq!(report.schedule.is_none(), report.errors_of_meaning() > 0, "{:?}", report.faults);
    report
}

/// A fault as `code line:column`, or `code byte`.
fn short(fault: &Fault) -> String {
    match fault.place {
        Place::Text(position) => format!("{} {}:{}", fault.code(), position.line, position.column),
        Place::Byte(byte) => format!("{} {byte}", fault.code()),
    }
}

fn shorts(report: &Report) -> Vec<String> {
    report.faults.iter().map(short).collect()
}

/// The schedule of a valid text.
fn meaning(source: &[u8]) -> Schedule {
    goal::read(source, GoalTick::default()).unwrap_or_else(|report| panic!("{report}: {:?}", report.faults))
}

/// A rank's operations besides messages: ticks of a calculation with its cpu.
type Calculations = Vec<(u64, u8)>;

/// A message: from, to, bytes, tag, cpus, nics, and whether its receive names sender and tag.
type Sent = (u32, u32, u64, u32, (u8, u8), (u8, u8), (bool, bool));

/// Schedules in which every message is received, with wildcards, several processors and interfaces, idle ranks, and
/// dependencies in both directions of the list, without cycles.
fn schedules() -> impl Strategy<Value = Schedule> {
    (1u32..6).prop_flat_map(|ranks| {
        let index = || prop_oneof![3 => Just(0u8), 1 => any::<u8>()];
        let tag = prop_oneof![0..3u32, Just(ANY - 1)];
        let bytes = prop_oneof![0..100u64, Just(u64::MAX)];
        let named = (prop::bool::weighted(0.9), prop::bool::weighted(0.9));
        let message = (0..ranks, 0..ranks, bytes, tag, (index(), index()), (index(), index()), named);
        let calculations = proptest::collection::vec((0..1000u64, index()), 0..4);
        let of_ranks = proptest::collection::vec(calculations, ranks as usize);
        let waits = proptest::collection::vec((any::<u32>(), any::<u32>(), any::<bool>()), 0..20);
        (proptest::collection::vec(message, 0..15), of_ranks, waits, any::<u64>())
            .prop_map(|(messages, calculations, waits, seed)| schedule(&messages, &calculations, &waits, seed))
    })
}

fn schedule(messages: &[Sent], calculations: &[Calculations], waits: &[(u32, u32, bool)], seed: u64) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for (rank, calculations) in (0u32..).zip(calculations) {
        builder.begin_rank().expect("few");
        let mut operations = 0;
        let mut push = |operation, processor, interface| {
            builder.push_on(operation, processor, interface).expect("few");
            operations += 1;
        };
        for &(from, to, bytes, tag, cpus, nics, (named, tagged)) in messages {
            if to == rank {
                let (from, tag) = (if named { from } else { ANY }, if tagged { tag } else { ANY });
                push(Operation::Receive { from, bytes, tag }, cpus.0, nics.0);
            }
            if from == rank {
                push(Operation::Send { to, bytes, tag }, cpus.1, nics.1);
            }
        }
        for &(ticks, processor) in calculations {
            push(Operation::Calculate { time: Time::from_ticks(1000 * ticks) }, processor, 0);
        }
        // A dependency along any order of the operations closes no cycle; this order is not the listed one.
        let order = |operation: u32| (u64::from(operation) ^ seed) % 17;
        for &(one, other, begun) in waits.iter().filter(|_| operations > 0) {
            let (one, other) = (one % operations, other % operations);
            if order(one) < order(other) {
                let before = Added(one);
                builder.require(Added(other), if begun { Dependency::Begun(before) } else { Dependency::Done(before) });
            }
        }
    }
    builder.finish().expect("few")
}

/// A schedule as a text.
fn text(schedule: &Schedule) -> Vec<u8> {
    let mut text = Vec::new();
    goal::write(schedule, GoalTick::default(), &mut text).expect("whole ticks");
    text
}

/// A schedule as a packed file.
fn packed(schedule: &Schedule) -> Vec<u8> {
    let mut bytes = Vec::new();
    goal::packed::write(schedule, GoalTick::default(), &mut bytes).expect("whole ticks");
    bytes
}

/// Codes of the faults that the strict consumer refuses, though the meaning is plain.
fn errors_of_form(report: &Report) -> Vec<&'static str> {
    let is_of_form = |fault: &&Fault| fault.diagnostic.level == Level::Form;
    report.faults.iter().filter(is_of_form).map(Fault::code).collect()
}
