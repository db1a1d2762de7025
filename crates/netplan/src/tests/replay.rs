//! Schedules executed step by step.

use crate::{Sink, StepSchedule, Task};
use logpine_network::digraph::Digraph;
use std::collections::{HashMap, HashSet};

/// Asserts that a schedule is one: order, capacities, causality, no double reception, all needs met, and the number of
/// steps that it states.
pub fn replay(digraph: &Digraph, task: &Task, schedule: &StepSchedule) {
    replay_in(digraph, task, &vec![1; schedule.steps as usize], schedule);
}

/// The same of a schedule with so many rounds in each step.
pub fn replay_in(digraph: &Digraph, task: &Task, rounds: &[u32], schedule: &StepSchedule) {
    assert!(schedule.steps as usize <= rounds.len(), "there in time");
    assert!(schedule.sends.windows(2).all(|pair| pair[0] < pair[1]), "sorted, without repetitions");
    // When each vertex holds each block.
    let mut since: HashMap<(u32, u32), u32> =
        (0..).zip(&task.blocks).map(|(block, &(source, _))| ((source, block), 0)).collect();
    let mut load: HashMap<(u32, u32), u64> = HashMap::new();
    let mut last = 0;
    for send in &schedule.sends {
        let arc = digraph.arcs()[send.arc as usize];
        assert!(send.step >= 1);
        let held = since.get(&(arc.from, send.block)).expect("the sender gets the block");
        assert!(*held < send.step, "held {held}, {send:?} over {arc:?}");
        let arrival = send.step + arc.latency - 1;
        assert!(since.insert((arc.to, send.block), arrival).is_none(), "received twice: {send:?} over {arc:?}");
        *load.entry((send.arc, send.step)).or_default() += 1;
        last = last.max(arrival);
    }
    for ((arc, step), load) in load {
        let most = digraph.arcs()[arc as usize].capacity * u64::from(rounds[step as usize - 1]);
        assert!(load <= most, "arc {arc} in step {step}");
    }
    assert_eq!(last, schedule.steps);
    let held: HashSet<(u32, u32)> = since.into_keys().collect();
    for (block, &(_, sink)) in (0..).zip(&task.blocks) {
        match sink {
            Sink::All => assert!((0..digraph.compute()).all(|rank| held.contains(&(rank, block)))),
            Sink::One(sink) => assert!(held.contains(&(sink, block))),
        }
    }
}
