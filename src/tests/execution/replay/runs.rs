//! Times that the two simulators print for small schedules, at L = 6, o = 2, g = 4 unless stated otherwise.

use super::schedules::{binary_tree, binomial_tree, broadcast, linear_tree, reduction};
use logpine::units::{Rate, Time};
use logpine_collectives::schedule::replay::{Network, Simulator, event_driven, program_order};
use logpine_collectives::schedule::{Dependency, Operation, Schedule, ScheduleBuilder};
use logpine_models::machine::Machine;
use logpine_models::model::PortModel;

fn network(latency: u64, overhead: u64, gap: u64) -> Network {
    let [latency, overhead, gap] = [latency, overhead, gap].map(Time::from_ticks);
    Network { latency, overhead, gap, ..Network::default() }
}

/// L = 6, o = 2, g = 4.
fn textbook() -> Network {
    network(6, 2, 4)
}

fn per_byte(network: Network, gap: u64, overhead: u64) -> Network {
    let [gap_per_byte, overhead_per_byte] = [gap, overhead].map(|each| Rate::from_time(Time::from_ticks(each)));
    Network { gap_per_byte, overhead_per_byte, ..network }
}

fn finish(schedule: &Schedule, network: &Network, simulator: Simulator) -> u64 {
    event_driven(schedule, network, simulator, &mut ()).expect("it can be replayed").finish.ticks()
}

/// The times by both.
fn both(schedule: &Schedule, network: &Network) -> [u64; 2] {
    [Simulator::Loggopsim, Simulator::Atlahs].map(|simulator| finish(schedule, network, simulator))
}

fn loggopsim(schedule: &Schedule, network: &Network) -> u64 {
    finish(schedule, network, Simulator::Loggopsim)
}

/// The optimal broadcast among 8 at L = 6, o = 2, g = 4, Culler et al. (1993), figure 3.
fn optimal_tree() -> Vec<Vec<u32>> {
    let mut children = vec![Vec::new(); 8];
    (children[0], children[1], children[2]) = (vec![1, 2, 3, 4], vec![5, 6], vec![7]);
    children
}

#[test]
fn one_message() {
    let message = |bytes| broadcast(&linear_tree(2), bytes);
    assert_eq!(both(&message(1), &textbook()), [10, 14]);
    assert_eq!(both(&message(11), &per_byte(textbook(), 3, 0)), [40, 44]);
    let copied = per_byte(textbook(), 3, 1);
    assert_eq!(both(&message(11), &copied), [40, 64]);
    let replayed = event_driven(&message(11), &copied, Simulator::Loggopsim, &mut ()).expect("it can be replayed");
    assert_eq!(replayed.ranks.iter().map(|time| time.ticks()).collect::<Vec<_>>(), [12, 40]);
    // A message of no bytes takes a byte less, or as long as one of one byte.
    assert_eq!(both(&message(0), &per_byte(textbook(), 3, 0)), [7, 14]);
}

#[test]
fn trees_among_8() {
    let broadcast_and_back = |children: &[Vec<u32>]| {
        [both(&broadcast(children, 1), &textbook()), both(&reduction(children, 1), &textbook())]
    };
    assert_eq!(broadcast_and_back(&binomial_tree(8)), [[30, 42]; 2]);
    assert_eq!(both(&broadcast(&linear_tree(8), 1), &textbook()), [34, 38]);
    assert_eq!(both(&reduction(&linear_tree(8), 1), &textbook()), [34, 50]);
    assert_eq!(both(&broadcast(&binary_tree(8), 1), &textbook()), [30, 42]);
    assert_eq!(both(&broadcast(&optimal_tree(), 1), &textbook()), [24, 32]);
    assert_eq!(loggopsim(&reduction(&optimal_tree(), 1), &textbook()), 24, "its mirror image");
    assert_eq!(loggopsim(&broadcast(&binomial_tree(7), 1), &textbook()), 24);
}

/// Every time of the textbook's figure, not only the last.
#[test]
fn the_optimal_tree_rank_by_rank() {
    let replayed = event_driven(&broadcast(&optimal_tree(), 1), &textbook(), Simulator::Loggopsim, &mut ());
    let ranks: Vec<u64> = replayed.expect("it can be replayed").ranks.iter().map(|time| time.ticks()).collect();
    // Ranks 1 and 2 are last busy with sends: at 14 for 2, at 14 for 2.
    assert_eq!(ranks, [14, 16, 16, 18, 22, 20, 24, 24]);
}

/// 11 bytes, G = 3, S = 10: the sender is free when the message has come, in ATLAHS when it is received.
#[test]
fn rendezvous() {
    let eager = per_byte(textbook(), 3, 0);
    let network = Network { rendezvous_above: Some(10), ..eager };
    let ranks = |network, simulator| {
        let replayed = event_driven(&broadcast(&linear_tree(2), 11), &network, simulator, &mut ());
        replayed.expect("it can be replayed").ranks.iter().map(|time| time.ticks()).collect::<Vec<_>>()
    };
    assert_eq!(ranks(network, Simulator::Loggopsim), [8, 40]);
    assert_eq!(ranks(network, Simulator::Atlahs), [44, 44]);
    assert_eq!(ranks(Network { rendezvous_above: Some(11), ..eager }, Simulator::Loggopsim), [2, 40]);
    assert_eq!(ranks(Network { rendezvous_above: Some(11), ..eager }, Simulator::Atlahs), [2, 44]);
}

/// Rank 0 sends 1 byte at once; rank 1 posts its receive after a calculation of 50, and calculates 20 after it.
fn late_receive(dependency: fn(logpine_collectives::schedule::Added) -> Dependency) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    let mut push = |operation| builder.push(operation).expect("few operations");
    push(Operation::Send { to: 1, bytes: 1, tag: 0 });
    builder.begin_rank().expect("few ranks");
    let mut push = |operation| builder.push(operation).expect("few operations");
    let first = push(Operation::Calculate { time: Time::from_ticks(50) });
    let received = push(Operation::Receive { from: 0, bytes: 1, tag: 0 });
    let second = push(Operation::Calculate { time: Time::from_ticks(20) });
    builder.require(received, Dependency::Done(first));
    builder.require(second, dependency(received));
    builder.finish().expect("few dependencies")
}

/// The message comes at 8 and waits for the processor until 50. A dependent of the receive's start is then no later than a
/// dependent of the message, but has the younger stamp.
#[test]
fn a_calculation_is_not_interrupted() {
    assert_eq!(both(&late_receive(Dependency::Done), &textbook()), [72, 76]);
    assert_eq!(both(&late_receive(Dependency::Begun), &textbook()), [72, 76]);
}

/// A message is passed on from another processor than the one that received it, but not before it is there.
#[test]
fn causes_come_first_on_other_processors_too() {
    let mut builder = ScheduleBuilder::new();
    let push = |builder: &mut ScheduleBuilder, operation, processor| {
        builder.push_on(operation, processor, 0).expect("few operations")
    };
    builder.begin_rank().expect("few ranks");
    let calculated = push(&mut builder, Operation::Calculate { time: Time::from_ticks(100) }, 0);
    let sent = push(&mut builder, Operation::Send { to: 1, bytes: 1, tag: 0 }, 0);
    builder.require(sent, Dependency::Done(calculated));
    builder.begin_rank().expect("few ranks");
    let received = push(&mut builder, Operation::Receive { from: 0, bytes: 1, tag: 0 }, 0);
    let passed = push(&mut builder, Operation::Send { to: 2, bytes: 1, tag: 0 }, 1);
    builder.require(passed, Dependency::Done(received));
    builder.begin_rank().expect("few ranks");
    push(&mut builder, Operation::Receive { from: 1, bytes: 1, tag: 0 }, 0);
    let schedule = builder.finish().expect("few dependencies");
    assert_eq!(loggopsim(&schedule, &textbook()), 120);
}

/// In program order a message of 0 bytes takes as long as one of 1 byte, L + 2o, because models have none of 0 bytes.
#[test]
fn no_bytes_in_program_order() {
    let text = "name = \"m\"\nunit = \"cycle\"\n[loggp]\nlatency = \"6 cycles\"\noverhead = \"2 cycles\"\n\
                gap = \"4 cycles\"\ngap_per_byte = \"3 cycles/B\"\n";
    let machine = Machine::from_toml(text, "m.toml").expect("valid");
    let timing = PortModel::Loggp.timing(&machine).expect("a section");
    let finish =
        |bytes| program_order(&broadcast(&linear_tree(2), bytes), &*timing, &mut ()).map(|replayed| replayed.finish);
    assert_eq!([0, 1, 2].map(|bytes| finish(bytes).map(Time::ticks)), [10, 10, 13].map(|cycles| Ok(1_000 * cycles)));
}
