//! Writing of TOML.

use super::{Shown, has_default_times, names};
use logpine_network::{LinkKind, Network};
use logpine_text::toml_string::quoted;
use std::fmt::Write as _;

/// A document with the tables `nodes` and `links`, one entry per line.
#[must_use]
pub fn toml(network: &Network) -> String {
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
            // Written with a point, so that it is a floating-point number in TOML, like 0.0.
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

#[cfg(test)]
mod tests {
    use crate::network::NetworkFormat;
    use logpine_network::{Link, LinkKind, Network, NetworkBuilder};
    use logpine_text::units::{Clock, Rate, Time};
    use proptest::prelude::*;

    /// A ring with the given node labels.
    fn ring(name: &str, labels: &[String], kind: LinkKind) -> Network {
        let nodes = u32::try_from(labels.len()).expect("a few nodes");
        let mut builder = NetworkBuilder::new(name, Clock::Second, nodes).kind(kind).labels(labels.to_vec());
        for from in 0..nodes {
            let link = Link {
                from,
                to: (from + 1) % nodes,
                latency: Time::from_ticks(1_000),
                per_byte: Rate::ZERO,
                capacity: None,
            };
            builder.link(link).expect("a link between two nodes");
        }
        builder.finish().expect("a ring")
    }

    #[test]
    fn names_that_differ_in_control_characters_are_read_back() {
        let labels = ["a\tb", "a b", "a\nb", "a\u{0}b", "a\u{7f}b", "a\u{85}b"].map(str::to_owned);
        let network = ring("x\u{1}y", &labels, LinkKind::Undirected);
        assert_eq!(NetworkFormat::Toml.read(&super::toml(&network), "other"), Ok(network));
    }

    proptest! {
        #[test]
        fn any_names_are_read_back(name in "(\\PC|\\pC){1,9}", labels in prop::collection::btree_set(".{1,3}|\\pC{1,2}|[0-3]", 3..9)) {
            let labels: Vec<String> = labels.into_iter().collect();
            let network = ring(&name, &labels, LinkKind::Directed);
            let text = super::toml(&network);
            let read = NetworkFormat::Toml.read(&text, "other").map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(read.name(), network.name());
            for node in 0..network.nodes() {
                prop_assert_eq!(read.label(node), network.label(node));
            }
            prop_assert_eq!(read.links(), network.links());
        }
    }
}
