#![expect(clippy::cast_possible_truncation, reason = "numbers of tests are small")]

use super::*;
use crate::tests::networks::{dragonfly, grid};
use crate::tests::replay_in;
use crate::{Sink, StepSchedule};
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;
use std::collections::HashSet;

/// The verdict of an exhaustive search over what the vertices hold, for unit latencies: sets of (block, vertex) pairs as bits.
fn exists(graph: &Digraph, task: &Task, rounds: &[u32]) -> bool {
    let vertices = graph.vertices();
    let bit = |block: usize, vertex: u32| 1u64 << (block as u32 * vertices + vertex);
    let goal = task.blocks.iter().enumerate().fold(0, |goal, (block, &(_, sink))| match sink {
        Sink::All => (0..graph.compute()).fold(goal, |goal, vertex| goal | bit(block, vertex)),
        Sink::One(vertex) => goal | bit(block, vertex),
    });
    let start = task.blocks.iter().enumerate().fold(0, |start, (block, &(origin, _))| start | bit(block, origin));
    let mut states = HashSet::from([start]);
    for &round in rounds {
        let mut next = HashSet::new();
        for &state in &states {
            // Every set of blocks over every arc, arc by arc.
            let mut partial = HashSet::from([state]);
            for arc in graph.arcs() {
                let fits = arc.capacity * u64::from(round);
                let useful: Vec<_> = (0..task.blocks.len())
                    .filter(|&block| state & bit(block, arc.from) != 0 && state & bit(block, arc.to) == 0)
                    .map(|block| bit(block, arc.to))
                    .collect();
                // To hold more never hurts.
                let most = fits.min(useful.len() as u64);
                let mut grown = HashSet::new();
                for choice in (0u32..1 << useful.len()).filter(|choice| u64::from(choice.count_ones()) == most) {
                    let sent = (0..useful.len())
                        .filter(|index| choice >> index & 1 == 1)
                        .fold(0, |sent, index| sent | useful[index]);
                    grown.extend(partial.iter().map(|partial| partial | sent));
                }
                partial = grown;
            }
            next.extend(partial);
        }
        states = next;
    }
    states.iter().any(|state| state & goal == goal)
}

#[test]
fn verdicts_equal_an_exhaustive_search_on_random_graphs() {
    let mut random = Generator::new(1);
    let mut refuted = 0;
    for case in 0..400 {
        let vertices = 3 + random.below(2) as u32;
        let compute = vertices - random.below(2) as u32;
        let mut arcs = Vec::new();
        for from in 0..vertices {
            for to in 0..vertices {
                if from != to && random.below(10) < 5 {
                    arcs.push(Arc { from, to, capacity: 1 + random.below(2), latency: 1 });
                }
            }
        }
        let graph = Digraph::new(vertices, compute, arcs);
        let blocks = 1 + random.below(3) as u32;
        let task = match random.below(4) {
            0 => Task::allgather(compute, 1),
            1 => Task::scatter(compute.min(3), 0, 1 + blocks % 2),
            2 => Task::gather(compute, 0, 1),
            _ => Task::bcast(0, blocks),
        };
        let rounds: Vec<u32> = (0..=random.below(3)).map(|_| random.below(8).div_ceil(4) as u32).collect();
        let expected = exists(&graph, &task, &rounds);
        match schedule(&graph, &task, &rounds, &SatLimits::default()) {
            Verdict::Schedule(schedule) => {
                assert!(expected, "case {case}");
                replay_in(&graph, &task, &rounds, &schedule);
            }
            verdict => {
                assert_eq!((verdict, expected), (Verdict::Refuted, false), "case {case}");
                refuted += 1;
            }
        }
    }
    assert!((100..350).contains(&refuted), "{refuted}");
}

#[test]
fn verdicts_with_latencies_equal_those_of_chains_of_relays() {
    let mut random = Generator::new(7);
    let mut refuted = 0;
    for case in 0..200 {
        let (mut arcs, mut chains, mut vertices) = (Vec::new(), Vec::new(), 3);
        for (from, to) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
            if random.below(4) == 0 {
                continue;
            }
            let latency = if vertices < 6 { 1 + random.below(3) as u32 } else { 1 };
            arcs.push(Arc { from, to, capacity: 1 + random.below(2), latency });
            let mut at = from;
            for hop in 1..=latency {
                let next = if hop == latency { to } else { vertices };
                vertices += u32::from(hop < latency);
                // The first hop limits; what is on its way goes on.
                let capacity = if hop == 1 { arcs[arcs.len() - 1].capacity } else { 100 };
                chains.push(Arc { from: at, to: next, capacity, latency: 1 });
                at = next;
            }
        }
        let (graph, expanded) = (Digraph::new(3, 3, arcs), Digraph::new(vertices, 3, chains));
        let task = if case % 2 == 0 { Task::allgather(3, 1) } else { Task::bcast(0, 1 + random.below(3) as u32) };
        let rounds = vec![1; 2 + random.below(3) as usize];
        let expected = exists(&expanded, &task, &rounds);
        match schedule(&graph, &task, &rounds, &SatLimits::default()) {
            Verdict::Schedule(schedule) => {
                assert!(expected, "case {case}");
                replay_in(&graph, &task, &rounds, &schedule);
            }
            verdict => {
                assert_eq!((verdict, expected), (Verdict::Refuted, false), "case {case}");
                refuted += 1;
            }
        }
    }
    assert!((40..160).contains(&refuted), "{refuted}");
}

#[test]
fn gaps_of_one_step_are_closed_both_ways() {
    for (graph, blocks, steps, expected) in [
        (grid(&[3, 4, 5], true), 4, 5, true),
        (grid(&[5, 7], true), 6, 6, true),
        (dragonfly(4, 2), 4, 4, false),
        (dragonfly(4, 2), 4, 5, true),
    ] {
        let task = Task::bcast(0, blocks);
        let rounds = vec![1; steps];
        match schedule(&graph, &task, &rounds, &SatLimits::default()) {
            Verdict::Schedule(schedule) => {
                assert!(expected);
                replay_in(&graph, &task, &rounds, &schedule);
            }
            verdict => assert_eq!((verdict, expected), (Verdict::Refuted, false)),
        }
    }
}

#[test]
fn large_questions_are_refused() {
    let graph = grid(&[16, 16], true);
    let task = Task::allgather(256, 4);
    assert_eq!(schedule(&graph, &task, &[1; 256], &SatLimits::default()), Verdict::Unknown(Obstacle::Size));
    assert_eq!(schedule(&graph, &Task::bcast(0, 1), &[], &SatLimits::default()), Verdict::Refuted);
    assert_eq!(
        schedule(&graph, &Task { blocks: Vec::new() }, &[], &SatLimits::default()),
        Verdict::Schedule(StepSchedule { steps: 0, sends: Vec::new() })
    );
}
