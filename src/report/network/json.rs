//! `network show` as JSON.

use super::NetworkSubject;
use crate::report::json::{Number, SCHEMA, document, object};
use itertools::Itertools;
use logpine_network::{Certainty, Degrees, Link, LinkKind};
use logpine_text::units::{Clock, Rate};
use serde::Serialize;

/// `network show` as JSON; its fields are listed [elsewhere](crate::report::json).
#[must_use]
pub fn json(subject: &NetworkSubject) -> String {
    let NetworkSubject { network, topology, properties } = subject;
    let Degrees { least, mean, most } = properties.degrees;
    let clock = network.clock();
    let bisection = properties.bisection.map(|bisection| {
        let certainty = match bisection.certainty {
            Certainty::Exact => "exact",
            Certainty::Estimate => "estimate",
        };
        object!(links = bisection.links, certainty = certainty)
    });
    let latencies = network.links().iter().map(|link| link.latency).minmax().into_option();
    let shown = object!(
        schema = SCHEMA,
        unit = clock.symbol(),
        network = network.name(),
        class = topology.map(|topology| topology.class().name()),
        directed = network.kind() == LinkKind::Directed,
        nodes = properties.nodes,
        endpoints = properties.endpoints,
        links = properties.links,
        degree = object!(least = least, mean = mean, most = most),
        relConnect = properties.rel_connect,
        diameter = properties.distances.map(|distances| distances.diameter),
        avgDistance = properties.distances.map(|distances| distances.mean()),
        bisection = bisection,
        latency = latencies.map(|(least, most)| object!(least = least, most = most)),
        per_byte = rates(network.links(), clock)
    );
    document(&shown, clock)
}

fn rates(links: &[Link], clock: Clock) -> Option<impl Serialize> {
    let rate = |rate: Rate| Number::decimal(rate.decimal(clock));
    let by_size = |one: &Rate, other: &Rate| one.to_f64().total_cmp(&other.to_f64());
    let (least, most) = links.iter().map(|link| link.per_byte).minmax_by(by_size).into_option()?;
    Some(object!(least = rate(least), most = rate(most)))
}
