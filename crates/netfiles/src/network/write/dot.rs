//! Writing of DOT.

use super::{Shown, has_default_times};
use logpine_network::{LinkKind, Network};
use logpine_text::dot::{Look, head, quoted};
use std::fmt::Write as _;

/// The width of the picture in the unit of Graphviz's positions.
const SIZE: f64 = 500.0;

/// A graph whose nodes are named by their numbers and labelled; switches are boxes.
#[must_use]
pub fn dot(network: &Network) -> String {
    let (word, arrow) = match network.kind() {
        LinkKind::Undirected => ("graph", "--"),
        LinkKind::Directed => ("digraph", "->"),
    };
    let mut text = head(word, &quoted(network.name()), Look::Network);
    for node in 0..network.nodes() {
        let mut attributes = Vec::new();
        let label = network.label(node);
        if label != node.to_string() {
            attributes.push(format!("label={}", quoted(&label)));
        }
        if node >= network.endpoints() {
            attributes.push("kind=switch, shape=box".to_owned());
        }
        if let Some(position) = network.positions().get(node as usize) {
            attributes.push(format!("pos=\"{},{}!\"", position.x * SIZE, (1.0 - position.y) * SIZE));
        }
        let attributes = if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
        let _ = writeln!(text, "  {node}{attributes};");
    }
    let default = has_default_times(network);
    for link in network.links() {
        let pairs: Vec<String> = Shown::new(network, link, default)
            .pairs()
            .map(|(key, value)| format!("{key}={}", quoted(&value)))
            .collect();
        let attributes = if pairs.is_empty() { String::new() } else { format!(" [{}]", pairs.join(", ")) };
        let _ = writeln!(text, "  {} {arrow} {}{attributes};", link.from, link.to);
    }
    text + "}\n"
}
