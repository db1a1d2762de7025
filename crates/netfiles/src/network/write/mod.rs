//! Writing of networks, as texts that are read back.

mod dot;
mod edges;
mod graphml;
mod toml;

pub use dot::dot;
pub use edges::edges;
pub use graphml::graphml;
pub use toml::toml;

use logpine_network::{Link, LinkTimes, Network};

/// The names of the nodes: their labels, or their numbers if two have the same label.
fn names(network: &Network) -> Vec<String> {
    let labels: Vec<String> = (0..network.nodes()).map(|node| network.label(node)).collect();
    let mut sorted: Vec<&String> = labels.iter().collect();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return (0..network.nodes()).map(|node| node.to_string()).collect();
    }
    labels
}

/// True if all times are the default and need not be written: each link takes a cycle.
fn has_default_times(network: &Network) -> bool {
    let LinkTimes { clock, latency, per_byte } = LinkTimes::default();
    let is_default = |link: &Link| link.latency == latency && link.per_byte == per_byte;
    network.clock() == clock && network.links().iter().all(is_default)
}

/// The times of a link as written in a file, none if all are the default, and its capacity.
struct Shown {
    latency: Option<String>,
    per_byte: Option<String>,
    capacity: Option<String>,
}

impl Shown {
    fn new(network: &Network, link: &Link, default: bool) -> Self {
        let capacity = link.capacity.map(|capacity| capacity.to_string());
        if default {
            return Self { latency: None, per_byte: None, capacity };
        }
        let clock = network.clock();
        let per_byte = (!link.per_byte.is_zero()).then(|| link.per_byte.display_per_byte(clock).replace(' ', ""));
        Self { latency: Some(link.latency.display(clock).replace(' ', "")), per_byte, capacity }
    }

    fn pairs(self) -> impl Iterator<Item = (&'static str, String)> {
        let latency = self.latency.map(|value| ("latency", value));
        let rate = self.per_byte.map(|value| ("per_byte", value));
        latency.into_iter().chain(rate).chain(self.capacity.map(|value| ("capacity", value)))
    }
}
