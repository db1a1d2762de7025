use super::*;
use crate::tests::{network as spec, of_cycles};
use crate::{Link, LinkKind, NetworkBuilder};
use logpine_text::random::Generator;
use logpine_text::reason::Reason;
use logpine_text::units::{Clock, Rate, Time};
use logpine_text::watch::{Over, Watch};
use proptest::prelude::*;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Hops to a destination, by relaxing all links again and again.
fn distances(network: &Network, destination: u32) -> Vec<u32> {
    let mut hops = vec![u32::MAX; network.nodes() as usize];
    hops[destination as usize] = 0;
    for _ in 0..network.nodes() {
        for node in 0..network.nodes() {
            for arc in network.arcs(node) {
                hops[node as usize] = hops[node as usize].min(hops[arc.to as usize].saturating_add(1));
            }
        }
    }
    hops
}

const RULES: [RoutingRule; 3] = [RoutingRule::LowestIndex, RoutingRule::Insertion, RoutingRule::Random { seed: 9 }];

/// Checks that every hop leads to a nearer node, and with [`RoutingRule::LowestIndex`] to the first of them.
fn check(network: &Network, rule: RoutingRule) {
    let routes = Routes::new(network, rule).expect("small");
    for destination in 0..network.endpoints() {
        let distances = distances(network, destination);
        for node in 0..network.nodes() {
            let distance = distances[node as usize];
            let nearer = |to: &u32| distances[*to as usize].checked_add(1) == Some(distance);
            let nearer: Vec<u32> = network.arcs(node).iter().map(|arc| arc.to).filter(nearer).collect();
            let next = routes.next(node, destination);
            assert!(next.is_none_or(|arc| network.arcs(node).contains(&arc)));
            let next = next.map(|arc| arc.to);
            assert_eq!(next.is_some(), !nearer.is_empty(), "{rule}: {node} to {destination}");
            assert!(next.is_none_or(|next| nearer.contains(&next)), "{rule}: {node} to {destination} by {next:?}");
            if rule == RoutingRule::LowestIndex {
                assert_eq!(next, nearer.first().copied());
            }
            let hops = if distance == u32::MAX { None } else { Some(distance) };
            assert_eq!(routes.hops(node, destination), hops);
        }
    }
}

proptest! {
    #[test]
    fn routes_of_random_graphs_are_shortest(nodes in 2..14u32, seed: u64, directed: bool) {
        let mut generator = Generator::new(seed);
        // A cycle in any order, and more links.
        let mut ends: Vec<(u32, u32)> = (0..nodes).map(|node| (node, (node + 1) % nodes)).collect();
        for from in 0..nodes {
            ends.extend((0..nodes).filter(|&to| to != from && generator.below(4) == 0).map(|to| (from, to)));
        }
        let kind = if directed { LinkKind::Directed } else { LinkKind::Undirected };
        let mut seen = std::collections::BTreeSet::new();
        ends.retain(|&(a, b)| seen.insert(if directed { (a, b) } else { (a.min(b), a.max(b)) }));
        let network = of_cycles(kind, nodes, &ends).expect("connected");
        for rule in RULES {
            check(&network, rule);
        }
    }
}

#[test]
fn coordinates_agree_with_searches() {
    for text in ["torus:5x5", "torus:4x6", "torus:2x2x3", "torus:1x7", "mesh:4x5", "hypercube:5", "ring:10"] {
        let network = spec(text);
        for rule in [RoutingRule::LowestIndex, RoutingRule::Random { seed: 5 }] {
            let coordinates = Coordinates::new(&network, network.grid().expect("a grid"));
            let grid = Routes { network: &network, rule, ways: Ways::Grid(coordinates) };
            let table = Routes { network: &network, rule, ways: table::ways(&network, rule, &()).expect("no watch") };
            for (node, to) in (0..network.nodes()).flat_map(|node| (0..network.nodes()).map(move |to| (node, to))) {
                assert_eq!(grid.step(node, to), table.step(node, to), "{text} {rule}: {node} to {to}");
            }
        }
    }
}

#[test]
fn routes_on_demand_are_those_of_the_table() {
    for text in ["random:25,0.2,seed=3", "star:9", "torus:4x5", "planar:30,0.4,seed=2", "complete:257"] {
        let network = spec(text);
        for rule in RULES {
            let table = Routes::new(&network, rule).expect("small");
            let on_demand = Routes::on_demand(&network, rule, network.nodes()).expect("small");
            assert!(matches!(on_demand.ways, Ways::OnDemand(_)));
            for (node, to) in (0..network.nodes()).flat_map(|node| (0..network.endpoints()).map(move |to| (node, to))) {
                assert_eq!(on_demand.next(node, to), table.next(node, to), "{text} {rule}: {node} to {to}");
            }
        }
    }
}

#[test]
fn only_destinations_that_are_asked_for_are_searched() {
    let large = spec("star:11586");
    let routes = Routes::on_demand(&large, RoutingRule::Insertion, 8).expect("few destinations");
    assert_eq!(routes.hops(7, 11_585), Some(2));
    assert!(Routes::on_demand(&large, RoutingRule::Insertion, u32::MAX).is_err());
    assert_eq!(Routes::on_demand(&large, RoutingRule::DimensionOrder, 8).err(), Some(Reason::new(NO_GRID).into()));
}

#[test]
fn large_grids_have_no_table() {
    let torus = spec("torus:40x40");
    let routes = Routes::new(&torus, RoutingRule::LowestIndex).expect("no table");
    assert!(matches!(routes.ways, Ways::Grid(_)));
    assert_eq!(routes.hops(0, 20 * 40 + 20), Some(40));
    // Both ways round are equally long: node 40 is lower than node 39 * 40.
    assert_eq!(routes.next(0, 20 * 40).map(|arc| arc.to), Some(40));
}

#[test]
fn rules_choose_as_they_say() {
    // From (1, 1) to (0, 0) of 3 x 3: nodes 1 and 3 are nearer.
    let mesh = spec("mesh:3x3");
    let next = |rule| Routes::new(&mesh, rule).expect("small").next(4, 0).map(|arc| arc.to);
    assert_eq!(next(RoutingRule::LowestIndex), Some(1));
    assert_eq!(next(RoutingRule::DimensionOrder), Some(1));
    let to_the_end = Routes::new(&mesh, RoutingRule::DimensionOrder).expect("small");
    assert_eq!(to_the_end.next(4, 8).map(|arc| arc.to), Some(7), "the first dimension first");
    let drawn: std::collections::BTreeSet<_> = (0..20).map(|seed| next(RoutingRule::Random { seed })).collect();
    assert_eq!(drawn, [Some(1), Some(3)].into());
    // 0 is linked with 2 before 1: node 3 is reached by way of 2 first.
    let diamond = of_cycles(LinkKind::Undirected, 4, &[(0, 2), (0, 1), (1, 3), (2, 3)]).expect("connected");
    let next = |rule| Routes::new(&diamond, rule).expect("small").next(3, 0).map(|arc| arc.to);
    assert_eq!((next(RoutingRule::Insertion), next(RoutingRule::LowestIndex)), (Some(2), Some(1)));
}

#[test]
fn switches_pass_on_and_are_no_destinations() {
    let mut builder = NetworkBuilder::new("two at a switch", Clock::Cycle, 3).endpoints(2);
    for from in [0, 1] {
        builder
            .link(Link { from, to: 2, latency: Time::from_ticks(1), per_byte: Rate::ZERO, capacity: None })
            .expect("a link");
    }
    let pair = builder.finish().expect("connected");
    let routes = Routes::new(&pair, RoutingRule::default()).expect("small");
    assert_eq!(routes.next(0, 1), Some(Arc { to: 2, link: 0 }));
    assert_eq!(routes.next(2, 1), Some(Arc { to: 1, link: 1 }));
    assert_eq!((routes.hops(0, 1), routes.hops(2, 0), routes.next(0, 2)), (Some(2), Some(1), None));
    assert_eq!((routes.next(1, 1), routes.next(9, 1), routes.hops(1, 1)), (None, None, Some(0)));
}

#[test]
fn what_has_no_routes_is_told() {
    let star = spec("star:20");
    assert_eq!(Routes::new(&star, RoutingRule::DimensionOrder).err(), Some(Reason::new(NO_GRID).into()));
    let large = spec("star:11586");
    let error = Routes::new(&large, RoutingRule::LowestIndex).expect_err("too large");
    assert!(error.to_string().contains("11586 nodes"), "{error}");
    // Tables end at the limit for grids as well, if the rule needs one.
    assert!(Routes::new(&spec("ring:11586"), RoutingRule::Insertion).is_err());
    assert!(Routes::new(&spec("ring:11586"), RoutingRule::LowestIndex).is_ok());
}

#[test]
fn rules_are_read_back() {
    for rule in RULES.into_iter().chain([RoutingRule::DimensionOrder]) {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    assert_eq!("random".parse(), Ok(RoutingRule::Random { seed: 1 }));
    for text in ["", "lowest", "random:3", "random:seed=x", "insertion:seed=1", "lowest-index:"] {
        let error = text.parse::<RoutingRule>().expect_err(text);
        assert!(error.to_string().contains("expected lowest-index"), "{error}");
    }
}

#[test]
fn a_watch_sees_all_destinations_and_may_end_the_search() -> Result<(), Box<dyn std::error::Error>> {
    struct Seen(AtomicU64);
    impl Watch for Seen {
        fn progress(&self, done: u64, of: u64) {
            assert_eq!(of, 70);
            self.0.fetch_max(done, Relaxed);
        }
    }
    let network = spec("complete:70");
    let seen = Seen(AtomicU64::new(0));
    Routes::watched(&network, RoutingRule::LowestIndex, &seen)?;
    assert_eq!(seen.0.into_inner(), 70);
    let stopped = Routes::watched(&network, RoutingRule::LowestIndex, &Over).err();
    assert_eq!(stopped, Some(RouteError::Stopped { done: 0, endpoints: 70 }));
    Ok(())
}
