//! Messages and plans on networks: published numbers, times that can be computed by hand, and a second opinion.

mod anchors;
mod errors;
mod plans;
mod reference;
mod second_opinion;

use crate::{Link, LinkKind, Network, NetworkBuilder, Spec};
use logpine_text::units::{Clock, Rate, Time};

/// The network of a spec.
fn network(spec: &str) -> Network {
    spec.parse::<Spec>().expect(spec).network().expect(spec)
}

/// A network of links with latencies in ticks, and no time a byte.
fn linked(kind: LinkKind, nodes: u32, endpoints: u32, links: &[(u32, u32, u64)]) -> Network {
    let mut builder = NetworkBuilder::new("test", Clock::Cycle, nodes).endpoints(endpoints).kind(kind);
    for &(from, to, latency) in links {
        let link = Link { from, to, latency: Time::from_ticks(latency), per_byte: Rate::ZERO, capacity: None };
        builder.link(link).expect("a link");
    }
    builder.finish().expect("connected")
}
