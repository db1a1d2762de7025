//! Files of networks: networks are read back as they were written, and errors give their places and causes.

use crate::tests::formats::topologies::families::{SPECS, network};
use logpine::format::network::NetworkFormat::{self, Dot, Edges, GraphMl, Toml};
use logpine::network::{LinkKind, Network, NetworkBuilder};
use logpine::units::Clock;

const FORMATS: [NetworkFormat; 4] = [Edges, GraphMl, Dot, Toml];

fn read(format: NetworkFormat, text: &str) -> Network {
    format.read(text, "file").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn what_is_written_is_read_back() {
    for spec in SPECS.into_iter().filter(|spec| !spec.ends_with(":1")) {
        for times in ["", ",latency=3cycles", ",latency=1us,per_byte=0.5ns/B"] {
            let network = network(&format!("{spec}{times}"));
            for format in FORMATS {
                let back = read(format, &format.write(&network));
                assert_eq!(back.links(), network.links(), "{format:?} {spec}");
                assert_eq!(
                    (back.nodes(), back.endpoints()),
                    (network.nodes(), network.endpoints()),
                    "{format:?} {spec}"
                );
                assert_eq!(back.clock(), network.clock(), "{format:?} {spec}");
                let name = if format == Edges { "file" } else { network.name() };
                assert_eq!(back.name(), name);
                if format != Edges {
                    let near = |(one, other): (&logpine::network::Position, &logpine::network::Position)| {
                        (one.x - other.x).abs() < 1.0 && (one.y - other.y).abs() < 1.0
                    };
                    assert_eq!(back.positions().len(), network.positions().len());
                    assert!(back.positions().iter().zip(network.positions()).all(near));
                }
            }
        }
    }
}

#[test]
fn labels_and_directed_links_are_read_back() {
    let cycle = network("ring:3,latency=2us");
    let mut builder = NetworkBuilder::new("a \"name\" <&>", Clock::Second, 3)
        .kind(LinkKind::Directed)
        .labels(["Z\u{fc}rich", "New \\York", "a<b>\"c\""].map(str::to_owned).to_vec());
    for (from, to) in [(0, 1), (1, 2), (2, 0), (0, 2)] {
        builder.link(logpine::network::Link { from, to, ..cycle.links()[0] }).expect("a link");
    }
    let network = builder.finish().expect("connected");
    for format in [GraphMl, Dot, Toml] {
        let back = read(format, &format.write(&network));
        assert_eq!(back, network, "{format:?}");
    }
    // Names with blanks give way to numbers.
    let back = read(Edges, &Edges.write(&network));
    assert_eq!((back.links(), back.kind(), back.label(1).as_str()), (network.links(), LinkKind::Directed, "1"));
}

#[test]
fn the_format_is_that_of_the_name_or_of_the_text() {
    let of = |text: &str, name: &str| NetworkFormat::of(text, name.as_ref());
    assert_eq!([of("", "a.GraphML"), of("", "a.gv"), of("", "a.toml"), of("", "a.edges")], [GraphMl, Dot, Toml, Edges]);
    assert_eq!(
        [of(" <?xml", "a"), of("strict graph", "-"), of("graph {}", "a"), of("a b", "a")],
        [GraphMl, Dot, Dot, Edges]
    );
}

#[test]
fn lists_of_links() {
    let plain = read(Edges, "\u{feff}# a comment\r\n10\t2 0.5\r\n2 7 1 % another\n\n");
    assert_eq!([plain.label(0), plain.label(1), plain.label(2)], ["2", "7", "10"], "in the order of the numbers");
    let named = read(Edges, "Source,Target,Bandwidth,colour\nb,a,10GB/s,red\na,c,,\n");
    assert_eq!([named.label(0), named.label(1), named.label(2)], ["b", "a", "c"], "in the order of the file");
    assert_eq!(named.links()[0].per_byte.display_per_byte(named.clock()), "100ps/B");
    assert_eq!(named.links()[1].hop(1_000), Some(logpine::units::Time::ZERO));
    let tree = read(Edges, "#! endpoints 2\n0 2\n1 2\n");
    assert_eq!((tree.nodes(), tree.endpoints()), (3, 2));
}

#[test]
fn dot_of_other_tools() {
    let text = "/* a\n comment */ strict graph \"two racks\" {\n# a line\n  rankdir=LR; node [shape=box]\n  edge [latency=\"2us\"]\n  subgraph cluster_0 { node [kind=switch]; s0; s1 }\n  s0 -- {a:n b} -- s1; s0 -- a\n  a [label=\"host \" + \"a\", pos=\"0,72\"];; b [pos=\"72,0\" color=red]; s0 [pos=\"1e1,5\"]; s1[pos=\"0,0\"]\n  s0 -- s1 [latency=\"5us\" bandwidth=\"1GB/s\"] // the last\n}\n";
    let network = read(Dot, text);
    assert_eq!((network.name(), network.nodes(), network.endpoints(), network.links().len()), ("two racks", 4, 2, 5));
    assert_eq!((0..4).map(|node| network.label(node)).collect::<Vec<_>>(), ["host a", "b", "s0", "s1"]);
    let slow = network.arc_to(2, 3).map(|arc| network.links()[arc.link as usize].latency.display(Clock::Second));
    assert_eq!(slow.as_deref(), Some("5us"));
    assert_eq!((network.positions()[0].y, network.positions()[1].y), (0.0, 1.0), "upwards in Graphviz");
}

#[test]
fn graphml_of_other_tools() {
    let text = "<?xml version='1.0'?>\n<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>\n<key attr.name='Longitude' attr.type='double' for='node' id='d1'/><key attr.name='Latitude' for='node' id='d2'/><key attr.name='label' for='node' id='d3'/>\n<key attr.name='latency' for='edge' id='e1'><default>4ms</default></key>\n<graph edgedefault='undirected'>\n<node id='0'><data key='d1'>-122.3</data><data key='d2'>47.6</data><data key='d3'>Seattle</data></node>\n<node id='1'><data key='d1'>-74</data><data key='d2'>40.7</data></node>\n<edge source='0' target='1'/></graph></graphml>";
    let network = read(GraphMl, text);
    assert_eq!((network.label(0), network.links()[0].latency.display(Clock::Second)), ("Seattle".into(), "4ms".into()));
    assert_eq!((network.positions()[0].x, network.positions()[0].y), (0.0, 0.0), "north west");
}

#[test]
fn errors_say_where_and_what() {
    let bare = |format, text: &str| {
        let error: logpine::format::network::NetworkFileError = format_read(format, text);
        error.to_string()
    };
    for (format, text, said) in [
        (Edges, "", "line 1, column 1: there is no node in the file"),
        (Edges, "a b\nc d\n", "line 2, column 1: node c cannot be reached from a"),
        (Edges, "from to bandwidth\na b 1GB/s\na b 1GB/s", "line 3, column 1: nodes a and b are linked twice"),
        (
            Edges,
            "from to bandwidth\na b 1GB/s\nb a 2GB/s",
            "line 3, column 1: the link from a to b is not the same as the one back",
        ),
        (Edges, "a b\nb c d", "line 2, column 1: this line has 3 words, and the lines before have 2"),
        (Edges, "a b fast\n", "line 1, column 5: `fast` is not part of a link"),
        (Edges, "n1 slots=4\n", "line 1, column 4: `slots=4` is not part of a link"),
        (Edges, "from to\na b 1", "line 2, column 1: this line has 3 words, and the first line names 2"),
        (Edges, "a b\na a", "line 2, column 1: node a is linked to itself"),
        (Edges, "a b\na", "line 2, column 2: expected the names of two nodes, found one"),
        (Edges, "from to latency\na b -1us", "line 2, column 5: `-1us` is negative"),
        (Edges, "from to latency\na b NaN", "line 2, column 5: `NaN` is not a number"),
        (Edges, "from to latency\na b 5", "line 2, column 5: `5` has no unit"),
        (Edges, "from to latancy\na b 5", "line 1, column 9: unknown column `latancy`; did you mean `latency`?"),
        (Edges, "from to latency\na b 5us\nb c 2 \nc d 1cycle", "line 3, column 5: `2` has no unit"),
        (Edges, "from to latency\na b 5us\nb c 2cycles", "line 3, column 1: this time is not in seconds"),
        (Edges, "from,to,bandwidth\na,b,0GB/s", "line 2, column 5: `0GB/s` is not a bandwidth"),
        (Edges, "#! endpoints 3\n0 1", "line 1, column 14: `3` is not a number of endpoints; write 1 to 2"),
        (Edges, "#! endpoints 0\n0 1", "write 1 to 2"),
        (Edges, "#! endpoint 2\n0 1", "line 1, column 1: expected `directed`, `endpoints N` or `node NAME`"),
        (
            Toml,
            "links = [{ from = \"a\", to = \"b\", latencyy = \"1us\" }]",
            "line 1, column 34: unknown key `latencyy`; did you mean `latency`?",
        ),
        (Toml, "links = [{ from = \"a\" }]", "line 1, column 10: `to` is missing"),
        (Toml, "links = 3", "line 1, column 9: expected an array of tables, found an integer"),
        (Toml, "nodes = [{ name = \"a\" }, { name = \"a\" }]", "line 1, column 35: there is a node `a` already"),
        (
            Toml,
            "nodes = [{ name = \"ab\" }, { name = \"c\" }]\nlinks = [{ from = \"aa\", to = \"c\" }]",
            "line 2, column 19: there is no node `aa`; did you mean `ab`?",
        ),
        (Toml, "nodes = [{ name = \"a\", x = nan, y = 0 }]", "`nan` is not a coordinate"),
        (Toml, "nodes = [{ name = \"a\", kind = \"swich\" }]", "unknown kind of node `swich`; did you mean `switch`?"),
        (Toml, "nodes = [{ name = \"a\", kind = \"switch\" }]", "no node that runs a process"),
        (Toml, "name = ", "line 1, column"),
        (Toml, "links = [{ from = \"a\", to = \"b\", per_byte = \"1ns/B\", bandwidth = \"1GB/s\" }]", "leave one out"),
        (GraphMl, "<graphml><graph><node id='a'/></graph>", "this is no XML"),
        (GraphMl, "<graphml/>", "line 1, column 1: `graph` is missing"),
        (GraphMl, "<graphml><graph><node id='a'/>\n<node/></graph></graphml>", "line 2, column 1: `id` is missing"),
        (
            GraphMl,
            "<graphml><graph><node id='a'/>\n<edge source='a' target='b'/></graph></graphml>",
            "line 2, column 26: there is no node `b`",
        ),
        (
            GraphMl,
            "<graphml><graph><node id='a'/><node id='b'/>\n<edge source='a' target='b' directed='true'/></graph></graphml>",
            "line 2, column 1: the other links are undirected",
        ),
        (
            Dot,
            "graph { a -- b",
            "line 1, column 15: expected a node, a link, a subgraph or `}`, found the end of the file",
        ),
        (Dot, "graph { a -> b }", "line 1, column 11: expected `--`"),
        (Dot, "digraph { a -> b }", "node a cannot be reached from b: the links are directed"),
        (Dot, "graph { a -- \"b }", "line 1, column 14: a text in quotes begins here"),
        (Dot, "graph { a -- b [latency=\"fast\"] }", "line 1, column 25: `fast` is not a number with a unit"),
        (Dot, "grap { }", "line 1, column 1: expected `graph` or `digraph`, found `grap`"),
        (
            Dot,
            "graph { edge [bandwidth=\"1GB/s\"] a -- b; a -- b }",
            "line 1, column 42: nodes a and b are linked twice",
        ),
        (Dot, "graph { a [pos=\"x,1\"] }", "`x` is not a coordinate"),
        (Dot, "graph { a ! b }", "line 1, column 11: expected a name"),
    ] {
        let message = bare(format, text);
        assert!(message.contains(said), "{text}\n{message}");
    }
}

fn format_read(format: NetworkFormat, text: &str) -> logpine::format::network::NetworkFileError {
    format.read(text, "file").err().unwrap_or_else(|| panic!("no error: {text}"))
}

#[test]
fn errors_are_shown_with_their_line() {
    let text = "from to bandwidth\na b 1GB/s\na  b 2GB/s\n";
    let error = format_read(Edges, text).render(text, "net.edges".as_ref());
    assert_eq!(
        error,
        "net.edges:3:1: error: nodes a and b are linked twice; write one link with the bandwidth of both\n  3 | a  b 2GB/s\n    | ^^^^\n"
    );
}

#[test]
fn links_that_are_there_several_times_are_merged() {
    let capacities = |text: &str| {
        let network = read(Edges, text);
        network.links().iter().map(|link| link.capacity).collect::<Vec<_>>()
    };
    assert_eq!(capacities("0 1\n1 0\n1 2\n2 1\n"), [None, None]);
    assert_eq!(capacities("0 1\n0 1\n1 2\n"), [Some(2), Some(1)]);
    assert_eq!(capacities("from to capacity\n0 1 3\n0 1 3\n1 0 3\n1 2 1\n"), [Some(6), Some(1)]);
    assert_eq!(capacities("#! directed\n0 1\n1 0\n"), [None, None]);
    let (_, notes) = GraphMl
        .read_noting(
            "<graphml><graph><node id='a'/><node id='b'/><edge source='a' target='b' speed='9'/></graph></graphml>",
            "file",
        )
        .expect("a network");
    assert_eq!(notes, ["of the links, `speed` is not read; logpine reads latency, per_byte, bandwidth, capacity"]);
}

#[test]
fn graphs_in_graphs_have_an_end() {
    let deep = format!("graph {{ {} a {} }}", "{".repeat(100_000), "}".repeat(100_000));
    assert!(format_read(Dot, &deep).to_string().contains("at most 64 subgraphs"));
    let deep = format!("<graphml>{}", "<graph>".repeat(100_000));
    let _ = format_read(GraphMl, &deep);
}

proptest::proptest! {
    #[test]
    fn any_text_is_a_network_or_an_error(text in "[abgraphdi{}\\[\\]<>\"=,;:#!% \\n./*+-]{0,60}") {
        for format in FORMATS {
            if let Err(error) = format.read(&text, "file") {
                proptest::prop_assert!(!error.render(&text, "file".as_ref()).is_empty());
            }
        }
    }
}

#[test]
fn links_of_digraphs_lead_both_ways_where_they_say_so() {
    let ends =
        |text: &str| -> Vec<[u32; 2]> { read(Dot, text).links().iter().map(|link| [link.from, link.to]).collect() };
    assert_eq!(ends("digraph { a -> b [dir=both] }"), [[0, 1], [1, 0]]);
    assert_eq!(ends("digraph { edge [dir=none]; a -> b -> c }"), [[0, 1], [1, 0], [1, 2], [2, 1]]);
    assert_eq!(ends("digraph { a -> b; a -> b [dir=back] }"), [[0, 1], [1, 0]]);
    assert_eq!(ends("graph { a -- b [dir=both] }"), [[0, 1]]);
}

#[test]
fn lines_of_labels_are_joined() {
    let network = read(Dot, r#"graph { 1 [label="A\nhost\l"]; 2 [label="C:\\new"]; 1 -- 2 }"#);
    assert_eq!([network.label(0), network.label(1)], ["A host", r"C:\new"]);
    assert_eq!(read(Dot, &Dot.write(&network)).label(1), r"C:\new");
}

#[test]
fn a_file_has_one_graph() {
    let text = "<graphml><graph><node id=\"a\"/></graph><graph><node id=\"b\"/></graph></graphml>";
    let error = GraphMl.read(text, "file").expect_err("two graphs").to_string();
    assert!(error.starts_with("line 1, column 39: a second graph"), "{error}");
}
