//! Checks of ports.

use super::fault::Wrong;
use super::sent::Sent;
use logpine_network::digraph::Digraph;
use std::collections::{HashMap, HashSet};

/// Checks that no vertex starts to send two blocks in a step, or ends to receive two. So the schedule may be turned around, in which
/// what starts then ends.
///
/// *Requires* sends over arcs of the graph.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(n + m) time for n sends and m arcs.
pub fn check_ports(graph: &Digraph, sends: &[Sent]) -> Result<(), Wrong> {
    let long = graph.arcs().iter().filter(|arc| arc.latency > 1);
    let latencies: HashMap<(u32, u32), u32> = long.map(|arc| ((arc.from, arc.to), arc.latency)).collect();
    let (mut sending, mut receiving) = (HashSet::new(), HashSet::new());
    for &Sent { step, from, to, .. } in sends {
        let end = step.saturating_add(latencies.get(&(from, to)).map_or(0, |latency| latency - 1));
        if !sending.insert((from, step)) {
            return Err(twice(from, "sends", step));
        }
        if !receiving.insert((to, end)) {
            return Err(twice(to, "receives", end));
        }
    }
    Ok(())
}

fn twice(vertex: u32, what: &str, step: u32) -> Wrong {
    Wrong::new(format_args!("vertex {vertex} {what} two blocks in step {step}, and has one port"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_network::digraph::Arc;

    #[test]
    fn a_port_serves_one_block_a_step() {
        let arc = |(from, to, latency)| Arc { from, to, capacity: 1, latency };
        let graph = Digraph::new(4, 4, [(0, 1, 1), (0, 2, 1), (1, 2, 1), (2, 3, 1), (1, 3, 2)].map(arc).to_vec());
        let check = |sends: &[(u32, u32, u32)]| {
            let sends: Vec<Sent> = sends.iter().map(|&(step, from, to)| Sent { step, from, to, block: 0 }).collect();
            check_ports(&graph, &sends).map_err(|wrong| wrong.to_string())
        };
        assert_eq!(check(&[(1, 0, 1), (2, 0, 2), (2, 1, 3)]), Ok(()));
        let fault = |what| Err(format!("vertex {what}, and has one port"));
        assert_eq!(check(&[(1, 0, 1), (1, 0, 2)]), fault("0 sends two blocks in step 1"));
        assert_eq!(check(&[(1, 0, 2), (1, 1, 2)]), fault("2 receives two blocks in step 1"));
        // Over the longer arc the block arrives a step later.
        assert_eq!(check(&[(1, 1, 3), (1, 2, 3)]), Ok(()));
        assert_eq!(check(&[(1, 1, 3), (2, 2, 3)]), fault("3 receives two blocks in step 2"));
    }
}
