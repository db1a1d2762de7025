//! Networks for tests.

use crate::{Link, LinkKind, Network, NetworkBuilder, NetworkError, Spec};
use logpine_text::units::{Clock, Rate, Time};

/// The network of a spec.
pub fn network(spec: &str) -> Network {
    spec.parse::<Spec>().expect(spec).network().expect(spec)
}

/// A network of links with latencies in ticks, and no time a byte.
pub fn linked(kind: LinkKind, nodes: u32, endpoints: u32, links: &[(u32, u32, u64)]) -> Result<Network, NetworkError> {
    let mut builder = NetworkBuilder::new("test", Clock::Cycle, nodes).endpoints(endpoints).kind(kind);
    for &(from, to, latency) in links {
        builder.link(Link { from, to, latency: Time::from_ticks(latency), per_byte: Rate::ZERO, capacity: None })?;
    }
    builder.finish()
}

/// A network of endpoints, with links of a cycle.
pub fn of_cycles(kind: LinkKind, nodes: u32, ends: &[(u32, u32)]) -> Result<Network, NetworkError> {
    linked(kind, nodes, nodes, &ends.iter().map(|&(from, to)| (from, to, 1_000)).collect::<Vec<_>>())
}
