//! The links of a network as arcs with whole capacities and latencies.

use logpine_network::digraph::{Arc, Digraph};
use logpine_network::{Link, LinkKind, Network};
use logpine_text::integer::gcd;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::{Clock, Time};

/// The most vertices for which schedules are searched.
const MOST_VERTICES: u64 = 1 << 17;
/// The most arcs.
const MOST_ARCS: u64 = 1 << 21;

/// The links of a network as a graph, and the nodes that are its vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The graph. Its first vertices are the ranks, in the order in which they were named.
    pub digraph: Digraph,
    /// The node of the network that each vertex is.
    pub nodes: Vec<u32>,
    /// The bytes per second that a unit of capacity stands for; `None` if the links have no bandwidths in this ratio.
    pub unit: Option<u64>,
}

/// The most steps that a link takes.
const MOST_STEPS: u32 = 1 << 16;

impl Links {
    /// The links of a network whose `ranks` have data; all other nodes only relay. `step` is the length of a step.
    ///
    /// A latency is rounded up to whole steps, at least one. Without `step` that is a cycle, and if times are in seconds every link
    /// takes one step. A capacity is that of the link, or else follows from the bandwidths: the smallest whole numbers in their
    /// ratio.
    ///
    /// # Errors
    /// [`Reason`] if the network is too large, or its times do not tell capacities or steps.
    pub fn new(network: &Network, ranks: &[u32], step: Option<Time>) -> Result<Self, Reason> {
        let both = u64::from(network.kind() == LinkKind::Undirected) + 1;
        for (what, count, limit) in [
            ("nodes", u64::from(network.nodes()), MOST_VERTICES),
            ("links, each way counted,", both * network.links().len() as u64, MOST_ARCS),
        ] {
            if count > limit {
                return Err(reason!(
                    "the network has {count} {what}, and schedules are made for at most {limit}; take a part of it as a file of its own"
                ));
            }
        }
        let mut vertices = vec![u32::MAX; network.nodes() as usize];
        for (vertex, &node) in (0u32..).zip(ranks) {
            vertices[node as usize] = vertex;
        }
        let mut nodes = ranks.to_vec();
        for node in 0..network.nodes() {
            if vertices[node as usize] == u32::MAX {
                vertices[node as usize] = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
                nodes.push(node);
            }
        }
        let capacities = capacities(network)?;
        let unit = unit(network, &capacities);
        let mut arcs = Vec::with_capacity(network.links().len() * 2);
        for (link, capacity) in network.links().iter().zip(capacities) {
            let [from, to] = [link.from, link.to].map(|node| vertices[node as usize]);
            let latency = steps(network, link, step)?;
            arcs.push(Arc { from, to, capacity, latency });
            if network.kind() == LinkKind::Undirected {
                arcs.push(Arc { from: to, to: from, capacity, latency });
            }
        }
        let compute = u32::try_from(ranks.len()).unwrap_or(u32::MAX);
        Ok(Self { digraph: Digraph::new(network.nodes(), compute, arcs), nodes, unit })
    }
}

/// The steps that a link takes.
fn steps(network: &Network, link: &Link, step: Option<Time>) -> Result<u32, Reason> {
    let cycle = (network.clock() == Clock::Cycle).then(|| Time::from_ticks(Clock::Cycle.ticks_per_unit()));
    let Some(step) = step.or(cycle).filter(|step| *step > Time::ZERO) else { return Ok(1) };
    let steps = link.latency.ticks().div_ceil(step.ticks()).max(1);
    let steps = u32::try_from(steps).ok().filter(|&steps| steps <= MOST_STEPS);
    steps.ok_or_else(|| {
        let [from, to] = [link.from, link.to].map(|node| network.label(node));
        reason!("the link from {from} to {to} takes more than {limit} steps; give a longer --step", limit = MOST_STEPS)
    })
}

/// The capacity of every link, in the smallest whole units.
fn capacities(network: &Network) -> Result<Vec<u64>, Reason> {
    let links = network.links();
    let given = |link: &Link| link.capacity.map(u64::from);
    if links.iter().all(|link| given(link).is_some()) {
        return Ok(links.iter().filter_map(given).collect());
    }
    if links.iter().all(|link| given(link).is_none() && link.per_byte.is_zero()) {
        return Ok(vec![1; links.len()]);
    }
    let wrong = |link: &Link, has, others| {
        let [from, to] = [link.from, link.to].map(|node| network.label(node));
        reason!(
            "the link from {from} to {to} has {has}, and others have {others}; give each a `capacity`, a whole number in a unit that is \
         the same for all"
        )
    };
    if let Some(bare) = links.iter().find(|link| given(link).is_none() && link.per_byte.is_zero()) {
        return Err(wrong(bare, "no bandwidth and no capacity", "one"));
    }
    // A capacity beside bandwidths would be in another unit.
    if links.iter().any(|link| given(link).is_some())
        && let Some(link) = links.iter().find(|link| given(link).is_none())
    {
        return Err(wrong(link, "a bandwidth but no capacity", "a capacity"));
    }
    let rates: Vec<u64> = links.iter().filter_map(bandwidth).collect();
    let unit = rates.iter().fold(0, |unit, &rate| gcd(unit, rate)).max(1);
    Ok(rates.into_iter().map(|rate| rate / unit).collect())
}

/// The bytes per second of a unit of capacity, if all links have the same.
fn unit(network: &Network, capacities: &[u64]) -> Option<u64> {
    /// A tick of this clock is 10^-12 s, so that a millionth of a byte per tick is 10^6 bytes per second.
    const OF_BANDWIDTH: u64 = 1_000_000;
    let mut units = network.links().iter().zip(capacities).map(|(link, &capacity)| {
        let bandwidth = bandwidth(link)?;
        bandwidth.is_multiple_of(capacity).then_some(bandwidth / capacity)
    });
    let first = units.next()??;
    let is_same = network.clock() == Clock::Second && units.all(|unit| unit == Some(first));
    if is_same { first.checked_mul(OF_BANDWIDTH) } else { None }
}

/// The bandwidth in millionths of a byte per tick, rounded; at least 1, `None` for no time per byte. Bandwidths like 300 GB/s have no
/// exact time per byte, and are whole again after rounding.
fn bandwidth(link: &Link) -> Option<u64> {
    let per_byte = link.per_byte.to_f64();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating, and at least 1")]
    (per_byte > 0.0).then(|| (1e6 / per_byte).round().max(1.0) as u64)
}
