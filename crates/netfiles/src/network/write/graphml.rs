//! Writing of `GraphML`.

use super::{Shown, has_default_times};
use logpine_network::{LinkKind, Network};
use logpine_text::xml::escaped;
use std::fmt::Write as _;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="label" for="node" attr.name="label" attr.type="string"/>
  <key id="kind" for="node" attr.name="kind" attr.type="string"><default>endpoint</default></key>
  <key id="x" for="node" attr.name="x" attr.type="double"/>
  <key id="y" for="node" attr.name="y" attr.type="double"/>
  <key id="latency" for="edge" attr.name="latency" attr.type="string"/>
  <key id="per_byte" for="edge" attr.name="per_byte" attr.type="string"/>
  <key id="capacity" for="edge" attr.name="capacity" attr.type="string"/>
  <key id="name" for="graph" attr.name="name" attr.type="string"/>
"#;

/// A document with one graph; positions are in the unit square, y downwards.
#[must_use]
pub fn graphml(network: &Network) -> String {
    let kind = match network.kind() {
        LinkKind::Undirected => "undirected",
        LinkKind::Directed => "directed",
    };
    let mut text = format!("{HEAD}  <graph edgedefault=\"{kind}\">\n");
    let data = |key: &str, value: &str| format!("<data key=\"{key}\">{}</data>", escaped(value));
    let _ = writeln!(text, "    {}", data("name", network.name()));
    for node in 0..network.nodes() {
        let mut inside = String::new();
        let label = network.label(node);
        if label != node.to_string() {
            inside += &data("label", &label);
        }
        if node >= network.endpoints() {
            inside += &data("kind", "switch");
        }
        if let Some(position) = network.positions().get(node as usize) {
            inside += &(data("x", &position.x.to_string()) + &data("y", &position.y.to_string()));
        }
        let _ = writeln!(text, "    <node id=\"{node}\"{}", closed("node", &inside));
    }
    let default = has_default_times(network);
    for link in network.links() {
        let inside: String = Shown::new(network, link, default).pairs().map(|(key, value)| data(key, &value)).collect();
        let (from, to) = (link.from, link.to);
        let _ = writeln!(text, "    <edge source=\"{from}\" target=\"{to}\"{}", closed("edge", &inside));
    }
    text + "  </graph>\n</graphml>\n"
}

/// The rest of an element after its name and attributes, with its contents.
fn closed(name: &str, inside: &str) -> String {
    if inside.is_empty() { "/>".to_owned() } else { format!(">{inside}</{name}>") }
}
