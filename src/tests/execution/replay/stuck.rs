//! Schedules that cannot be replayed to their end.

use logpine::units::{Rate, Time};
use logpine_collectives::schedule::replay::{Network, ReplayError, Simulator, event_driven};
use logpine_collectives::schedule::{ANY, Added, Dependency, Operation, Schedule, ScheduleBuilder};

fn build(ranks: &[&[Operation]], dependencies: &[(u32, u32)]) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for operations in ranks {
        builder.begin_rank().expect("few ranks");
        for &operation in *operations {
            builder.push(operation).expect("few operations");
        }
        for &(waiting, before) in dependencies {
            builder.require(Added(waiting), Dependency::Done(Added(before)));
        }
    }
    builder.finish().expect("few dependencies")
}

fn error(ranks: &[&[Operation]], dependencies: &[(u32, u32)], network: &Network) -> ReplayError {
    let schedule = build(ranks, dependencies);
    let [error, same] = [Simulator::Loggopsim, Simulator::Atlahs]
        .map(|simulator| event_driven(&schedule, network, simulator, &mut ()).expect_err("it cannot be replayed"));
    assert_eq!(error, same);
    error
}

fn send(to: u32, tag: u32) -> Operation {
    Operation::Send { to, bytes: 8, tag }
}

fn receive(from: u32, tag: u32) -> Operation {
    Operation::Receive { from, bytes: 8, tag }
}

#[test]
fn what_is_left_over_is_named() {
    let network = Network::default();
    let other_tag = error(&[&[send(1, 3)], &[receive(0, 4)]], &[], &network);
    assert_eq!(other_tag, ReplayError::Stuck { rank: 1, operation: 0, unfinished: 1 });
    let twice = error(&[&[send(1, 0), send(1, 0)], &[receive(0, 0)]], &[], &network);
    assert!(matches!(twice, ReplayError::Unreceived { rank: 0, unreceived: 1, .. }));
    let circle = error(&[&[receive(1, 0), send(1, 0)], &[receive(0, 0), send(0, 0)]], &[(1, 0)], &network);
    assert_eq!(circle, ReplayError::Stuck { rank: 0, operation: 0, unfinished: 4 });
    let calculation = Operation::Calculate { time: Time::from_ticks(1) };
    let itself = error(&[&[calculation, calculation]], &[(0, 1), (1, 0)], &network);
    assert_eq!(itself, ReplayError::Stuck { rank: 0, operation: 0, unfinished: 2 });
}

#[test]
fn a_long_message_that_nobody_receives_keeps_its_sender() {
    let network = Network { rendezvous_above: Some(7), ..Network::default() };
    assert_eq!(
        error(&[&[send(1, 0)], &[]], &[], &network),
        ReplayError::Stuck { rank: 0, operation: 0, unfinished: 1 }
    );
    // Two that send before they receive.
    let each = [[send(1, 0), receive(1, 0)], [send(0, 0), receive(0, 0)]];
    let stuck = error(&[&each[0], &each[1]], &[(1, 0)], &network);
    assert_eq!(stuck, ReplayError::Stuck { rank: 0, operation: 0, unfinished: 4 });
    let eager = Network::default();
    let schedule = build(&[&each[0], &each[1]], &[(1, 0)]);
    assert!(event_driven(&schedule, &eager, Simulator::Loggopsim, &mut ()).is_ok());
}

#[test]
fn ranks_that_are_not_there() {
    let network = Network::default();
    let none = ReplayError::NoSuchRank { rank: 0, operation: 1, peer: 2, last: 1 };
    assert_eq!(error(&[&[send(1, 0), send(2, 0)], &[]], &[], &network), none);
    assert_eq!(error(&[&[send(1, 0), receive(2, 0)], &[]], &[], &network), none);
    let any = ReplayError::NoSuchRank { rank: 0, operation: 0, peer: ANY, last: 0 };
    assert_eq!(error(&[&[send(ANY, 0)]], &[], &network), any);
}

#[test]
fn times_past_the_longest() {
    let long = Operation::Calculate { time: Time::MAX };
    let schedule = build(&[&[long]], &[]);
    let longest = event_driven(&schedule, &Network::default(), Simulator::Loggopsim, &mut ());
    assert_eq!(longest.map(|replayed| replayed.finish), Ok(Time::MAX));
    let one = Operation::Calculate { time: Time::from_ticks(1) };
    assert_eq!(error(&[&[long, one]], &[], &Network::default()), ReplayError::NotRepresentable);
    let slow = Network { latency: Time::MAX, overhead: Time::from_ticks(1), ..Network::default() };
    assert_eq!(error(&[&[send(1, 0)], &[receive(0, 0)]], &[], &slow), ReplayError::NotRepresentable);
    let per_byte = Network { gap_per_byte: Rate::from_time(Time::MAX), ..Network::default() };
    assert_eq!(error(&[&[send(1, 0)], &[receive(0, 0)]], &[], &per_byte), ReplayError::NotRepresentable);
}
