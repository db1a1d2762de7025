//! The ring of a stream, and the rings on boxes that are joined by rails, which NCCL runs there.

use super::times::fraction;
use crate::request::{MpiCollective, NetworkPlanJob};
use logpine_netplan::ring_loads;
use logpine_network::digraph::Digraph;
use logpine_text::units::Time;

/// The time of a unit of a stream by the ring in the order of the ranks, or by rings through boxes and their number, if these are faster.
/// Each of these rings carries an equal part. It leads through one box of ranks after the other, and enters and leaves all of them at
/// another place, so that each has rails of its own. `None` if the collective has no ring.
pub(super) fn rings(job: &NetworkPlanJob, digraph: &Digraph) -> Option<(Time, Option<u32>)> {
    let ways = match job.collective {
        MpiCollective::Allgather | MpiCollective::ReduceScatter => 1,
        MpiCollective::Allreduce => 2,
        _ => return None,
    };
    let time = |orders: &[Vec<u32>]| {
        let (loads, rings) = (ring_loads(digraph, orders)?, orders.len() as u64);
        let sent = ways * u64::from(job.ranks - 1);
        let times = loads
            .iter()
            .zip(digraph.arcs())
            .map(|(&load, arc)| fraction(load.checked_mul(sent)?, arc.capacity.checked_mul(rings)?));
        times.collect::<Option<Vec<Time>>>()?.into_iter().max()
    };
    let of_ranks = (time(&[(0..job.ranks).collect()])?, None);
    let through_boxes = || {
        let boxes = boxes(digraph)?;
        let width = u32::try_from(boxes.first()?.len()).ok()?;
        let of = |rings: u32| {
            let orders = (0..rings).map(|ring| order(&boxes, (ring * (width / rings)) as usize));
            Some((time(&orders.collect::<Vec<_>>())?, Some(rings)))
        };
        (1..=width).filter(|rings| width.is_multiple_of(*rings)).filter_map(of).min()
    };
    // Of the same time, the ring in the order of the ranks, without a number, comes first.
    through_boxes().into_iter().chain([of_ranks]).min()
}

/// The ranks in the order of a ring: in each box from the same place on, around, and out of it by the links of the rank at that place.
fn order(boxes: &[Vec<u32>], first: usize) -> Vec<u32> {
    boxes.iter().flat_map(|ranks| ranks[first..].iter().chain(&ranks[..=first]).copied()).collect()
}

/// Boxes of as many ranks each, which links join that have more capacity than those between boxes; `None` if there are none.
fn boxes(digraph: &Digraph) -> Option<Vec<Vec<u32>>> {
    let mut capacities: Vec<u64> = digraph.arcs().iter().map(|arc| arc.capacity).collect();
    capacities.sort_unstable();
    capacities.dedup();
    capacities.into_iter().rev().find_map(|least| {
        let boxes = joined(digraph, least);
        let width = boxes.first()?.len();
        (width > 1 && boxes.len() > 1 && boxes.iter().all(|ranks| ranks.len() == width)).then_some(boxes)
    })
}

/// The ranks that arcs of some capacity or more join, group by group.
fn joined(digraph: &Digraph, least: u64) -> Vec<Vec<u32>> {
    let mut groups: Vec<u32> = (0..digraph.vertices()).collect();
    let find = |groups: &[u32], mut vertex: u32| {
        while groups[vertex as usize] != vertex {
            vertex = groups[vertex as usize];
        }
        vertex
    };
    for arc in digraph.arcs().iter().filter(|arc| arc.capacity >= least) {
        let [one, other] = [arc.from, arc.to].map(|end| find(&groups, end));
        let (low, high) = (one.min(other), one.max(other));
        groups[high as usize] = low;
    }
    let mut boxes: Vec<(u32, Vec<u32>)> = Vec::new();
    for rank in 0..digraph.compute() {
        let group = find(&groups, rank);
        match boxes.iter_mut().find(|(of, _)| *of == group) {
            Some((_, ranks)) => ranks.push(rank),
            None => boxes.push((group, vec![rank])),
        }
    }
    boxes.into_iter().map(|(_, ranks)| ranks).collect()
}
