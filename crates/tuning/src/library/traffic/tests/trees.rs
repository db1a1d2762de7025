//! Runs of all trees, which are as meant and recognised.

use super::*;

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
