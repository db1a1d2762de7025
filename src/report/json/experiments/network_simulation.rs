//! A simulation on a network, as JSON.

use super::{SCHEMA, document, object};
use crate::report::network::{BUSIEST, NetworkSimulation, Simulated};
use logpine_network::Way;
use serde::Serialize;

/// `network simulate` as JSON; its fields are listed [above](super).
#[must_use]
pub fn network_simulation(report: &NetworkSimulation) -> String {
    let measured = report.measurements();
    let (mut scheme, mut bytes, mut plan, mut mapping, mut ranks) = (None, None, None, None, None);
    match report.simulated {
        Simulated::Scheme { scheme: given, bytes: size, .. } => (scheme, bytes) = (Some(given.to_string()), Some(size)),
        Simulated::Plan { name, mapping: given, executed } => {
            (plan, mapping, ranks) = (Some(name), Some(given), Some(&executed.ranks));
        }
    }
    let links = measured.busiest(BUSIEST);
    let link = |used| {
        let [from, to] = report.ends(used)?;
        let direction = match used.way {
            Way::Any => "any",
            Way::Forward | Way::Backward => "one",
        };
        let (link, messages, busy) = (used.link, used.messages, used.busy);
        Some(object!(link = link, from = from, to = to, direction = direction, messages = messages, busy = busy))
    };
    let simulated = object!(
        schema = SCHEMA,
        unit = measured.clock.symbol(),
        network = report.network.name(),
        routing = report.routing.to_string(),
        duplex = report.duplex.name(),
        ports = report.ports.name(),
        scheme? = scheme,
        bytes? = bytes,
        plan? = plan,
        mapping? = mapping,
        time = report.finish(),
        messages = measured.messages,
        hops = measured.hops,
        variables = variables(report),
        busiest_links = links.iter().filter_map(link).collect::<Vec<_>>(),
        ranks? = ranks
    );
    document(&simulated, measured.clock)
}

fn variables(report: &NetworkSimulation) -> impl Serialize {
    let measured = report.measurements();
    object!(
        nodes = measured.nodes,
        avgNodeMsgs = measured.avg_node_msgs(),
        commT = measured.comm_t,
        timePerNodeMsgs = measured.time_per_node_msgs(),
        avgTravelT = measured.avg_travel_t(),
        avgHops = measured.avg_hops(),
        maxHops = measured.max_hops,
        avgQueueT = measured.avg_queue_t(),
        relConnect = report.rel_connect(),
        avgDistance = report.distances.map(|distances| distances.mean()),
        diameter = report.distances.map(|distances| distances.diameter)
    )
}
