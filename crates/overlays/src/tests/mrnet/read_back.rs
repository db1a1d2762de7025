//! Files read back as they were written, and any bytes at all.

use super::*;

/// A random tree of at most `nodes` nodes: fanouts in breadth-first order, cut when the tree is large enough.
fn tree(nodes: usize) -> impl Strategy<Value = Tree> {
    prop::collection::vec(0u32..5, 1..nodes).prop_map(|wanted| {
        let mut fanouts = Vec::new();
        let mut open = 1;
        for fanout in wanted {
            if open == 0 {
                break;
            }
            open = open - 1 + fanout as usize;
            fanouts.push(fanout);
        }
        fanouts.extend(std::iter::repeat_n(0, open));
        Tree::from_fanouts(fanouts).expect("every child is listed")
    })
}

/// Lists of hosts with every trap: letter case, short and dotted names, addresses, repetitions.
fn hosts() -> impl Strategy<Value = String> {
    let host = "(n[1-3]|N1|n1\\.org|n2\\.x\\.org|FE|fe\\.org|10\\.0\\.0\\.[12]|[a-zA-Z][a-zA-Z0-9._-]{0,6}):[1-4]|n\\[08-11\\]";
    prop::collection::vec(host, 1..20).prop_map(|hosts| hosts.join("\n") + "\nlast:1000")
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(tree in tree(120), hosts in hosts(), fe in "fe|FE|fe\\.org|n1", attach: bool) {
        let mode = if attach { Mode::Attach } else { Mode::Launch };
        let hosts = parse_hosts(&hosts).expect("a list of hosts");
        let topology = place(&ProcessTree::new(&tree.to_shape(), mode), &hosts, &fe, Placement::default()).expect("enough slots");
        let text = mrnet::write(&topology).expect("a placed topology is valid");
        let report = mrnet::check(text.as_bytes());
        prop_assert!(report.faults.is_empty(), "{:?}", report.faults);
        prop_assert_eq!(report.processes, topology.processes.len());
        prop_assert_eq!(report.topology.as_ref(), Some(&topology));
        if mode == Mode::Launch {
            let map = rank_map(&topology).expect("launch mode");
            prop_assert_eq!(map.lines().count() - 1, topology.tree.leaves().count());
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(source: Vec<u8>) {
        check_anything(&source)?;
    }

    #[test]
    fn text_almost_of_the_format_is_read_or_refused(
        words in prop::collection::vec("a|b|N1|n1|n1\\.x|0|1|01|4294967296|:|:|=>|=>|;|;|#|,|\n|\r| |\t|->|= >|=|-|--|//|/\\*|\\*/|\\*|\\[|\\]|\\[::1\\]|fe80::1:0|\"|é|\u{feff}|\0|a:0|a:1|b:0|c:0|c:1", 0..60),
        blanks: bool,
    ) {
        check_anything(words.join(if blanks { " " } else { "" }).as_bytes())?;
    }
}

/// Checks the properties of the report on any bytes.
fn check_anything(source: &[u8]) -> Result<(), TestCaseError> {
    let report = mrnet::check(source);
    prop_assert!(report.faults.is_sorted_by_key(|fault| fault.place));
    for fault in report.faults.iter() {
        prop_assert!(fault.render(source, Path::new("t.top")).contains('^'));
        prop_assert!(fault.span.start <= fault.span.end && fault.span.end <= source.len());
    }
    prop_assert_eq!(report.topology.is_none(), report.faults.first_error().is_some());
    if let Some(topology) = report.topology {
        prop_assert_eq!(topology.tree.len(), report.processes);
        prop_assert_eq!(topology.processes.len(), report.processes);
    }
    Ok(())
}
