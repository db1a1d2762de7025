//! Algorithms in stages as schedules, rank by rank: checked, and replayed in program order.

use crate::tests::engines::stages::delivers;
use logpine::request::MpiCollective;
use logpine_check::stages::explicit;
use logpine_collectives::collective::members;
use logpine_collectives::schedule::build::{self, BuildError};
use logpine_collectives::schedule::stages::Staged;
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_models::machine::Machine;
use logpine_models::model::{PortModel, PortTiming, port_timing};
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

#[test]
fn too_many_operations() {
    let timing = timing("lecture");
    for staged in all(1 << 40, 1) {
        let built = build::stages(&staged, timing.as_ref());
        assert!(matches!(built, Err(BuildError::TooLarge { .. })), "{}", name(&staged));
    }
}
