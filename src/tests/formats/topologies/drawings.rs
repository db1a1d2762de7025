//! Drawings: every node and link of a network is in the picture, which is XML.

use super::{SPECS, network};
use logpine::report::network::{NetworkSubject, svg};
use logpine_netfiles::network::{built_in, built_in_names};
use logpine_network::{Network, Properties, Spec, Topology};
use roxmltree::Document;

fn drawn(network: &Network, topology: Option<&Topology>) -> String {
    svg(&NetworkSubject { network, topology, properties: &Properties::new(network, topology) })
}

fn check(network: &Network, topology: Option<&Topology>) {
    let name = network.name();
    let picture = drawn(network, topology);
    let document = Document::parse(&picture).expect("XML");
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!(picture, drawn(network, topology), "the same again");
    let switches = (network.nodes() - network.endpoints()) as usize;
    let legend = usize::from(switches > 0);
    assert_eq!(count("circle"), network.endpoints() as usize + legend, "{name}");
    // One more is the background.
    assert_eq!(count("rect"), switches + legend + 1, "{name}");
    assert!(count("path") >= network.links().len(), "{name}");
}

#[test]
fn every_class_is_drawn_in_full() {
    for spec in SPECS.into_iter().chain(["torus:3x3x3x3", "mesh:4x4x4", "torus:5x4x3", "hypercube:8", "ring:500"]) {
        let topology = spec.parse::<Spec>().expect("a spec").topology;
        check(&network(spec), Some(&topology));
        // As if it came from a file.
        check(&network(spec), None);
    }
    for name in built_in_names() {
        check(&built_in(name).expect("built in"), None);
    }
}

#[test]
fn names_stand_beside_nodes_and_are_escaped() {
    let abilene = built_in("abilene").expect("built in");
    let picture = drawn(&abilene, None);
    assert!((0..11).all(|node| picture.contains(&format!(">{}</text>", abilene.label(node)))));
    let file = logpine_netfiles::network::NetworkFormat::Dot
        .read("digraph \"<&>\" { a -> \"b<\" -> a }", "file")
        .expect("a network");
    let picture = drawn(&file, None);
    assert!(picture.contains("&lt;&amp;&gt;") && picture.contains("marker-end") && picture.contains(">b&lt;</text>"));
}
