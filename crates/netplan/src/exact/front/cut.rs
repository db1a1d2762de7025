//! Cuts in time: what can reach a vertex within steps of given rounds.
//!
//! Give each vertex x a time `theta_x`, and call (x, t), what x holds at the end of step t, late if `t >= theta_x`. A block whose origin
//! has time 0 is late from the start, and a vertex with a time beyond the last step is never late, so each of its blocks must be
//! sent from late to not late: over an arc (x, y) in a step s with `s - 1 >= theta_x`, to arrive at the end of `s + latency - 1 < theta_y`.
//! So if a rank with such a time needs more blocks of origins of time 0 than
//!
//! ```text
//! sum over arcs (x, y) of capacity * sum of r_s over theta_x < s <= theta_y - latency
//! ```
//!
//! then there is no schedule. Holding on to a block never leads back, so the least cut of the time-expanded network has this form.

use crate::Flow;
use logpine_network::digraph::Digraph;

/// The origins, and the blocks of each.
#[derive(Clone, Debug)]
pub struct Supply {
    pub origins: Vec<u32>,
    pub blocks: u64,
}

/// The most blocks of the supply that can be brought to a sink, at most all of them, and the times of a least cut.
pub fn least(graph: &Digraph, supply: &Supply, rounds: &[u32], sink: u32) -> (u64, Vec<u32>) {
    let steps = u32::try_from(rounds.len()).expect("steps are limited");
    let state = |vertex: u32, end: u32| vertex * (steps + 1) + end;
    let source = graph.vertices() * (steps + 1);
    let all = supply.blocks.saturating_mul(supply.origins.len() as u64);
    let mut flow = Flow::new(source + 1);
    for vertex in 0..graph.vertices() {
        for end in 0..steps {
            flow.arc(state(vertex, end), state(vertex, end + 1), all);
        }
    }
    for arc in graph.arcs() {
        for (step, &rounds) in (1u32..).zip(rounds) {
            let end = u64::from(step) + u64::from(arc.latency) - 1;
            let Some(end) = u32::try_from(end).ok().filter(|&end| end <= steps) else { break };
            // No least cut has arcs that carry everything.
            let capacity = arc.capacity.saturating_mul(rounds.into()).min(all);
            flow.arc(state(arc.from, step - 1), state(arc.to, end), capacity);
        }
    }
    for &origin in &supply.origins {
        flow.arc(source, state(origin, 0), supply.blocks);
    }
    let amount = flow.augment(source, state(sink, steps), all);
    let reached = flow.reached(source);
    let time = |vertex: u32| (0..=steps).find(|&end| reached[state(vertex, end) as usize]).unwrap_or(steps + 1);
    (amount, (0..graph.vertices()).map(time).collect())
}

/// Times that prove that no schedule brings all blocks of the supply to all ranks, if such times exist.
pub fn refutation(graph: &Digraph, supply: &Supply, rounds: &[u32]) -> Option<Vec<u32>> {
    (0..graph.compute()).find_map(|sink| {
        let others = supply.origins.iter().copied().filter(|&origin| origin != sink).collect();
        let supply = Supply { origins: others, ..*supply };
        let (amount, times) = least(graph, &supply, rounds, sink);
        (amount < supply.blocks.saturating_mul(supply.origins.len() as u64)).then_some(times)
    })
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "numbers of tests are small")]
mod tests {
    use super::*;
    use logpine_network::digraph::Arc;
    use logpine_text::random::Generator;

    /// The capacity of a cut, from the formula.
    fn capacity(graph: &Digraph, rounds: &[u32], times: &[u32]) -> u64 {
        let of = |arc: &Arc| {
            let steps = (1u32..)
                .zip(rounds)
                .filter(|&(step, _)| step > times[arc.from as usize] && step + arc.latency <= times[arc.to as usize]);
            arc.capacity * steps.map(|(_, &rounds)| u64::from(rounds)).sum::<u64>()
        };
        graph.arcs().iter().map(of).sum()
    }

    #[test]
    fn times_prove_the_amount() {
        let mut random = Generator::new(3);
        for _ in 0..200 {
            let vertices = 3 + random.below(4) as u32;
            let mut arcs = Vec::new();
            for from in 0..vertices {
                for to in 0..vertices {
                    if from != to && random.below(2) == 0 {
                        arcs.push(Arc { from, to, capacity: 1 + random.below(3), latency: 1 + random.below(2) as u32 });
                    }
                }
            }
            let graph = Digraph::new(vertices, vertices, arcs);
            let rounds: Vec<u32> = (0..=random.below(4)).map(|_| 1 + random.below(3) as u32).collect();
            let supply = Supply { origins: vec![0, 1], blocks: 1 + random.below(5) };
            let (amount, times) = least(&graph, &supply, &rounds, 2);
            // The origins on the other side are cut off themselves.
            let cut = supply.origins.iter().filter(|&&origin| times[origin as usize] > 0).count() as u64;
            if amount < 2 * supply.blocks {
                assert!(times[2] as usize > rounds.len());
                assert_eq!(amount, capacity(&graph, &rounds, &times) + cut * supply.blocks);
            }
        }
    }
}
