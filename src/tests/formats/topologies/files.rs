//! Files of networks: networks are read back as they were written, and errors give their places and causes.

use super::{SPECS, network};
use logpine::units::Clock;
use logpine_netfiles::network::NetworkFormat::{self, Dot, Edges, GraphMl, Toml};
use logpine_netfiles::network::write;
use logpine_network::{LinkKind, Network, NetworkBuilder};

const FORMATS: [NetworkFormat; 4] = [Edges, GraphMl, Dot, Toml];

fn written(format: NetworkFormat, network: &Network) -> String {
    match format {
        Edges => write::edges(network),
        GraphMl => write::graphml(network),
        Dot => write::dot(network),
        _ => write::toml(network),
    }
}

fn read(format: NetworkFormat, text: &str) -> Network {
    format.read(text, "file").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn what_is_written_is_read_back() {
    for spec in SPECS.into_iter().filter(|spec| !spec.ends_with(":1")) {
        for times in ["", ",latency=3cycles", ",latency=1us,per_byte=0.5ns/B"] {
            let network = network(&format!("{spec}{times}"));
            for format in FORMATS {
                let back = read(format, &written(format, &network));
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
                    let near = |(one, other): (&logpine_network::Position, &logpine_network::Position)| {
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
        builder.link(logpine_network::Link { from, to, ..cycle.links()[0] }).expect("a link");
    }
    let network = builder.finish().expect("connected");
    for format in [GraphMl, Dot, Toml] {
        let back = read(format, &written(format, &network));
        assert_eq!(back, network, "{format:?}");
    }
    // Names with blanks give way to numbers.
    let back = read(Edges, &written(Edges, &network));
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

fn format_read(format: NetworkFormat, text: &str) -> logpine_text::placed::PlacedError {
    format.read(text, "file").err().unwrap_or_else(|| panic!("no error: {text}"))
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
