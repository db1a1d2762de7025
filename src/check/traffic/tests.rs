//! Runs of all trees, and runs that went otherwise.

use super::*;
use crate::library::{Calls, Counted, Probed, Range, Rule, named};
use MpiCollective::{Bcast, Reduce};

fn setting(library: Library, collective: MpiCollective, name: &str, fanout: u64, segment: u64) -> Setting {
    let native = named(library, collective, name).expect(name);
    Setting {
        fanout: Some(fanout).filter(|&of| of > 0),
        segment: Some(segment).filter(|&of| of > 0),
        ..Setting::plain(native)
    }
}

/// 4 KiB from rank 0 among 16 ranks of Open MPI 4.1, which would choose a binomial tree by itself.
fn expected(setting: Setting) -> Expected<'static> {
    Expected {
        library: Library::OpenMpi41,
        collective: setting.native.collective,
        setting,
        ranks: 16,
        bytes: 4096,
        root: 0,
        calls: None,
        links: None,
        default: None,
        rules: None,
        hosts: None,
    }
}

fn bcast(name: &str, fanout: u64, segment: u64) -> Setting {
    setting(Library::OpenMpi41, Bcast, name, fanout, segment)
}

/// The messages of calls of a setting, as a monitor counts them.
fn run(expected: &Expected<'_>, setting: Setting, calls: u64) -> Observed {
    let tree = setting.tree(expected.ranks).expect("a tree");
    let (messages, bytes) = (calls * setting.messages(expected.bytes), calls * expected.bytes);
    let edge = |(parent, child)| {
        let plain = Edge::plain(Link::along(expected.collective, parent, child));
        Edge { messages: Some(messages), bytes: Some(bytes), ..plain }
    };
    let mut edges: Vec<Edge> = tree.edges_from(expected.root).map(edge).collect();
    edges.sort_by_key(Edge::link);
    let all = Calls { count: calls, bytes: bytes * (expected.ranks - 1) };
    let counted = match expected.collective {
        Reduce => Counted { all_to_one: all, ..Counted::default() },
        _ => Counted { one_to_all: all, ..Counted::default() },
    };
    Observed { ranks: expected.ranks, edges, source: ObservedBy::Monitoring(counted) }
}

fn of(expected: &Expected<'_>, observed: &Observed) -> Compared {
    match compare(expected, observed) {
        Comparison::Compared(compared) => *compared,
        Comparison::NotComparable(reason) => panic!("{reason}"),
    }
}

fn cause(expected: &Expected<'_>, observed: &Observed) -> Cause {
    let compared = of(expected, observed);
    assert!(!compared.is_as_meant());
    compared.cause.expect("a cause")
}

/// The parent of rank v > 0 with rank 0 as the root, by other formulas than the library's tables.
fn parent(name: &str, collective: MpiCollective, ranks: u64, k: u64, v: u64) -> u64 {
    let zeroed = |k: u64| {
        let mut power = 1;
        while (v / power).is_multiple_of(k) {
            power *= k;
        }
        v - v / power % k * power
    };
    match (name, collective) {
        ("basic_linear" | "linear", _) => 0,
        ("pipeline", _) => v - 1,
        ("chain", _) => {
            // Chain by chain, the longer ones first.
            let (mut head, others) = (1, ranks - 1);
            for chain in 0..k {
                let length = others / k + u64::from(chain < others % k);
                if v < head + length {
                    return if v == head { 0 } else { v - 1 };
                }
                head += length;
            }
            unreachable!("a rank in no chain")
        }
        ("binary_tree" | "binary", _) => {
            // Level d begins with 2^d - 1 and has 2^d ranks.
            let level = (v + 1).ilog2();
            if level == 0 {
                return 0;
            }
            let (length, above) = (1 << (level - 1), (1 << (level - 1)) - 1);
            (above..above + length).find(|up| v == up + length || v == up + 2 * length).expect("a parent")
        }
        ("binomial", Bcast) => v - (1 << v.ilog2()),
        ("binomial", _) => v & (v - 1),
        ("knomial", _) => zeroed(k),
        _ => unreachable!("{name}"),
    }
}

#[test]
fn every_tree_is_as_meant_and_recognised() {
    let library = Library::OpenMpi41;
    let mut compared = 0;
    for collective in [Bcast, Reduce] {
        for native in algorithms(library, collective)
            .filter(|native| matches!(native.form, Form::Tree(tree) if tree != Tree::InOrder))
        {
            let fanouts = native.knobs.fanout.map_or(vec![None], |of| [of.least, 3, 4].map(Some).to_vec());
            for (ranks, fanout) in (2..=64u64).flat_map(|ranks| fanouts.iter().map(move |&fanout| (ranks, fanout))) {
                let setting =
                    Setting { fanout, segment: native.knobs.segment.then_some(1024), ..Setting::plain(native) };
                for root in [0, ranks / 2] {
                    let expected = Expected { ranks, root, ..expected(setting) };
                    let k = fanout.unwrap_or(2).min(if native.name == "chain" { ranks - 1 } else { u64::MAX });
                    let mut edges: Vec<Edge> = (1..ranks)
                        .map(|v| {
                            let [up, v] =
                                [parent(native.name, collective, ranks, k, v), v].map(|rank| (rank + root) % ranks);
                            Edge {
                                messages: Some(setting.messages(4096)),
                                bytes: Some(4096),
                                ..Edge::plain(Link::along(collective, up, v))
                            }
                        })
                        .collect();
                    edges.sort_by_key(Edge::link);
                    let observed = Observed { ranks, edges, source: ObservedBy::Monitoring(Counted::default()) };
                    let found = of(&expected, &observed);
                    let name = format!("{setting}, {} of {ranks} ranks from {root}", collective.name());
                    assert!(found.is_as_meant(), "{name}: {found:?}");
                    assert_eq!((found.matching.len() as u64, found.calls), (ranks - 1, Some(1)), "{name}");
                    assert!(found.recognised.contains(&Setting { segment: None, ..setting }), "{name}: {found:?}");
                    compared += 1;
                    // Any edge that goes elsewhere is found.
                    if ranks == 9 {
                        for place in 0..observed.edges.len() {
                            let mut other = observed.clone();
                            let Edge { from, to, .. } = other.edges[place];
                            let far = (0..ranks).find(|&rank| rank != from && rank != to).expect("a rank");
                            other.edges[place].from = far;
                            let found = of(&expected, &other);
                            assert!(found.missing.contains(&Link { from, to }) && found.cause.is_some(), "{name}");
                        }
                    }
                }
            }
        }
    }
    assert_eq!(compared, 63 * 2 * ((4 + 3 + 3) + (4 + 3)));
}

#[test]
fn calls_and_segments_are_deduced() {
    let pipeline = bcast("pipeline", 0, 1024);
    let mut expected = Expected { bytes: 16_384, ..expected(pipeline) };
    let found = of(&expected, &run(&expected, pipeline, 3));
    assert!(found.is_as_meant());
    assert_eq!((found.calls, found.segments.map(|of| (of.messages, of.likely()))), (Some(3), Some((16, Some(1024)))));
    // Without counted calls by the bytes, without bytes by the messages, without either not at all.
    let mut observed = run(&expected, pipeline, 3);
    observed.source = ObservedBy::Monitoring(Counted::default());
    assert_eq!(of(&expected, &observed).calls, Some(3));
    observed.edges.iter_mut().for_each(|edge| edge.bytes = None);
    assert_eq!(of(&expected, &observed).calls, Some(3));
    observed.edges.iter_mut().for_each(|edge| edge.messages = None);
    let found = of(&expected, &observed);
    assert_eq!((found.calls, found.segments, found.is_as_meant()), (None, None, true));
    // What no number of calls explains.
    let mut odd = run(&expected, pipeline, 1);
    odd.source = ObservedBy::Monitoring(Counted::default());
    odd.edges.iter_mut().for_each(|edge| (edge.messages, edge.bytes) = (Some(7), Some(20_000)));
    let found = of(&expected, &odd);
    assert_eq!((found.calls, found.differing.len()), (Some(1), 15));
    assert_eq!(found.cause, Some(Cause::OtherSize { expected: 16_384, found: 20_000 }));
    // Nor do as many calls as are given.
    odd.edges.iter_mut().for_each(|edge| (edge.messages, edge.bytes) = (Some(7), Some(32_768)));
    let found = cause(&Expected { calls: Some(2), ..expected }, &odd);
    assert_eq!(found, Cause::OtherTraffic { library: Library::OpenMpi41, other_calls: 0 });
    // Calls of other kinds do not matter for the number of these.
    let mut others = run(&expected, pipeline, 3);
    let calls = Calls { count: 3, bytes: 3 * 15 * 16_384 };
    others.source = ObservedBy::Monitoring(Counted { one_to_all: calls, all_to_all: calls, ..Counted::default() });
    assert_eq!((of(&expected, &others).calls, of(&expected, &others).is_as_meant()), (Some(3), true));
    others.edges.iter_mut().for_each(|edge| edge.bytes = None);
    others.edges[0].messages = Some(49);
    assert_eq!((of(&expected, &others).calls, of(&expected, &others).differing.len()), (Some(3), 1));
    // Other segments, and another number of calls.
    let observed = run(&expected, bcast("pipeline", 0, 4096), 3);
    let found = of(&expected, &observed);
    assert_eq!((found.missing.len(), found.extra.len(), found.differing.len()), (0, 0, 15));
    assert_eq!(found.differing[0], Differing { link: Link { from: 0, to: 1 }, expected: 48, found: 12 });
    let segments = Cause::OtherSegments { expected: 16, found: 4, segment: Some(4096) };
    assert_eq!(found.cause, Some(segments));
    let whole = cause(&expected, &run(&expected, bcast("pipeline", 0, 0), 1));
    assert!(whole.to_string().contains("with 1 messages on an edge in place of 16: whole messages"), "{whole}");
    expected.calls = Some(2);
    assert_eq!(cause(&expected, &run(&expected, pipeline, 3)), Cause::OtherCalls { expected: 2, found: 3 });
}

#[test]
fn silent_monitors_are_told_apart() {
    let expected = expected(bcast("binomial", 0, 0));
    let seen = |ranks, counted| {
        cause(&expected, &Observed { ranks, edges: Vec::new(), source: ObservedBy::Monitoring(counted) }).to_string()
    };
    assert!(seen(0, Counted::default()).starts_with("The monitor counted no call and no message"));
    let two = Counted { one_to_all: Calls { count: 2, bytes: 2 * 15 * 4096 }, ..Counted::default() };
    let bypassed = seen(16, two);
    assert!(bypassed.contains("calls (2) and no message of them") && bypassed.contains("--mca coll ^"), "{bypassed}");
    let together = seen(16, Counted { of_program: 7, ..two });
    assert!(together.contains("7 messages of the program") && together.contains("to 2"), "{together}");
    let barriers = seen(16, Counted { empty: 4, ..Counted::default() });
    assert!(barriers.starts_with("The monitor counted 4 messages without bytes, as barriers"), "{barriers}");
}

#[test]
fn shared_memory_of_open_mpi_sends_less_than_the_data() {
    let chain = expected(bcast("chain", 3, 1024));
    let mut observed = run(&chain, bcast("basic_linear", 0, 0), 2);
    observed.edges.iter_mut().for_each(|edge| edge.bytes = Some(4136));
    let found = cause(&chain, &observed);
    assert_eq!(found, Cause::Bypassed { expected: 8192, found: 4136 });
    assert!(found.to_string().contains("--mca coll ^"), "{found}");
    observed.edges[0].bytes = Some(8192);
    assert!(matches!(cause(&chain, &observed), Cause::OtherAlgorithm { .. }));
    // Fewer bytes of a smaller call are another matter.
    let small = run(&Expected { bytes: 64, ..chain }, bcast("basic_linear", 0, 0), 2);
    assert_eq!(cause(&chain, &small), Cause::OtherSize { expected: 4096, found: 64 });
}

#[test]
fn rules_that_were_not_read_are_told_by_the_default() {
    let binomial = bcast("binomial", 0, 0);
    let chain = Expected { default: Some(binomial), ..expected(bcast("chain", 3, 1024)) };
    let found = cause(&chain, &run(&chain, binomial, 1));
    assert_eq!(found, Cause::Default { library: Library::OpenMpi41, setting: binomial });
    for mend in ["use_dynamic_rules", "absolute path", "tune check"] {
        assert!(found.to_string().contains(mend), "{found}");
    }
    // The edges are the same, and the messages are not.
    let whole = bcast("pipeline", 0, 0);
    let pipeline = Expected { default: Some(bcast("chain", 1, 0)), ..expected(bcast("pipeline", 0, 1024)) };
    assert!(matches!(cause(&pipeline, &run(&pipeline, whole, 1)), Cause::Default { .. }));
    // The default's edges, with other counts.
    let chains = Expected { default: Some(bcast("chain", 1, 0)), ..expected(bcast("chain", 2, 1024)) };
    let found = cause(&chains, &run(&chains, bcast("pipeline", 0, 512), 1));
    assert!(matches!(found, Cause::OtherFanout { found, .. } if found.fanout == Some(1)), "{found:?}");
    // More on one of its edges.
    let mut more = run(&chain, binomial, 1);
    more.edges[2].messages = Some(2);
    assert!(matches!(cause(&chain, &more), Cause::Default { .. }));
    // A default without a tree, and messages without one.
    let scatter = bcast("scatter_allgather", 0, 0);
    let mut observed = run(&chain, binomial, 1);
    observed.edges.push(Edge::plain(Link { from: 15, to: 1 }));
    let no_tree = Expected { default: Some(scatter), ..chain };
    assert_eq!(cause(&no_tree, &observed), Cause::Default { library: Library::OpenMpi41, setting: scatter });
    assert_eq!(cause(&chain, &observed), Cause::NoTree { library: Library::OpenMpi41 });
}

#[test]
fn other_rules_and_fanouts_are_named() {
    let to = |most| Range { least: 0, most };
    let rule = |bytes, setting| Rule { ranks: Range::ALL, bytes, setting: Some(setting) };
    let chains = [2, 3].map(|fanout| bcast("chain", fanout, 0));
    let large = Range { least: 8192, most: None };
    let rules = Rules { collective: Bcast, rules: vec![rule(to(Some(8191)), chains[0]), rule(large, chains[1])] };
    let chain = Expected { rules: Some(&rules), ..expected(chains[0]) };
    assert_eq!(cause(&chain, &run(&chain, chains[1], 1)), Cause::OtherRule { rule: rules.rules[1] });
    let words = cause(&chain, &run(&chain, chains[1], 1)).to_string();
    assert!(words.contains("the rule for any number of ranks and 8192 bytes and more: chain, fanout 3"), "{words}");
    let four = bcast("chain", 4, 0);
    assert_eq!(cause(&chain, &run(&chain, four, 1)), Cause::OtherFanout { expected: chains[0], found: four });
    // The radix of Open MPI's broadcast is a variable.
    let knomial = expected(bcast("knomial", 3, 0));
    let cause = cause(&knomial, &run(&knomial, bcast("knomial", 4, 0), 1)).to_string();
    assert!(cause.contains("set coll_tuned_bcast_algorithm_knomial_radix to 3"), "{cause}");
}

#[test]
fn another_call_is_told() {
    let knomial = bcast("knomial", 3, 0);
    let expected = Expected { root: 2, ..expected(knomial) };
    let observed = run(&Expected { root: 5, ..expected }, knomial, 1);
    assert_eq!(cause(&expected, &observed), Cause::OtherRoot { expected: 2, found: 5 });
    let observed = run(&Expected { bytes: 8, ..expected }, knomial, 2);
    assert_eq!(cause(&expected, &observed), Cause::OtherSize { expected: 4096, found: 8 });
    let mut observed = run(&expected, knomial, 1);
    observed.edges.push(Edge { from: 0, to: 9, messages: Some(1), bytes: Some(8) });
    assert_eq!(cause(&expected, &observed), Cause::OtherTraffic { library: Library::OpenMpi41, other_calls: 0 });
    observed.source =
        ObservedBy::Monitoring(Counted { all_to_all: Calls { count: 3, bytes: 45 * 8 }, ..Counted::default() });
    assert_eq!(cause(&expected, &observed), Cause::OtherTraffic { library: Library::OpenMpi41, other_calls: 3 });
    let mut observed = run(&expected, knomial, 1);
    observed.edges[3].messages = Some(2);
    assert_eq!(cause(&expected, &observed), Cause::OtherTraffic { library: Library::OpenMpi41, other_calls: 0 });
    let flat = run(&expected, bcast("basic_linear", 0, 0), 1);
    assert!(
        matches!(cause(&expected, &flat), Cause::OtherAlgorithm { found, .. } if found.native.name == "basic_linear")
    );
}

#[test]
fn shared_memory_of_mpich_is_flat() {
    let kary = setting(Library::Mpich43, Bcast, "kary", 3, 0);
    let expected = Expected { library: Library::Mpich43, bytes: 8, ..expected(kary) };
    let edges: Vec<Edge> = (1..16).map(|to| Edge::plain(Link { from: 0, to })).collect();
    let probed =
        Probed { collective: Bcast, bytes: 8, root: 0, library: String::new(), hosts: Vec::new(), agreeing: 5, of: 5 };
    let mut observed = Observed { ranks: 16, edges, source: ObservedBy::Probe(probed) };
    let found = cause(&expected, &observed);
    assert_eq!(found, Cause::SharedMemory);
    assert!(found.to_string().contains("MPIR_CVAR_DEVICE_COLLECTIVES to none"));
    // Some other tree.
    observed.edges[4] = Edge::plain(Link { from: 9, to: 5 });
    assert_eq!(cause(&expected, &observed), Cause::Unknown { library: Library::Mpich43 });
}

#[test]
fn han_is_told_by_the_hosts() {
    let chain = setting(Library::OpenMpi5, Bcast, "chain", 3, 0);
    let hosts: Vec<u32> = (0..16).map(|rank| rank / 4).collect();
    let expected = Expected { library: Library::OpenMpi5, hosts: Some(&hosts), ..expected(chain) };
    // Among ranks 0, 4, 8 and 12 a chain, below each of them a flat tree.
    let parents = (1..16u64).map(|rank| (if rank % 4 == 0 { rank - 4 } else { rank / 4 * 4 }, rank));
    let edges: Vec<Edge> = parents.map(|(from, to)| Edge::plain(Link { from, to })).collect();
    let observed = Observed { ranks: 16, edges, source: ObservedBy::Monitoring(Counted::default()) };
    assert_eq!(cause(&expected, &observed), Cause::Han { hosts: 4 });
    assert!(cause(&expected, &observed).to_string().contains("coll_han_priority to 0"));
    // It has messages of its own at the beginning.
    let mut begun = run(&Expected { hosts: None, ..expected }, chain, 1);
    begun.edges.push(Edge { from: 7, to: 6, messages: Some(6), bytes: Some(72) });
    assert!(cause(&expected, &begun).to_string().contains("set coll_han_priority to 0"));
    // Version 4.1 leaves it off, and one host has none.
    let older = Expected { library: Library::OpenMpi41, ..expected };
    assert_eq!(cause(&older, &observed), Cause::Unknown { library: Library::OpenMpi41 });
    let one = [0; 16];
    assert!(matches!(cause(&Expected { hosts: Some(&one), ..expected }, &observed), Cause::Unknown { .. }));
    let upward: Vec<Edge> =
        observed.edges.iter().map(|edge| Edge::plain(Link { from: edge.to, to: edge.from })).collect();
    let reduce =
        Expected { collective: Reduce, setting: setting(Library::OpenMpi5, Reduce, "chain", 3, 0), ..expected };
    assert_eq!(cause(&reduce, &Observed { edges: upward, ..observed.clone() }), Cause::Han { hosts: 4 });
    // As a probe tells the hosts.
    let probed = Probed {
        collective: Bcast,
        bytes: 4096,
        root: 0,
        library: String::new(),
        hosts: hosts.clone(),
        agreeing: 5,
        of: 5,
    };
    let probe = Observed { source: ObservedBy::Probe(probed), ..observed };
    assert_eq!(cause(&Expected { hosts: None, ..expected }, &probe), Cause::Han { hosts: 4 });
}

#[test]
fn what_is_not_comparable_says_why() {
    let reason = |expected: &Expected<'_>, observed: &Observed| match compare(expected, observed) {
        Comparison::NotComparable(reason) => reason.to_string(),
        Comparison::Compared(compared) => panic!("{compared:?}"),
    };
    let binomial = bcast("binomial", 0, 0);
    let meant = expected(binomial);
    let observed = run(&meant, binomial, 1);
    let scatter = expected(bcast("scatter_allgather", 0, 0));
    assert!(reason(&scatter, &observed).starts_with("scatter_allgather follows no tree"));
    let fewer = Expected { ranks: 8, ..meant };
    assert!(reason(&fewer, &observed).contains("16 ranks, and the setting is for 8"));
    assert!(reason(&Expected { root: 16, ..meant }, &observed).contains("root 16 is none of the 16 ranks"));
    let probed =
        Probed { collective: Bcast, bytes: 8, root: 0, library: String::new(), hosts: Vec::new(), agreeing: 5, of: 5 };
    let edges = observed.edges.iter().map(|edge| Edge::plain(edge.link())).collect();
    let probe = Observed { edges, source: ObservedBy::Probe(probed), ..observed.clone() };
    assert!(reason(&meant, &probe).contains("bcast of 8 B from root 0, and the setting is for bcast of 4096 B"));
    assert!(of(&Expected { bytes: 8, ..meant }, &probe).is_as_meant());
    // Edges that no table has.
    let links: Vec<Link> = observed.edges.iter().map(Edge::link).collect();
    assert!(of(&Expected { links: Some(&links), ..scatter }, &observed).is_as_meant());
    let one = Expected { ranks: 1, ..meant };
    let nothing = Observed { ranks: 1, edges: Vec::new(), source: ObservedBy::TreeDump };
    assert!(of(&one, &nothing).is_as_meant(), "a rank alone sends nothing");
}
