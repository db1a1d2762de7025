//! Plans on networks.

use crate::tests::formats::network_traffic::{linked, network};
use logpine::network::{
    Duplex, Executed, LinkKind, MappingRule, Message, Network, NodeMapping, PlanError, PlanOptions, Ports, Routes,
    RoutingRule, Scheme, TrafficOptions, execute, simulate,
};
use logpine::schedule::replay::ReplayError;
use logpine::schedule::{Operation, Schedule, ScheduleBuilder};
use logpine::units::Time;
use proptest::prelude::*;

fn schedule(ranks: &[Vec<Operation>]) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for operations in ranks {
        builder.begin_rank().expect("few");
        for &operation in operations {
            builder.push(operation).expect("few");
        }
    }
    builder.finish().expect("few")
}

const fn send(to: u32, bytes: u64) -> Operation {
    Operation::Send { to, bytes, tag: 0 }
}

const fn receive(from: u32) -> Operation {
    Operation::Receive { from, bytes: 0, tag: 0 }
}

const fn calculate(ticks: u64) -> Operation {
    Operation::Calculate { time: Time::from_ticks(ticks) }
}

fn run(network: &Network, plan: &Schedule, options: &PlanOptions) -> Result<Executed, PlanError> {
    let routes = Routes::new(network, RoutingRule::LowestIndex).expect("small");
    let mapping = NodeMapping::identity(network, plan.ranks()).expect("nodes enough");
    execute(plan, &routes, &mapping, options, &())
}

fn ticks(executed: &Executed) -> Vec<u64> {
    executed.ranks.iter().map(|time| time.ticks()).collect()
}

/// Nodes 0, 1 and 2 in a line. A hop of 8 bytes takes 10 + 8 * 0.5 = 14 cycles.
fn line() -> Network {
    network("mesh:3,latency=10 cycles,per_byte=0.5 cycles/B")
}

const CYCLE: u64 = 1_000;

#[test]
fn times_on_a_line() {
    let plan = schedule(&[
        vec![calculate(5 * CYCLE), send(2, 8), send(1, 0)],
        vec![receive(0), calculate(100 * CYCLE), send(2, 0)],
        vec![receive(0), Operation::Combine { time: Time::from_ticks(3 * CYCLE) }, receive(1)],
    ]);
    let executed = run(&line(), &plan, &PlanOptions::default()).expect("it ends");
    // Rank 2 has its 8 bytes at 5 + 2 * 14; the other message waits for the link until 19, takes 10, and is at rank 1 at 29.
    // Rank 1 goes on at 129; its message takes 10.
    assert_eq!(ticks(&executed), [5_000, 129_000, 139_000]);
    let measurements = &executed.measurements;
    assert_eq!((measurements.hops, measurements.max_hops, measurements.messages), (4, 2, 3));
    assert_eq!((measurements.comm_t.ticks(), measurements.queued, measurements.travel), (139_000, 14_000, 62_000));
    // With overheads: sent at 5 + 1 and 7; 6 + 28 + 2, then 3; 7 waits until 20, 30 + 2, 132 + 1, 143 + 2.
    let overheads = PlanOptions {
        overhead_send: Time::from_ticks(CYCLE),
        overhead_receive: Time::from_ticks(2 * CYCLE),
        ..PlanOptions::default()
    };
    let executed = run(&line(), &plan, &overheads).expect("it ends");
    assert_eq!(ticks(&executed), [7_000, 133_000, 145_000]);
}

#[test]
fn waits_and_messages_to_oneself() {
    let wait = Operation::Wait { until: Time::from_ticks(50 * CYCLE) };
    let plan = schedule(&[vec![wait, send(0, 8), receive(0), send(1, 0)], vec![receive(0), wait]]);
    let executed = run(&line(), &plan, &PlanOptions::default()).expect("it ends");
    assert_eq!((ticks(&executed), executed.measurements.hops), (vec![50_000, 60_000], 1));
}

/// Rank i sends to i + 2^k in round k.
fn binomial(ranks: u32) -> Schedule {
    let mut programs: Vec<Vec<Operation>> = vec![Vec::new(); ranks as usize];
    for round in 0..32 - ranks.leading_zeros() {
        for rank in 0..(1 << round).min(ranks) {
            let to = rank + (1 << round);
            if to < ranks {
                programs[rank as usize].push(send(to, 1));
                programs[to as usize].insert(0, receive(rank));
            }
        }
    }
    schedule(&programs)
}

/// With a link for every pair and one message at a time, a binomial tree takes a hop a round.
#[test]
fn binomial_trees_take_their_rounds() {
    for (ranks, rounds) in [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (16, 4), (17, 5), (33, 6)] {
        let options = PlanOptions { ports: Ports::One, ..PlanOptions::default() };
        let executed = run(&network(&format!("complete:{ranks}")), &binomial(ranks), &options).expect("it ends");
        assert_eq!(executed.finish.ticks(), rounds * CYCLE, "{ranks} ranks");
        assert_eq!(executed.measurements.hops, u64::from(ranks) - 1);
    }
}

proptest! {
    /// A plan that only sends, and receives in the end, is a scheme.
    #[test]
    fn plans_of_sends_are_schemes(
        spec in prop::sample::select(vec!["torus:3x4", "star:9", "ring:8", "mesh:2x5,latency=2 cycles", "hypercube:3"]),
        scheme in prop_oneof![
            (1..5u32, any::<u64>()).prop_map(|(node_msgs, seed)| Scheme::Random { node_msgs, seed }),
            Just(Scheme::AllToAll),
        ],
        full: bool,
        one: bool,
    ) {
        let network = network(spec);
        let messages: Vec<Message> = scheme.messages(network.endpoints()).expect("small");
        let mut programs: Vec<Vec<Operation>> = vec![Vec::new(); network.endpoints() as usize];
        for message in &messages {
            programs[message.source as usize].push(send(message.destination, 3));
        }
        for message in &messages {
            programs[message.destination as usize].push(receive(message.source));
        }
        let duplex = if full { Duplex::Full } else { Duplex::Half };
        let ports = if one { Ports::One } else { Ports::All };
        let executed = run(&network, &schedule(&programs), &PlanOptions { duplex, ports, ..PlanOptions::default() });
        let routes = Routes::new(&network, RoutingRule::LowestIndex).expect("small");
        let measured = simulate(&routes, &messages, &TrafficOptions { duplex, ports, bytes: 3 }, &()).expect("short");
        prop_assert_eq!(executed.map(|executed| executed.measurements), Ok(measured));
    }
}

#[test]
fn mappings_decide() {
    // A chain along a ring of 8 nodes, every second rank on the other side.
    let ring = network("ring:8");
    let chain: Vec<Vec<Operation>> = (0..8)
        .map(|rank| [(rank > 0).then(|| receive(rank - 1)), (rank < 7).then(|| send(rank + 1, 1))])
        .map(|operations| operations.into_iter().flatten().collect())
        .collect();
    let plan = schedule(&chain);
    let routes = Routes::new(&ring, RoutingRule::LowestIndex).expect("small");
    let finish = |mapping: &NodeMapping| {
        execute(&plan, &routes, mapping, &PlanOptions::default(), &()).expect("it ends").finish.ticks() / CYCLE
    };
    assert_eq!(finish(&NodeMapping::identity(&ring, 8).expect("fits")), 7);
    let across = NodeMapping::listed(&ring, vec![0, 4, 1, 5, 2, 6, 3, 7]).expect("fits");
    assert_eq!(finish(&across), 4 + 3 + 4 + 3 + 4 + 3 + 4);
}

/// Consecutive ranks are neighbours on grids, wherever there is a side of one node as well.
#[test]
fn linear_mappings_are_walks() {
    for spec in ["mesh:4x5", "mesh:3x4x5", "torus:5x5", "hypercube:5", "mesh:1x6", "ring:9"] {
        let grid = network(spec);
        let mapping = NodeMapping::linear(&grid, grid.endpoints()).expect("fits");
        let steps = mapping.nodes().windows(2);
        assert!(steps.clone().all(|pair| grid.arc_to(pair[0], pair[1]).is_some()), "{spec}: {:?}", mapping.nodes());
    }
    // Depth first from node 0, over a switch: 0, then 3 by way of 4, then 1 and 2 from 3.
    let tree = linked(LinkKind::Undirected, 5, 4, &[(0, 4, 1), (4, 3, 1), (3, 2, 1), (3, 1, 1)]);
    let linear = |ranks| NodeMapping::linear(&tree, ranks).expect("fits");
    assert_eq!((linear(4).nodes(), linear(2).nodes()), (&[0, 3, 1, 2][..], &[0, 3][..]));
}

#[test]
fn random_mappings_are_permutations_and_pinned() {
    let ring = network("ring:8");
    let random = |seed| NodeMapping::new(&ring, 8, MappingRule::Random { seed }).expect("fits");
    let mut sorted = random(3).nodes().to_vec();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..8).collect::<Vec<u32>>());
    assert_ne!(random(3), random(4));
    assert_eq!(random(1).nodes(), PINNED);
}

const PINNED: [u32; 8] = [4, 6, 7, 5, 3, 2, 0, 1];

#[test]
fn plans_that_never_end_are_told() {
    let stuck = schedule(&[vec![receive(1), send(1, 1)], vec![receive(0), send(0, 1)]]);
    assert_eq!(
        run(&line(), &stuck, &PlanOptions::default()),
        Err(PlanError::Replay(ReplayError::Stuck { rank: 0, operation: 0, unfinished: 4 }))
    );
    let never_sent = schedule(&[vec![], vec![calculate(1), receive(0)]]);
    assert_eq!(
        run(&line(), &never_sent, &PlanOptions::default()),
        Err(PlanError::Replay(ReplayError::Stuck { rank: 1, operation: 1, unfinished: 1 }))
    );
    let lost = schedule(&[vec![send(1, 1), send(2, 1)], vec![], vec![receive(0)]]);
    assert_eq!(
        run(&line(), &lost, &PlanOptions::default()),
        Err(PlanError::Replay(ReplayError::Unreceived { rank: 0, operation: 0, unreceived: 1 }))
    );
    let nobody = schedule(&[vec![send(7, 1)], vec![]]);
    assert!(matches!(
        run(&line(), &nobody, &PlanOptions::default()),
        Err(PlanError::Replay(ReplayError::NoSuchRank { peer: 7, last: 1, .. }))
    ));
    let long = schedule(&[vec![calculate(u64::MAX), send(1, 1)], vec![receive(0)]]);
    let error = run(&line(), &long, &PlanOptions::default()).expect_err("too long");
    assert!(error.to_string().contains("longer than can be represented"));
}
