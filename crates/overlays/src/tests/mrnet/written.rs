//! Files that are written.

use super::*;

/// The text of an overlay tree with these fanouts.
fn written(fanouts: &[u32], mode: Mode, hosts: &str) -> (String, Option<Warning>) {
    let tree = Tree::from_fanouts(fanouts.iter().copied()).expect("a tree");
    let processes = ProcessTree::new(&tree.to_shape(), mode);
    let hosts = parse_hosts(hosts).expect("a list of hosts");
    let topology = place(&processes, &hosts, "fe", Placement::default()).expect("enough slots");
    (mrnet::write(&topology).expect("a valid topology"), processes.warning())
}

#[test]
fn attach_mode_omits_the_leaves() {
    assert_eq!(written(&[2, 2, 1, 0, 0, 0], Mode::Attach, "n1 n2"), ("fe:0 =>\n\tn1:0\n\tn2:0 ;\n".to_owned(), None));
    assert_eq!(written(&[3, 0, 0, 0], Mode::Attach, "n1"), ("fe:0 ;\n".to_owned(), None));
}

#[test]
fn attach_mode_gives_lonely_leaves_a_process() {
    let (text, warning) = written(&[2, 0, 2, 0, 0], Mode::Attach, "n1 n2");
    assert_eq!(text, "fe:0 =>\n\tn1:0\n\tn2:0 ;\n");
    assert_eq!(warning, Some(Warning::AddedProcesses { count: 1 }));
    let said = warning.map(|warning| warning.to_string()).unwrap_or_default();
    assert!(said.starts_with("1 leaf hangs"), "{said}");
    assert!(said.contains("unchanged") && said.contains("c(1) <= c(2)"), "{said}");
}

#[test]
fn a_single_leaf_can_be_written() {
    assert_eq!(written(&[0], Mode::Launch, "n1"), ("fe:0 =>\n\tn1:0 ;\n".to_owned(), Some(Warning::SingleLeaf)));
    assert_eq!(written(&[0], Mode::Attach, "n1"), ("fe:0 ;\n".to_owned(), None));
}

/// A tree of a root, `middle` processes below it and a leaf below each of them.
fn two_levels(middle: u32) -> Tree {
    let fanouts = std::iter::once(middle).chain((0..middle).map(|_| 1)).chain((0..middle).map(|_| 0));
    Tree::from_fanouts(fanouts).expect("a tree")
}

#[test]
fn the_writer_counts_the_statements_it_would_write() {
    let hosts = parse_hosts("n:100000").expect("a host");
    let write = |middle, mode| {
        let topology =
            place(&ProcessTree::new(&two_levels(middle).to_shape(), mode), &hosts, "fe", Placement::default())
                .expect("enough slots");
        mrnet::write(&topology)
    };
    assert!(write(9_993, Mode::Launch).is_ok());
    let refused = write(9_994, Mode::Launch).expect_err("9,995 statements");
    assert_eq!(refused, WriteError::TooManyStatements { statements: MAX_STATEMENTS + 1 });
    assert!(refused.to_string().contains("9994"), "{refused}");
    assert!(write(9_994, Mode::Attach).is_ok(), "in attach mode only the root has children");
}

#[test]
fn topologies_that_would_be_misread_are_not_written() {
    let write = |names: &[(&str, u32)]| {
        let processes: Vec<Process> =
            names.iter().map(|&(host, rank)| Process { host: host.to_owned(), rank }).collect();
        mrnet::write(&Topology { tree: Tree::from_fanouts([2, 0, 0]).expect("a tree"), processes })
    };
    assert!(write(&[("fe", 0), ("a", 0), ("b", 0)]).is_ok());
    assert!(matches!(write(&[("fe", 0), ("a", 0)]), Err(WriteError::ProcessCount { nodes: 3, processes: 2 })));
    for host in ["", "42", "-a", "a b", "a;", "grün", "[::1]", "a\"", "a[1", "a:0 => c"] {
        assert!(matches!(write(&[("fe", 0), (host, 0), ("b", 0)]), Err(WriteError::HostName(_))), "{host}");
    }
    for faulty in [("b", 0), ("B", 0), ("b.org", 0), ("a", u32::MAX)] {
        assert!(matches!(write(&[("fe", 0), faulty, ("b", 0)]), Err(WriteError::Faulty { .. })), "{faulty:?}");
    }
}
