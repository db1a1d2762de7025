//! A simulation on a network, as JSON.

use super::{Number, SCHEMA, document, number};
use crate::network::Way;
use crate::report::network::{BUSIEST, NetworkSimulation, Simulated};
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct VariablesJson {
    nodes: u32,
    avg_node_msgs: f64,
    comm_t: Number,
    time_per_node_msgs: f64,
    avg_travel_t: f64,
    avg_hops: f64,
    max_hops: u32,
    avg_queue_t: f64,
    rel_connect: f64,
    avg_distance: Option<f64>,
    diameter: Option<u32>,
}

#[derive(Debug, Serialize)]
struct LinkJson {
    link: u32,
    from: String,
    to: String,
    direction: &'static str,
    messages: u64,
    busy: Number,
}

#[derive(Debug, Serialize)]
struct NetworkSimulationJson<'a> {
    schema: u32,
    unit: &'static str,
    network: &'a str,
    routing: String,
    duplex: &'static str,
    ports: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<&'a str>,
    time: Number,
    messages: u64,
    hops: u64,
    variables: VariablesJson,
    busiest_links: Vec<LinkJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<Vec<Number>>,
}

/// `network simulate` as JSON; its fields are listed [above](super).
#[must_use]
pub fn network_simulation(report: &NetworkSimulation) -> String {
    let measured = report.measurements();
    let clock = measured.clock;
    let (mut scheme, mut bytes, mut plan, mut mapping, mut ranks) = (None, None, None, None, None);
    match report.simulated {
        Simulated::Scheme { scheme: given, bytes: size, .. } => (scheme, bytes) = (Some(given.to_string()), Some(size)),
        Simulated::Plan { name, mapping: given, executed } => {
            (plan, mapping) = (Some(name), Some(given));
            ranks = Some(executed.ranks.iter().map(|&time| number(time, clock)).collect());
        }
    }
    let links = measured.busiest(BUSIEST);
    let link = |used| {
        let [from, to] = report.ends(used)?;
        let direction = match used.way {
            Way::Any => "any",
            Way::Forward | Way::Backward => "one",
        };
        let busy = number(used.busy, clock);
        Some(LinkJson { link: used.link, from, to, direction, messages: used.messages, busy })
    };
    document(&NetworkSimulationJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        network: report.network.name(),
        routing: report.routing.to_string(),
        duplex: report.duplex.name(),
        ports: report.ports.name(),
        scheme,
        bytes,
        plan,
        mapping,
        time: number(report.finish(), clock),
        messages: measured.messages,
        hops: measured.hops,
        variables: VariablesJson {
            nodes: measured.nodes,
            avg_node_msgs: measured.avg_node_msgs(),
            comm_t: number(measured.comm_t, clock),
            time_per_node_msgs: measured.time_per_node_msgs(),
            avg_travel_t: measured.avg_travel_t(),
            avg_hops: measured.avg_hops(),
            max_hops: measured.max_hops,
            avg_queue_t: measured.avg_queue_t(),
            rel_connect: report.rel_connect(),
            avg_distance: report.distances.map(|distances| distances.mean()),
            diameter: report.distances.map(|distances| distances.diameter),
        },
        busiest_links: links.iter().filter_map(link).collect(),
        ranks,
    })
}
