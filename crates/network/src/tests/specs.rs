//! Specs: printed specs are read back, and errors give their places and causes.

use crate::{Drawn, LinkTimes, Spec, Topology};
use logpine_text::units::{Clock, Rate, Time};
use proptest::prelude::*;

fn topology() -> impl Strategy<Value = Topology> {
    let nodes = 1u32..=u32::MAX;
    let sides = prop::collection::vec(1u32..=u32::MAX, 1..5);
    let drawn = (nodes.clone(), 0.0..=1.0f64, any::<u64>()).prop_map(|(nodes, rel_connect, seed)| Drawn {
        nodes,
        rel_connect,
        seed,
    });
    prop_oneof![
        nodes.clone().prop_map(|nodes| Topology::Ring { nodes }),
        sides.clone().prop_map(|sides| Topology::Torus { sides }),
        sides.prop_map(|sides| Topology::Mesh { sides }),
        (1u32..=30).prop_map(|dimensions| Topology::Hypercube { dimensions }),
        nodes.clone().prop_map(|nodes| Topology::Star { nodes }),
        nodes.prop_map(|nodes| Topology::Complete { nodes }),
        (1u32..=512).prop_map(|half| Topology::FatTree { pods: 2 * half }),
        (2u32..=1_024, 1u32..=30).prop_map(|(arity, levels)| Topology::KAryTree { arity, levels }),
        (1u32..=65_536, 1u32..=65_536, 1u32..=65_536).prop_map(|(hosts, routers, global)| Topology::Dragonfly {
            hosts,
            routers,
            global
        }),
        drawn.clone().prop_map(Topology::Random),
        drawn.clone().prop_map(Topology::Neighbour),
        drawn.prop_map(Topology::Planar),
    ]
}

fn times() -> impl Strategy<Value = LinkTimes> {
    let clock = prop_oneof![Just(Clock::Second), Just(Clock::Cycle)];
    let rate = (any::<u64>(), 0u8..=6).prop_map(|(digits, scale)| Rate::from_digits(digits >> 8, scale));
    (clock, 0u64..1 << 60, rate).prop_map(|(clock, ticks, rate)| LinkTimes {
        clock,
        latency: Time::from_ticks(ticks),
        per_byte: rate.unwrap_or(Rate::ZERO),
    })
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(topology in topology(), times in times()) {
        let spec = Spec { topology, times };
        prop_assert_eq!(spec.to_string().parse(), Ok(spec));
    }

    #[test]
    fn any_text_is_a_spec_or_an_error(class in "(ring|torus|fat-tree|random|planar|dragonfly|x)", rest in ".{0,40}") {
        if let Ok(spec) = format!("{class}:{rest}").parse::<Spec>() {
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn no_size_makes_a_panic(topology in topology()) {
        let _ = (topology.nodes(), topology.endpoints(), topology.bisection());
        if topology.nodes().is_some_and(|nodes| nodes <= 300) {
            prop_assert!(Spec::from(topology).network().is_ok());
        }
    }
}

#[test]
fn writings_of_the_same_network() {
    for (one, other) in [
        ("neighbor:25,0.4", "neighbour:25,0.4,seed=1"),
        ("random:25,0.40,seed=07", "random:25,0.4,seed=7"),
        ("random:25,seed=7,.4", "random:25,0.4,seed=7"),
        ("planar:25,-0", "planar:25,0,seed=1"),
        ("torus:08x8,latency=1 cycle", "torus:8x8"),
        ("ring:5,latency=100ns,bandwidth=10GB/s", "ring:5,per_byte=0.1ns/B,latency=0.1us"),
        ("ring:5,per_byte=1ns/B", "ring:5,latency=0s,per_byte=1ns/B"),
        ("ring:5,per_byte=1cycle/B", "ring:5,latency=1cycle,per_byte=1 cycles/B"),
    ] {
        assert_eq!(one.parse::<Spec>(), other.parse::<Spec>());
        assert_eq!(one.parse::<Spec>().map(|spec| spec.to_string().parse::<Spec>()), Ok(other.parse::<Spec>()));
    }
}

#[test]
fn errors_say_where_and_what() {
    for (spec, said) in [
        ("", "unknown class"),
        ("tours:8x8", "column 1: unknown class of networks `tours`; did you mean `torus`?"),
        ("torus", "column 6: expected the sides of a grid, joined by x, found the end of the spec; write torus:SIDE"),
        ("torus:8,8", "column 9: expected the end of the spec or a key=value, found `8`"),
        ("torus:8x", "column 7: expected the sides of a grid, joined by x, found `8x`"),
        ("torus:8x0", "column 9: a side is 0, expected 1 to"),
        ("torus:8x8y", "column 9: expected the sides of a grid, joined by x, found `8y`"),
        ("ring:0", "column 6: the number of nodes is 0"),
        ("ring:-3", "column 6: expected a whole number, found `-3`"),
        ("ring:4294967296", "column 6: the number of nodes is 4294967296, expected 1 to 4294967295"),
        ("ring:5,", "column 8: expected a key=value behind the comma"),
        ("ring:5,seed=3", "unknown key `seed`; the keys of ring are latency, per_byte, bandwidth"),
        ("random:5,0.4,sede=3", "column 14: unknown key `sede`; did you mean `seed`?"),
        ("random:5,1.5", "column 10: REL_CONNECT is 1.5, expected 0 to 1"),
        ("random:5,NaN", "REL_CONNECT is NaN"),
        ("random:5", "column 9: expected a number in 0 to 1, found the end of the spec"),
        ("random:5,0.5,seed=-1", "column 19: expected a whole number below 2^64 as the seed, found `-1`"),
        ("fat-tree:5", "column 10: the number of pods is 5, expected an even number"),
        ("fat-tree:1,3", "the arity is 1"),
        ("hypercube:31", "the number of dimensions is 31, expected 1 to 30"),
        ("dragonfly:2,4", "column 14: expected a whole number, found the end of the spec"),
        ("ring:5,latency=-1us", "column 16: `-1us` is negative"),
        ("ring:5,latency=NaN", "not a number"),
        ("ring:5,latency=1us,latency=2us", "column 20: `latency` is given twice"),
        ("ring:5,per_byte=1ns/B,bandwidth=1GB/s", "`bandwidth` is given twice"),
        ("ring:5,bandwidth=fast", "`fast` is not a bandwidth"),
        ("ring:5,latency=1us,per_byte=1cycle/B", "not both in seconds"),
    ] {
        let error = spec.parse::<Spec>().expect_err(spec).to_string();
        assert!(error.contains(said), "{spec}: {error}");
    }
}
