//! Schedules replayed step by step, with sets of contributions.

use crate::request::MpiCollective;
use logpine_check::synthesis::{Sent, Statement};
use logpine_network::digraph::Arc;
use std::collections::HashMap;

/// The ranks that have a block at first, or a contribution to it, and those that need it.
pub fn ends(statement: &Statement<'_>, block: u32) -> (Vec<u32>, Vec<u32>) {
    let all: Vec<u32> = (0..statement.graph.compute()).collect();
    let (root, owner) = (vec![statement.root], vec![block / statement.blocks]);
    match statement.collective {
        MpiCollective::Bcast => (root, all),
        MpiCollective::Reduce => (all, root),
        MpiCollective::Scatter => (root, owner),
        MpiCollective::Gather => (owner, root),
        MpiCollective::Allgather => (owner, all),
        MpiCollective::ReduceScatter => (all, owner),
        // An allreduce; there are no others.
        _ => (all.clone(), all),
    }
}

/// The number of all blocks.
pub fn blocks(statement: &Statement<'_>) -> u32 {
    let is_of_root = matches!(statement.collective, MpiCollective::Bcast | MpiCollective::Reduce);
    statement.blocks * if is_of_root { 1 } else { statement.graph.compute() }
}

/// The number of steps of a schedule; `None` if it is not valid.
pub fn steps(statement: &Statement<'_>, sends: &[Sent]) -> Option<u32> {
    let arcs: HashMap<(u32, u32), &Arc> = statement.graph.arcs().iter().map(|arc| ((arc.from, arc.to), arc)).collect();
    let mut loads: HashMap<(u32, u32, u32), u64> = HashMap::new();
    let mut last = 0;
    for sent in sends {
        let arc = arcs.get(&(sent.from, sent.to))?;
        let load = loads.entry((sent.step, sent.from, sent.to)).or_default();
        *load += 1;
        if sent.step == 0 || *load > arc.capacity {
            return None;
        }
        last = last.max(sent.step + arc.latency - 1);
    }
    let is_valid = |block| {
        let of_block: Vec<Sent> = sends.iter().filter(|sent| sent.block == block).copied().collect();
        arrives(statement, block, &of_block, &arcs, last)
    };
    (0..blocks(statement)).all(is_valid).then_some(last)
}

/// True if a block gets to where it is needed, with every contribution just once.
fn arrives(statement: &Statement<'_>, block: u32, sends: &[Sent], arcs: &HashMap<(u32, u32), &Arc>, last: u32) -> bool {
    let (sources, sinks) = ends(statement, block);
    let all = sources.iter().fold(0u64, |all, source| all | 1 << source);
    let mut sets = vec![0u64; statement.graph.vertices() as usize];
    for &source in &sources {
        sets[source as usize] |= 1 << source;
    }
    // The step at whose end it arrives, whether it is complete, where, and what.
    let mut under_way: Vec<(u32, bool, u32, u64)> = Vec::new();
    for step in 1..=last {
        for sent in sends.iter().filter(|sent| sent.step == step) {
            let set = sets[sent.from as usize];
            if set == 0 {
                return false;
            }
            under_way.push((step + arcs[&(sent.from, sent.to)].latency - 1, set == all, sent.to, set));
        }
        under_way.sort_unstable();
        for &(_, is_complete, to, set) in under_way.iter().filter(|arrival| arrival.0 == step) {
            let at = &mut sets[to as usize];
            if !is_complete && *at & set != 0 {
                return false;
            }
            *at |= set;
        }
    }
    sinks.iter().all(|&sink| sets[sink as usize] == all)
}
