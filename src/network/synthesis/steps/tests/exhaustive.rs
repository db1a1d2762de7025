//! The least number of steps, by a search through all states.

use crate::network::digraph::Digraph;
use crate::network::synthesis::{Sink, Task};
use std::collections::HashSet;

/// What is held, a bit for each vertex and block, and what is on its way: when it arrives, counted from now, and its
/// bit.
type State = (u32, Vec<(u32, u32)>);

/// The least number of steps, if at most `most`: breadth first through all states, with every choice of blocks for
/// every arc.
pub(crate) fn optimum(digraph: &Digraph, task: &Task, most: u32) -> Option<u32> {
    let blocks = u32::try_from(task.blocks.len()).unwrap();
    let bit = |vertex: u32, block: u32| vertex * blocks + block;
    assert!(digraph.vertices() * blocks <= 32);
    let mut goal = 0u32;
    let mut start = 0u32;
    for (block, &(source, sink)) in (0..).zip(&task.blocks) {
        start |= 1 << bit(source, block);
        match sink {
            Sink::All => (0..digraph.compute()).for_each(|rank| goal |= 1 << bit(rank, block)),
            Sink::One(sink) => goal |= 1 << bit(sink, block),
        }
    }
    let mut states: HashSet<State> = HashSet::from([(start, Vec::new())]);
    for step in 0..=most {
        if states.iter().any(|(held, _)| held & goal == goal) {
            return Some(step);
        }
        let mut next = HashSet::new();
        for state in &states {
            choose(digraph, blocks, 0, state, state.0, &mut next);
        }
        // A state that holds and expects no more than another is of no use, but the sets stay small enough without
        // that.
        states = next;
    }
    None
}

/// All choices for the arcs from `arc` on; then the step ends.
fn choose(digraph: &Digraph, blocks: u32, arc: usize, state: &State, held: u32, next: &mut HashSet<State>) {
    let Some(ends) = digraph.arcs().get(arc) else {
        let (mut now, mut later) = (state.0, Vec::new());
        for &(time, bit) in &state.1 {
            if time == 1 {
                now |= 1 << bit;
            } else {
                later.push((time - 1, bit));
            }
        }
        later.sort_unstable();
        next.insert((now, later));
        return;
    };
    // What the receiver neither holds nor expects; sending what it will have later anyway, but sooner, is allowed.
    let useful: Vec<u32> = (0..blocks)
        .filter(|block| held >> (ends.from * blocks + block) & 1 == 1)
        .map(|block| ends.to * blocks + block)
        .filter(|&bit| {
            held >> bit & 1 == 0 && !state.1.iter().any(|&(time, other)| other == bit && time <= ends.latency)
        })
        .collect();
    let most = usize::try_from(ends.capacity).unwrap_or(usize::MAX).min(useful.len());
    // Sending less never helps.
    for choice in 0u32..1 << useful.len() {
        if choice.count_ones() as usize == most {
            let mut state = state.clone();
            state.1.extend(
                (0..useful.len()).filter(|&index| choice >> index & 1 == 1).map(|index| (ends.latency, useful[index])),
            );
            choose(digraph, blocks, arc + 1, &state, held, next);
        }
    }
}
