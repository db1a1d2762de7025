//! `network show` as JSON.

use super::NetworkSubject;
use crate::network::{Certainty, Degrees, Link, LinkKind};
use crate::report::json::{Number, SCHEMA, document, number};
use logpine_text::units::{Clock, Rate};
use serde::Serialize;

#[derive(Serialize)]
struct NetworkJson<'a> {
    schema: u32,
    unit: &'static str,
    network: &'a str,
    class: Option<&'static str>,
    directed: bool,
    nodes: u32,
    endpoints: u32,
    links: u64,
    degree: DegreeJson,
    #[serde(rename = "relConnect")]
    rel_connect: f64,
    diameter: Option<u32>,
    #[serde(rename = "avgDistance")]
    avg_distance: Option<f64>,
    bisection: Option<BisectionJson>,
    latency: Option<RangeJson>,
    per_byte: Option<RangeJson>,
}

#[derive(Serialize)]
struct DegreeJson {
    least: u32,
    mean: f64,
    most: u32,
}

#[derive(Serialize)]
struct BisectionJson {
    links: u64,
    certainty: &'static str,
}

#[derive(Serialize)]
struct RangeJson {
    least: Number,
    most: Number,
}

/// `network show` as JSON; its fields are listed [elsewhere](crate::report::json).
#[must_use]
pub fn json(subject: &NetworkSubject) -> String {
    let NetworkSubject { network, topology, properties } = subject;
    let Degrees { least, mean, most } = properties.degrees;
    let clock = network.clock();
    document(&NetworkJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        network: network.name(),
        class: topology.map(|topology| topology.class().name()),
        directed: network.kind() == LinkKind::Directed,
        nodes: properties.nodes,
        endpoints: properties.endpoints,
        links: properties.links,
        degree: DegreeJson { least, mean, most },
        rel_connect: properties.rel_connect,
        diameter: properties.distances.map(|distances| distances.diameter),
        avg_distance: properties.distances.map(|distances| distances.mean()),
        bisection: properties
            .bisection
            .map(|bisection| BisectionJson { links: bisection.links, certainty: certainty(bisection.certainty) }),
        latency: latencies(network.links(), clock),
        per_byte: rates(network.links(), clock),
    })
}

const fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "exact",
        Certainty::Estimate => "estimate",
    }
}

fn latencies(links: &[Link], clock: Clock) -> Option<RangeJson> {
    let least = links.iter().map(|link| link.latency).min()?;
    let most = links.iter().map(|link| link.latency).max()?;
    Some(RangeJson { least: number(least, clock), most: number(most, clock) })
}

fn rates(links: &[Link], clock: Clock) -> Option<RangeJson> {
    let rate = |rate: Rate| Number::decimal(rate.decimal(clock));
    let by_size = |one: &Rate, other: &Rate| one.to_f64().total_cmp(&other.to_f64());
    let least = links.iter().map(|link| link.per_byte).min_by(by_size)?;
    let most = links.iter().map(|link| link.per_byte).max_by(by_size)?;
    Some(RangeJson { least: rate(least), most: rate(most) })
}
