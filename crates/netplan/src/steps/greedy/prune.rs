//! Transmissions that nobody needs.

use crate::{Send, Sink, Task};
use logpine_network::digraph::Digraph;

/// Removes, from sorted transmissions, those after which the block is neither needed nor sent on to where it is.
pub(super) fn prune(digraph: &Digraph, task: &Task, sends: &mut Vec<Send>) {
    if digraph.compute() == digraph.vertices() && task.blocks.iter().all(|&(_, sink)| sink == Sink::All) {
        return;
    }
    let words = task.blocks.len().div_ceil(64);
    let mut used = vec![0u64; digraph.vertices() as usize * words];
    // A vertex sends a block on in a later step than it was sent there, so the last transmissions come first.
    let kept: Vec<bool> = sends
        .iter()
        .rev()
        .map(|send| {
            let arc = digraph.arcs()[send.arc as usize];
            let place = |vertex: u32| (vertex as usize * words + send.block as usize / 64, 1u64 << (send.block % 64));
            let (word, bit) = place(arc.to);
            let needs = match task.blocks[send.block as usize].1 {
                Sink::All => arc.to < digraph.compute(),
                Sink::One(sink) => arc.to == sink,
            };
            let keep = needs || used[word] & bit != 0;
            if keep {
                let (word, bit) = place(arc.from);
                used[word] |= bit;
            }
            keep
        })
        .collect();
    let mut kept = kept.into_iter().rev();
    sends.retain(|_| kept.next().unwrap_or(true));
}
