//! Settings of systems whose tree has a knob: what is written is read back, and each fault has its place.
//!
//! The behaviour on each topology is that of `ClusterShell` 1.9.1, on each table that of flux-core 0.88.

use crate::settings::{self, HostTree, SlurmSettings, Width};
use crate::{clustershell, flux};
use logpine_text::fault::{Fault, Report};
use logpine_trees::tree::Tree;
use proptest::prelude::*;

/// Faults as `code line:column`.
fn faults<T>(report: &Report<T>) -> Vec<String> {
    assert!(report.content.is_none() || report.faults.errors() == 0, "no tree where there is an error");
    assert!(report.content.is_some() || !report.faults.is_empty(), "a tree, or why there is none");
    let place =
        |fault: &Fault| format!("{} {}:{}", fault.code(), fault.place.position().line, fault.place.position().column);
    report.faults.iter().map(place).collect()
}

/// The tree in one line: each gateway with its children.
fn shown(report: &Report<HostTree>) -> String {
    let HostTree { tree, hosts } = report.content.as_ref().expect("a tree");
    let children = |node: u32| &hosts[tree.children(node).start as usize..tree.children(node).end as usize];
    let line = |node: u32| format!("{}: {}", hosts[node as usize], children(node).join(" "));
    tree.internal_nodes().map(line).collect::<Vec<_>>().join("; ")
}

#[test]
fn topologies_that_clustershell_takes() {
    for (text, tree) in [
        ("[routes]\na: n[1-3]\nn[1-2]: m[1-4]\n", "a: n1 n2 n3; n1: m1 m3; n2: m2 m4"),
        ("[routes]\na = n[1-2], m\n; none\n# none\n\nn1 : x\n", "a: n1 n2 m; n1: x"),
        ("[routes]\nn1: x\na: n1,n1,\n   n2\n", "a: n1 n2; n1: x"),
        ("[routes]\n  a: n1\n  n1: n_2\n", "a: n1; n1: n_2"),
        ("[routes]\r\na: 1,2\r\n", "a: 1 2"),
        ("[DEFAULT]\na: n[1-4]\n[routes]\nn1: m[1-4]\n", "a: n1 n2 n3 n4; n1: m1 m2 m3 m4"),
        ("[routes]\na: m[1-2]\n[DEFAULT]\na: n[1-4]\n", "a: m1 m2"),
    ] {
        let report = settings::clustershell(text.as_bytes());
        assert_eq!(faults(&report), [""; 0], "{text}");
        assert_eq!(shown(&report), tree, "{text}");
    }
}

/// The example of flux-config-bootstrap(5), smaller: the first entry lists all hosts, others give parents.
#[test]
fn tables_that_flux_takes() {
    for (text, tree) in [
        (
            "[bootstrap]\ncurve_cert = \"c\"\n[[bootstrap.hosts]]\nhost = \"t[0-7]\"\n[[bootstrap.hosts]]\nhost = \"t[1,4]\"\nparent = \"t0\"\n\
            [[bootstrap.hosts]]\nhost = \"t[2-3]\"\nparent = \"t1\"\n[[bootstrap.hosts]]\nhost = \"t[5-7]\"\nparent = \"t4\"\n",
            "t0: t1 t4; t1: t2 t3; t4: t5 t6 t7",
        ),
        ("[bootstrap]\ncurve_cert = \"c\"\nhosts = [{ host = \"b\" }, { host = \"a\", bind = \"tcp://x\" }]\n", "b: a"),
        // A parent may be of a higher rank.
        (
            "[bootstrap]\ncurve_cert = \"c\"\nhosts = [{host=\"a\"},{host=\"b\",parent=\"c\"},{host=\"c\"}]\n",
            "a: c; c: b",
        ),
    ] {
        let report = settings::flux(text.as_bytes());
        assert_eq!(faults(&report), [""; 0], "{text}");
        assert_eq!(shown(&report), tree, "{text}");
    }
}

/// The grammar of Slurm's `parse_config.c`: several keys a line, quotes, lines that go on, comments, other files.
#[test]
fn lines_of_slurm() {
    let read = |text: &str| settings::slurm(text.as_bytes());
    for (text, width, nodes) in [
        ("NodeName=n[1-08]\n", None, 8),
        ("NodeName=n1,n2,\nNodeName=\"n3 n4\" State=UP # two\n", None, 4),
        ("NodeName=n[1-65536]\n", None, 65_536),
        ("TreeWidth=010\n", Some(8), 0),
        ("TreeWidth=0x10\n", Some(16), 0),
        ("TreeWidth=\"50\"\nNodeName=\"n[1-4]\" CPUs=4\n", Some(50), 4),
        ("NodeName=n[1-100],\\\nn[101-200] CPUs=4\n", None, 200),
        ("TreeWidth \\\n  =8 # eight\n", Some(8), 0),
        ("# TreeWidth=9 \\\nTreeWidth=10\n", Some(10), 0),
        ("Epilog=/a\\#b\r\nTreeWidth=11\r\n", Some(11), 0),
    ] {
        let report = read(text);
        assert_eq!(faults(&report), [""; 0], "{text}");
        let (width, nodes) = (width.map_or(Width::Default, Width::Given), (nodes > 0).then_some(nodes));
        assert_eq!(report.content, Some(SlurmSettings { width, nodes, future: 0 }), "{text}");
    }
    let included = read("Include nodes.conf\nTreeWidth=3\n");
    assert_eq!((faults(&included), included.faults.errors()), (vec!["included 1:9".to_owned()], 0));
    assert_eq!(included.content.map(|settings| settings.width), Some(Width::Given(3)));
    let after = read("TreeWidth=3\nNodeName=n1\nInclude nodes.conf\n").content;
    assert_eq!(after, Some(SlurmSettings { width: Width::Unknown, nodes: None, future: 0 }));
    assert_eq!(faults(&read("TreeWidth= \\\n \"0\"\n")), ["width 2:3"]);
    assert_eq!(faults(&read("NodeName=n1,\\\nm[3-\n")), ["host-pattern 2:2"]);
}

/// Nodes that Slurm does not contact, and options by which switches or partitions decide the tree.
#[test]
fn what_else_decides_the_tree_of_slurm() {
    let read = |text: &str| settings::slurm(text.as_bytes());
    for (text, nodes, future) in [
        ("NodeName=n[1-20]\nNodeName=f[1-100] State=FUTURE\n", Some(20), 100),
        ("NodeName=DEFAULT State=FUTURE\nNodeName=f1\nNodeName=n1 State=UNKNOWN\n", Some(1), 1),
        ("NodeName=f1 state=future CPUs=1\n", None, 1),
        ("NodeName=c1 State=CLOUD\n", Some(1), 0),
    ] {
        let expected = SlurmSettings { width: Width::Default, nodes, future };
        assert_eq!(read(text).content, Some(expected), "{text}");
    }
    let switches = "TopologyPlugin=topology/tree\n";
    for (text, is_routed) in [
        (format!("{switches}TopologyParam=RouteTree\n"), true),
        (format!("TopologyParam=Dragonfly,routetree\n{switches}"), true),
        ("TopologyParam=RouteTree\n".to_owned(), false),
        ("TopologyPlugin=topology/flat\nTopologyParam=RouteTree\n".to_owned(), false),
        (switches.to_owned(), false),
        ("TopologyParam=RoutePart\n".to_owned(), true),
        ("RoutePlugin=route/topology\n".to_owned(), true),
        ("RoutePlugin=route/default\n".to_owned(), false),
    ] {
        let report = read(&(text.clone() + "TreeWidth=50\nNodeName=n1\n"));
        let width = report.content.map(|settings| settings.width);
        assert_eq!(width, Some(if is_routed { Width::Routed } else { Width::Given(50) }), "{text}");
        assert_eq!((report.faults.errors(), report.faults.warnings()), (0, u64::from(is_routed)), "{text}");
    }
}

/// The topology of `[tbon]` decides, and parents count for `custom` alone.
#[test]
fn topologies_of_flux() {
    let read = |topo: &str, entries: &str| {
        settings::flux(format!("[tbon]\n{topo}\n[bootstrap]\ncurve_cert = \"c\"\nhosts = [{entries}]\n").as_bytes())
    };
    let hosts = "{ host = \"n[0-6]\" }";
    for (topo, tree) in [
        ("topo = \"kary:2\"", "n0: n1 n2; n1: n3 n4; n2: n5 n6"),
        ("topo = \"kary:0\"", "n0: n1 n2 n3 n4 n5 n6"),
        ("topo = \"mincrit:2\"", "n0: n1 n2; n1: n3 n5; n2: n4 n6"),
        ("topo = \"binomial\"", "n0: n1 n2 n4; n2: n3; n4: n5 n6"),
        ("topo = \"custom\"", "n0: n1 n2 n3 n4 n5 n6"),
        ("zmqdebug = 1", "n0: n1 n2 n3 n4 n5 n6"),
    ] {
        let report = read(topo, hosts);
        assert_eq!((faults(&report), shown(&report)), (Vec::new(), tree.to_owned()), "{topo}");
    }
    for (topo, fault) in
        [("\"kary:x\"", "topology"), ("\"kary\"", "topology"), ("\"custom:2\"", "topology"), ("2", "unexpected")]
    {
        assert_eq!(faults(&read(&format!("topo = {topo}"), hosts)), [format!("{fault} 2:8")], "{topo}");
    }
    let parents = "{ host = \"n[0-3]\" }, { host = \"n3\", parent = \"n2\" }";
    let unused = read("topo = \"kary:1\"", parents);
    assert_eq!(
        (faults(&unused), shown(&unused)),
        (vec!["unused-parent 5:55".to_owned()], "n0: n1; n1: n2; n2: n3".to_owned())
    );
    assert_eq!(shown(&read("topo = \"custom\"", parents)), "n0: n1 n2; n2: n3");
}

/// Trees of up to so many nodes, by the parent of each.
fn trees(most: usize) -> impl Strategy<Value = Tree> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..most).prop_map(|parents| {
        let mut parents: Vec<usize> = parents.iter().enumerate().map(|(node, parent)| parent.index(node + 1)).collect();
        parents.sort_unstable();
        let nodes = parents.len() + 1;
        let mut fanouts = vec![0u32; nodes];
        for &parent in &parents {
            fanouts[parent] += 1;
        }
        Tree::from_fanouts(fanouts).expect("sorted parents, each before its children")
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(tree in trees(60)) {
        let names: Vec<String> = (0..tree.len()).map(|node| format!("n{node}")).collect();
        let written: Vec<&str> = names.iter().map(String::as_str).collect();
        let expected = Some(HostTree { tree: tree.clone(), hosts: names.iter().map(|name| name.as_str().into()).collect() });
        for report in [
            settings::clustershell(clustershell(&tree, &written).as_bytes()),
            settings::flux(("[bootstrap]\ncurve_cert = \"c\"\n".to_owned() + flux(&tree, &written).trim_start_matches("[bootstrap]\n")).as_bytes()),
        ] {
            prop_assert_eq!(faults(&report), [""; 0]);
            prop_assert_eq!(&report.content, &expected);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(source: Vec<u8>) {
        faults(&settings::clustershell(&source));
        faults(&settings::flux(&source));
        faults(&settings::slurm(&source));
    }

    #[test]
    fn text_almost_of_the_format_is_read_or_refused(
        words in prop::collection::vec("\\[routes\\]|\\[Main\\]|a|b|c|n\\[1-3\\]|n1|n2|:|:|=|,|,|\n|\n|\n  | |#|@|\u{feff}|é", 0..40),
    ) {
        let text = words.concat();
        faults(&settings::clustershell(text.as_bytes()));
        faults(&settings::clustershell(format!("[routes]\n{text}").as_bytes()));
        faults(&settings::slurm(text.as_bytes()));
        let text = text.replace('\n', " ");
        faults(&settings::flux(format!("[bootstrap]\nhosts = [{{host=\"a,{text}\"}},{{host=\"b\",parent=\"{text}\"}}]").as_bytes()));
    }
}
