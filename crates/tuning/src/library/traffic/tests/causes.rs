//! The causes of runs that went otherwise.

use super::*;

#[test]
fn silent_monitors_are_told_apart() {
    let expected = expected(bcast("binomial", 0, 0));
    let seen = |ranks, counted| {
        cause(&expected, &Observed { ranks, edges: Vec::new(), source: ObservedBy::Monitoring(counted) }).words
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
    assert_eq!(found, Cause::bypassed(8192, 4136));
    assert!(found.words.contains("--mca coll ^"), "{found:?}");
    observed.edges[0].bytes = Some(8192);
    assert!(cause(&chain, &observed).code == "other-algorithm");
    // Fewer bytes of a smaller call are another matter.
    let small = run(&Expected { bytes: 64, ..chain }, bcast("basic_linear", 0, 0), 2);
    assert_eq!(cause(&chain, &small), Cause::other_size(4096, 64));
}

#[test]
fn rules_that_were_not_read_are_told_by_the_default() {
    let binomial = bcast("binomial", 0, 0);
    let chain = Expected { default: Some(binomial), ..expected(bcast("chain", 3, 1024)) };
    let found = cause(&chain, &run(&chain, binomial, 1));
    assert_eq!(found, Cause::default(Library::OpenMpi41, binomial));
    for mend in ["use_dynamic_rules", "absolute path", "tune check"] {
        assert!(found.words.contains(mend), "{found:?}");
    }
    // The edges are the same, and the messages are not.
    let whole = bcast("pipeline", 0, 0);
    let pipeline = Expected { default: Some(bcast("chain", 1, 0)), ..expected(bcast("pipeline", 0, 1024)) };
    assert!(cause(&pipeline, &run(&pipeline, whole, 1)).code == "default");
    // The default's edges, with other counts.
    let chains = Expected { default: Some(bcast("chain", 1, 0)), ..expected(bcast("chain", 2, 1024)) };
    let found = cause(&chains, &run(&chains, bcast("pipeline", 0, 512), 1));
    assert_eq!(found, Cause::other_fanout(bcast("chain", 2, 1024), bcast("chain", 1, 0)));
    // More on one of its edges.
    let mut more = run(&chain, binomial, 1);
    more.edges[2].messages = Some(2);
    assert!(cause(&chain, &more).code == "default");
    // A default without a tree, and messages without one.
    let scatter = bcast("scatter_allgather", 0, 0);
    let mut observed = run(&chain, binomial, 1);
    observed.edges.push(Edge::plain(Link { from: 15, to: 1 }));
    let no_tree = Expected { default: Some(scatter), ..chain };
    assert_eq!(cause(&no_tree, &observed), Cause::default(Library::OpenMpi41, scatter));
    assert_eq!(cause(&chain, &observed), Cause::no_tree(Library::OpenMpi41));
}

#[test]
fn other_rules_and_fanouts_are_named() {
    let to = |most| Range { least: 0, most };
    let rule = |bytes, setting| Rule { ranks: Range::ALL, bytes, setting: Some(setting) };
    let chains = [2, 3].map(|fanout| bcast("chain", fanout, 0));
    let large = Range { least: 8192, most: None };
    let rules = Rules { collective: Bcast, rules: vec![rule(to(Some(8191)), chains[0]), rule(large, chains[1])] };
    let chain = Expected { rules: Some(&rules), ..expected(chains[0]) };
    assert_eq!(cause(&chain, &run(&chain, chains[1], 1)), Cause::other_rule(&rules.rules[1]));
    let words = cause(&chain, &run(&chain, chains[1], 1)).words;
    assert!(words.contains("the rule for any number of ranks and 8192 bytes and more: chain, fanout 3"), "{words}");
    let four = bcast("chain", 4, 0);
    assert_eq!(cause(&chain, &run(&chain, four, 1)), Cause::other_fanout(chains[0], four));
    // The radix of Open MPI's broadcast is a variable.
    let knomial = expected(bcast("knomial", 3, 0));
    let cause = cause(&knomial, &run(&knomial, bcast("knomial", 4, 0), 1)).words;
    assert!(cause.contains("set coll_tuned_bcast_algorithm_knomial_radix to 3"), "{cause}");
}

#[test]
fn another_call_is_told() {
    let knomial = bcast("knomial", 3, 0);
    let expected = Expected { root: 2, ..expected(knomial) };
    let observed = run(&Expected { root: 5, ..expected }, knomial, 1);
    assert_eq!(cause(&expected, &observed), Cause::other_root(2, 5));
    let observed = run(&Expected { bytes: 8, ..expected }, knomial, 2);
    assert_eq!(cause(&expected, &observed), Cause::other_size(4096, 8));
    let mut observed = run(&expected, knomial, 1);
    observed.edges.push(Edge { from: 0, to: 9, messages: Some(1), bytes: Some(8) });
    assert_eq!(cause(&expected, &observed), Cause::other_traffic(Library::OpenMpi41, 0));
    observed.source =
        ObservedBy::Monitoring(Counted { all_to_all: Calls { count: 3, bytes: 45 * 8 }, ..Counted::default() });
    assert_eq!(cause(&expected, &observed), Cause::other_traffic(Library::OpenMpi41, 3));
    let mut observed = run(&expected, knomial, 1);
    observed.edges[3].messages = Some(2);
    assert_eq!(cause(&expected, &observed), Cause::other_traffic(Library::OpenMpi41, 0));
    let flat = run(&expected, bcast("basic_linear", 0, 0), 1);
    assert!(cause(&expected, &flat).words.starts_with("What ran is basic_linear, for which"));
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
    assert_eq!(found, Cause::shared_memory());
    assert!(found.words.contains("MPIR_CVAR_DEVICE_COLLECTIVES to none"));
    // Some other tree.
    observed.edges[4] = Edge::plain(Link { from: 9, to: 5 });
    assert_eq!(cause(&expected, &observed), Cause::unknown(Library::Mpich43));
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
    assert_eq!(cause(&expected, &observed), Cause::han(4));
    assert!(cause(&expected, &observed).words.contains("coll_han_priority to 0"));
    // It has messages of its own at the beginning.
    let mut begun = run(&Expected { hosts: None, ..expected }, chain, 1);
    begun.edges.push(Edge { from: 7, to: 6, messages: Some(6), bytes: Some(72) });
    assert!(cause(&expected, &begun).words.contains("set coll_han_priority to 0"));
    // Version 4.1 leaves it off, and one host has none.
    let older = Expected { library: Library::OpenMpi41, ..expected };
    assert_eq!(cause(&older, &observed), Cause::unknown(Library::OpenMpi41));
    let one = [0; 16];
    assert!(cause(&Expected { hosts: Some(&one), ..expected }, &observed).code == "unknown");
    let upward: Vec<Edge> =
        observed.edges.iter().map(|edge| Edge::plain(Link { from: edge.to, to: edge.from })).collect();
    let reduce =
        Expected { collective: Reduce, setting: setting(Library::OpenMpi5, Reduce, "chain", 3, 0), ..expected };
    assert_eq!(cause(&reduce, &Observed { edges: upward, ..observed.clone() }), Cause::han(4));
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
    assert_eq!(cause(&Expected { hosts: None, ..expected }, &probe), Cause::han(4));
}
