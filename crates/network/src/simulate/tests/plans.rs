//! Plans on networks.

use crate::tests::{linked, network};
use crate::{
    Duplex, Executed, LinkKind, Message, Network, NodeMapping, PlanError, PlanOptions, Ports, Routes, RoutingRule,
    Scheme, TrafficOptions, execute, simulate,
};
use logpine_collectives::schedule::replay::ReplayError;
use logpine_collectives::schedule::{Operation, Schedule, ScheduleBuilder};
use logpine_text::units::Time;
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

/// Nodes 0, 1 and 2 in a line. A hop of 8 bytes takes 10 + 8 * 0.5 = 14 cycles.
fn line() -> Network {
    network("mesh:3,latency=10 cycles,per_byte=0.5 cycles/B")
}

const CYCLE: u64 = 1_000;

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
    let tree = linked(LinkKind::Undirected, 5, 4, &[(0, 4, 1), (4, 3, 1), (3, 2, 1), (3, 1, 1)]).expect("connected");
    let linear = |ranks| NodeMapping::linear(&tree, ranks).expect("fits");
    assert_eq!((linear(4).nodes(), linear(2).nodes()), (&[0, 3, 1, 2][..], &[0, 3][..]));
}

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
