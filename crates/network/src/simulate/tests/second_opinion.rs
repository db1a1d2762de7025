//! The simulator against the naive one, on random networks.

use crate::simulate::tests::reference::{self, Counted};
use crate::tests::linked;
use crate::{
    Duplex, LinkKind, Measurements, Message, Network, Ports, Routes, RoutingRule, Scheme, TrafficOptions, simulate,
    simulate_by_events,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The lowest-numbered neighbour that is nearer to the destination, by Floyd and Warshall's distances.
fn lowest_index(network: &Network) -> impl Fn(u32, u32) -> (u32, u32) + '_ {
    let nodes = network.nodes() as usize;
    let mut distances = vec![vec![usize::MAX / 4; nodes]; nodes];
    for (from, row) in distances.iter_mut().enumerate() {
        row[from] = 0;
    }
    for link in network.links() {
        let [from, to] = [link.from, link.to].map(|node| node as usize);
        distances[from][to] = 1;
        if network.kind() == LinkKind::Undirected {
            distances[to][from] = 1;
        }
    }
    for by in 0..nodes {
        for from in 0..nodes {
            for to in 0..nodes {
                distances[from][to] = distances[from][to].min(distances[from][by] + distances[by][to]);
            }
        }
    }
    move |node, destination| {
        let distance = |node: u32| distances[node as usize][destination as usize];
        let nearer = network.arcs(node).iter().find(|arc| distance(arc.to) + 1 == distance(node));
        nearer.map(|arc| (arc.link, arc.to)).expect("connected")
    }
}

fn counted(measured: &Measurements) -> Counted {
    let ticks = |sum: u128| u64::try_from(sum).expect("short");
    Counted {
        comm_t: measured.comm_t.ticks(),
        travel: ticks(measured.travel),
        queued: ticks(measured.queued),
        hops: measured.hops,
        max_hops: u64::from(measured.max_hops),
    }
}

/// Asserts that both engines agree with the naive simulator.
fn agrees(network: &Network, messages: &[Message], rule: RoutingRule, options: &TrafficOptions) {
    let routes = Routes::new(network, rule).expect("small");
    let pairs: Vec<(u32, u32)> = messages.iter().map(|message| (message.source, message.destination)).collect();
    let lowest = lowest_index(network);
    let by_rule = |node, destination| {
        if rule == RoutingRule::LowestIndex {
            return lowest(node, destination);
        }
        let arc = routes.next(node, destination).expect("connected");
        (arc.link, arc.to)
    };
    let expected = reference::simulate(network, &pairs, options.duplex, options.ports, &by_rule);
    let measured = simulate(&routes, messages, options, &()).expect("short");
    assert_eq!(counted(&measured), expected, "{network:?} {pairs:?} {rule} {options:?}");
    let by_events = simulate_by_events(&routes, messages, options).expect("short");
    assert_eq!(by_events, measured, "{network:?} {pairs:?} {rule} {options:?}");
    let carried: u64 = measured.links.iter().map(|link| link.messages).sum();
    assert_eq!(carried, measured.hops);
}

/// The distribution of links' latencies.
#[derive(Clone, Copy, Debug)]
enum Latencies {
    Equal(u64),
    UpTo(u64),
}

/// A connected network: a walk through all nodes, back to the first if links are directed, and more random links.
fn random_network() -> impl Strategy<Value = Network> {
    let latencies = prop_oneof![(1..3u64).prop_map(Latencies::Equal), (2..6u64).prop_map(Latencies::UpTo)];
    let kind = prop_oneof![3 => Just(LinkKind::Undirected), 1 => Just(LinkKind::Directed)];
    (2..11u32, 0..4u32, kind, latencies, 0..4u32).prop_flat_map(|(endpoints, switches, kind, latencies, denser)| {
        let nodes = endpoints + switches;
        let walk = Just((0..nodes).collect::<Vec<u32>>()).prop_shuffle();
        let more = prop::collection::vec((0..nodes, 0..nodes), (denser * nodes / 2) as usize);
        let each = prop::collection::vec(any::<u64>(), 4 * nodes as usize);
        (walk, more, each).prop_map(move |(walk, more, each)| {
            let mut pairs: Vec<(u32, u32)> = walk.windows(2).map(|pair| (pair[0], pair[1])).collect();
            if kind == LinkKind::Directed {
                pairs.push((walk[walk.len() - 1], walk[0]));
            }
            pairs.extend(more);
            let mut seen = BTreeSet::new();
            let key = |(a, b): (u32, u32)| if kind == LinkKind::Directed { (a, b) } else { (a.min(b), a.max(b)) };
            pairs.retain(|&pair| pair.0 != pair.1 && seen.insert(key(pair)));
            let latency = |random: u64| match latencies {
                Latencies::Equal(latency) => latency,
                Latencies::UpTo(most) => 1 + random % most,
            };
            let links: Vec<(u32, u32, u64)> =
                pairs.iter().zip(each).map(|(&(from, to), random)| (from, to, latency(random))).collect();
            linked(kind, nodes, endpoints, &links).expect("connected")
        })
    })
}

fn scheme() -> impl Strategy<Value = Scheme> {
    prop_oneof![
        4 => (1..6u32, any::<u64>()).prop_map(|(node_msgs, seed)| Scheme::Random { node_msgs, seed }),
        1 => Just(Scheme::OneToAll { root: 0 }),
        2 => Just(Scheme::AllToAll),
        1 => (1..6u32, 1..4u32).prop_map(|(index_shift, node_msgs)| Scheme::Shift { index_shift, node_msgs }),
    ]
}

fn options() -> impl Strategy<Value = TrafficOptions> {
    let duplex = prop_oneof![Just(Duplex::Half), Just(Duplex::Full)];
    let ports = prop_oneof![2 => Just(Ports::All), 1 => Just(Ports::One)];
    (duplex, ports).prop_map(|(duplex, ports)| TrafficOptions { duplex, ports, bytes: 0 })
}

fn rule() -> impl Strategy<Value = RoutingRule> {
    prop_oneof![
        3 => Just(RoutingRule::LowestIndex),
        1 => Just(RoutingRule::Insertion),
        1 => any::<u64>().prop_map(|seed| RoutingRule::Random { seed }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_networks(network in random_network(), scheme in scheme(), options in options(), rule in rule()) {
        agrees(&network, &scheme.messages(network.endpoints()).expect("small"), rule, &options);
    }

    /// Messages in any order, some of them to their own nodes.
    #[test]
    fn any_messages(network in random_network(), ends in prop::collection::vec((any::<u32>(), any::<u32>()), 0..40), options in options()) {
        let endpoints = network.endpoints();
        let message = |(source, to): (u32, u32)| Message { source: source % endpoints, destination: to % endpoints };
        let messages: Vec<Message> = ends.into_iter().map(message).collect();
        agrees(&network, &messages, RoutingRule::LowestIndex, &options);
    }
}
