//! A bound's certificate, counted again.

use crate::steps::StepBound;
use crate::{Sink, Task};
use logpine_network::digraph::Digraph;

/// Asserts that the node times prove the bound.
pub fn certify(digraph: &Digraph, task: &Task, bound: &StepBound) {
    if bound.steps == 0 {
        return;
    }
    let time = |vertex: u32| i128::from(bound.times[vertex as usize]);
    let late = |vertex: u32| time(vertex) >= i128::from(bound.steps);
    let needs = |&&(source, sink): &&(u32, Sink)| {
        time(source) == 0
            && match sink {
                Sink::All => (0..digraph.compute()).any(late),
                Sink::One(sink) => late(sink),
            }
    };
    let need = task.blocks.iter().filter(needs).count();
    let crossings = digraph
        .arcs()
        .iter()
        .map(|arc| i128::from(arc.capacity) * (time(arc.to) - time(arc.from) - i128::from(arc.latency)).max(0));
    assert!(crossings.sum::<i128>() < need as i128, "{digraph:?} {task:?} {bound:?}");
}
