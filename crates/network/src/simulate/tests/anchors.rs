//! Published and derived times, in hops: Lemeire, Dirkx and Colitti (2008), tables of section 6, whose links carry one message
//! at a time.

use crate::tests::network;
use crate::{Duplex, Measurements, Message, Routes, RoutingRule, Scheme, TrafficOptions, simulate, simulate_by_events};

const CYCLE: u64 = 1_000;

fn measured(spec: &str, messages: &[Message], duplex: Duplex) -> Measurements {
    let network = network(spec);
    let routes = Routes::new(&network, RoutingRule::LowestIndex).expect("small");
    let options = TrafficOptions { duplex, ..TrafficOptions::default() };
    let measured = simulate(&routes, messages, &options, &()).expect("short");
    assert_eq!(simulate_by_events(&routes, messages, &options).as_ref(), Ok(&measured));
    measured
}

fn hops(spec: &str, scheme: &str, duplex: Duplex) -> u64 {
    let scheme: Scheme = scheme.parse().expect(scheme);
    let messages = scheme.messages(network(spec).endpoints()).expect("small");
    let time = measured(spec, &messages, duplex).comm_t.ticks();
    assert_eq!(time % CYCLE, 0);
    time / CYCLE
}

fn both(spec: &str, scheme: &str) -> [u64; 2] {
    [Duplex::Half, Duplex::Full].map(|duplex| hops(spec, scheme, duplex))
}

#[test]
fn ring() {
    assert_eq!(both("ring:25", "one-to-all"), [23, 23]);
    assert_eq!(both("ring:25", "all-to-all"), [156, 78]);
    for shift in 1..=12 {
        assert_eq!(hops("ring:25", &format!("shift:{shift}"), Duplex::Half), shift);
        assert_eq!(hops("ring:25", &format!("shift:{shift},node_msgs=9"), Duplex::Half), 9 * shift);
    }
    // The messages that have farthest to go first: one leaves in either direction every hop, and all arrive at once.
    let distance = |node: u32| node.min(25 - node);
    let mut nodes: Vec<u32> = (1..25).collect();
    nodes.sort_by_key(|&node| std::cmp::Reverse(distance(node)));
    let messages: Vec<Message> = nodes.into_iter().map(|destination| Message { source: 0, destination }).collect();
    assert_eq!(measured("ring:25", &messages, Duplex::Half).comm_t.ticks(), 12 * CYCLE);
}

/// All of the paper's measurements, for two messages that meet: 0 to 2 and 1 to 2 on a path of three nodes.
#[test]
fn what_is_measured() {
    let pair = |source, destination| Message { source, destination };
    let measured = measured("mesh:3", &[pair(0, 2), pair(1, 2)], Duplex::Half);
    assert_eq!((measured.comm_t.ticks(), measured.hops, measured.max_hops), (2 * CYCLE, 3, 2));
    assert_eq!((measured.travel, measured.queued), (3_000, 0));
    let means = [measured.avg_node_msgs(), measured.time_per_node_msgs(), measured.avg_travel_t(), measured.avg_hops()];
    assert!(means.into_iter().zip([2.0 / 3.0, 3.0, 1.5, 1.5]).all(|(mean, expected)| (mean - expected).abs() < 1e-12));
    let busiest = measured.busiest(1);
    assert_eq!((busiest[0].link, busiest[0].messages, busiest[0].busy.ticks()), (1, 2, 2 * CYCLE));
    let crossed = self::measured("mesh:2", &[pair(0, 1), pair(1, 0)], Duplex::Half);
    assert_eq!((crossed.comm_t.ticks(), crossed.queued), (2 * CYCLE, 1_000));
    assert!((crossed.avg_queue_t() - 0.5).abs() < 1e-12);
    let nothing = self::measured("mesh:2", &[], Duplex::Half);
    assert_eq!((nothing.comm_t.ticks(), nothing.avg_hops().to_bits()), (0, 0));
}
