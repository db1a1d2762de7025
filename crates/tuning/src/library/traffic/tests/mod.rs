//! Runs of all trees, and runs that went otherwise.

mod causes;
mod trees;

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
    compare(expected, observed).expect("comparable")
}

fn cause(expected: &Expected<'_>, observed: &Observed) -> Cause {
    let compared = of(expected, observed);
    assert!(!compared.is_as_meant());
    compared.cause.expect("a cause")
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
    assert_eq!(found.cause, Some(Cause::other_size(16_384, 20_000)));
    // Nor do as many calls as are given.
    odd.edges.iter_mut().for_each(|edge| (edge.messages, edge.bytes) = (Some(7), Some(32_768)));
    let found = cause(&Expected { calls: Some(2), ..expected }, &odd);
    assert_eq!(found, Cause::other_traffic(Library::OpenMpi41, 0));
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
    let segments = Cause::other_segments(16, 4, Some(4096));
    assert_eq!(found.cause, Some(segments));
    let whole = cause(&expected, &run(&expected, bcast("pipeline", 0, 0), 1));
    assert!(whole.words.contains("with 1 messages on an edge in place of 16: whole messages"), "{whole:?}");
    expected.calls = Some(2);
    assert_eq!(cause(&expected, &run(&expected, pipeline, 3)), Cause::other_calls(2, 3));
}

#[test]
fn what_is_not_comparable_says_why() {
    let reason = |expected: &Expected<'_>, observed: &Observed| {
        compare(expected, observed).expect_err("not comparable").to_string()
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
