//! Runs of all trees, which are as meant and recognised.

use super::*;

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
                    let observed = run(&expected, setting, 1);
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
