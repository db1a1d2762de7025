//! Refused simulations.

use crate::check_memory;
use crate::tests::{linked, network};
use crate::{
    Duplex, LinkKind, MappingError, Message, NodeMapping, PlanError, PlanOptions, Ports, Routes, RoutingRule,
    TrafficOptions, execute, simulate,
};
use logpine_collectives::schedule::ScheduleBuilder;
use logpine_text::reason::Reason;

#[test]
fn mappings_that_do_not_fit() {
    let switched = linked(LinkKind::Undirected, 4, 3, &[(0, 3, 1), (1, 3, 1), (2, 3, 1)]).expect("connected");
    let listed = |nodes: &[u32]| NodeMapping::listed(&switched, nodes.to_vec());
    assert_eq!(listed(&[2, 0]).map(|mapping| mapping.nodes().to_vec()), Ok(vec![2, 0]));
    for (nodes, words) in [
        (&[2, 0, 2][..], "ranks 0 and 2 are both mapped to node 2; give each a node of its own"),
        (&[0, 3], "rank 1 is mapped to 3, a switch; processes run on the first 3 nodes"),
        (&[0, 9], "rank 1 is mapped to node 9, and the 4 nodes are numbered from 0"),
    ] {
        assert_eq!(listed(nodes), Err(Reason::new(words).into()));
    }
    assert_eq!(listed(&[0, 1, 2, 3]), Err(MappingError::TooManyRanks { ranks: 4, endpoints: 3 }));
    for mapping in [NodeMapping::identity, NodeMapping::linear] {
        assert_eq!(mapping(&switched, 4), Err(MappingError::TooManyRanks { ranks: 4, endpoints: 3 }));
    }
    assert!(NodeMapping::random(&switched, 4, 0).is_err());
}

#[test]
fn plans_of_other_ranks() {
    let ring = network("ring:5");
    let routes = Routes::new(&ring, RoutingRule::LowestIndex).expect("small");
    let mapping = NodeMapping::identity(&ring, 3).expect("fits");
    let empty = ScheduleBuilder::new().finish().expect("few");
    let error = execute(&empty, &routes, &mapping, &PlanOptions::default(), &());
    assert_eq!(error, Err(PlanError::RankCount { ranks: 0, mapped: 3 }));
}

#[test]
fn messages_to_switches_and_too_long_ones() {
    let switched = linked(LinkKind::Undirected, 3, 2, &[(0, 2, 1), (1, 2, 1)]).expect("connected");
    let routes = Routes::new(&switched, RoutingRule::LowestIndex).expect("small");
    let to_switch = [Message { source: 0, destination: 2 }];
    let error = simulate(&routes, &to_switch, &TrafficOptions::default(), &());
    assert_eq!(
        error,
        Err(Reason::new("a message goes from node 0 to node 2, and processes run on nodes 0 to 1").into())
    );
    // A hop of 2^63 ticks is the longest, two are too long.
    for latency in [1 << 63, u64::MAX / 2] {
        let long = linked(LinkKind::Undirected, 3, 2, &[(0, 2, latency), (1, 2, latency)]).expect("connected");
        let routes = Routes::new(&long, RoutingRule::LowestIndex).expect("small");
        let measured = simulate(&routes, &[Message { source: 0, destination: 1 }], &TrafficOptions::default(), &());
        match latency {
            0x8000_0000_0000_0000 => assert_eq!(measured, Err(super::super::error::not_representable())),
            _ => assert!(measured.is_ok()),
        }
    }
}

#[test]
fn the_memory_of_messages_is_counted_before_there_are_any() {
    let ring = network("ring:13");
    let options = |ports| TrafficOptions { duplex: Duplex::Half, ports, bytes: 0 };
    assert_eq!(check_memory(&ring, 104_000_000, &options(Ports::All)), Ok(()));
    let refused = check_memory(&ring, 104_000_000, &options(Ports::One)).map_err(|error| error.to_string());
    assert_eq!(
        refused.expect_err("a time, an event and a state each").as_str(),
        "simulating up to 104000000 messages takes 5.5 GiB, and the limit is 4.0 GiB; take fewer nodes or messages a node"
    );
    assert!(check_memory(&ring, 1 << 28, &options(Ports::All)).is_err());
    assert!(check_memory(&ring, u64::MAX, &options(Ports::One)).is_err());
}
