//! TOML.

use super::{Shown, has_default_times, names, quoted};
use crate::network::{LinkKind, Network};
use std::fmt::Write as _;

/// A document with the tables `nodes` and `links`, a line each.
pub(in super::super) fn toml(network: &Network) -> String {
    let names = names(network);
    let mut text = format!("name = {}\n", quoted(network.name()));
    if network.kind() == LinkKind::Directed {
        text.push_str("directed = true\n");
    }
    text.push_str("\nnodes = [\n");
    for (node, name) in (0u32..).zip(&names) {
        let _ = write!(text, "  {{ name = {}", quoted(name));
        if node >= network.endpoints() {
            text.push_str(", kind = \"switch\"");
        }
        if let Some(position) = network.positions().get(node as usize) {
            // With a point, so that it is a number of TOML like 0.0.
            let _ = write!(text, ", x = {:?}, y = {:?}", position.x, position.y);
        }
        text.push_str(" },\n");
    }
    text.push_str("]\n\nlinks = [\n");
    let default = has_default_times(network);
    for link in network.links() {
        let (from, to) = (quoted(&names[link.from as usize]), quoted(&names[link.to as usize]));
        let _ = write!(text, "  {{ from = {from}, to = {to}");
        for (key, value) in Shown::new(network, link, default).pairs() {
            let _ = write!(text, ", {key} = {}", quoted(&value));
        }
        text.push_str(" },\n");
    }
    text + "]\n"
}
