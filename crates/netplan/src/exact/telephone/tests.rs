#![expect(clippy::cast_possible_truncation, reason = "numbers of tests are small")]

use super::*;
use crate::PlanError;
use crate::tests::networks::{both, grid};
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;
use std::collections::HashSet;

fn links(vertices: u32, compute: u32, links: impl IntoIterator<Item = (u32, u32)>) -> Digraph {
    both(vertices, compute, links.into_iter().map(|(one, other)| (one, other, 1)))
}

/// Replays the calls: a vertex makes one in a step, and relays are told only to tell others.
fn replay(graph: &Digraph, root: u32, found: &Telephone) {
    let sends = found.calls.clone();
    let calls: HashSet<(u32, u32)> =
        sends.iter().map(|call| (graph.arcs()[call.arc as usize].from, call.step)).collect();
    assert_eq!(calls.len(), sends.len(), "one call a step");
    let told = sends.iter().map(|call| graph.arcs()[call.arc as usize].to);
    let callers: HashSet<u32> = calls.into_iter().map(|(caller, _)| caller).collect();
    assert!(told.filter(|&vertex| vertex >= graph.compute()).all(|relay| callers.contains(&relay)));
    crate::tests::replay(graph, &Task::bcast(root, 1), &StepSchedule { steps: found.steps, sends });
}

/// The optimum, by all sets of vertices that can know after each step.
fn least(graph: &Digraph, root: u32) -> u32 {
    let goal = (1u32 << graph.compute()) - 1;
    let mut states = HashSet::from([1u32 << root]);
    let mut steps = 0;
    while !states.iter().any(|state| state & goal == goal) {
        let mut next = HashSet::new();
        for &state in &states {
            let mut partial = HashSet::from([state]);
            for from in (0..graph.vertices()).filter(|from| state >> from & 1 == 1) {
                let targets = graph.leaving(from).iter().map(|&arc| 1 << graph.arcs()[arc as usize].to);
                let mut grown = partial.clone();
                for target in targets.filter(|target| state & target == 0) {
                    grown.extend(partial.iter().map(|partial| partial | target));
                }
                partial = grown;
            }
            next.extend(partial);
        }
        states = next;
        steps += 1;
    }
    steps
}

fn optimum(graph: &Digraph, root: u32) -> u32 {
    let found = telephone(graph, root, &TelephoneLimits::default()).expect("all are reached");
    assert_eq!(found.steps, found.bound, "{found:?}");
    replay(graph, root, &found);
    found.steps
}

#[test]
fn closed_forms() {
    for count in 2..=17u32 {
        let path = links(count, count, (1..count).map(|vertex| (vertex - 1, vertex)));
        assert_eq!(optimum(&path, count - 1), count - 1);
        // From the middle the longer side comes first.
        assert_eq!(optimum(&path, (count - 1) / 2), if count == 2 { 1 } else { count / 2 + count % 2 });
        let star = links(count, count, (1..count).map(|vertex| (0, vertex)));
        assert_eq!(optimum(&star, 0), count - 1);
        assert_eq!(optimum(&star, 1), count - 1);
        let complete = links(count, count, (0..count).flat_map(|one| (0..one).map(move |other| (one, other))));
        assert_eq!(optimum(&complete, 0), count.next_power_of_two().trailing_zeros());
        if count > 2 {
            let cycle = links(count, count, (0..count).map(|vertex| (vertex, (vertex + 1) % count)));
            assert_eq!(optimum(&cycle, 0), count.div_ceil(2));
        }
    }
    assert_eq!(optimum(&grid(&[2; 5], false), 7), 5);
}

#[test]
fn results_equal_an_exhaustive_search_on_random_graphs() {
    let mut random = Generator::new(5);
    for case in 0..240 {
        let vertices = 3 + random.below(7) as u32;
        let compute = if case % 4 == 0 { vertices - 1 } else { vertices };
        let directed = case % 3 == 0;
        let mut pairs: HashSet<(u32, u32)> =
            (1..vertices).map(|vertex| (random.below(vertex.into()) as u32, vertex)).collect();
        for _ in 0..random.below(6) {
            let (one, other) = (random.below(vertices.into()) as u32, random.below(vertices.into()) as u32);
            if one < other {
                pairs.insert((one, other));
            }
        }
        let mut pairs: Vec<_> = pairs.into_iter().collect();
        pairs.sort_unstable();
        let graph = if directed {
            let arcs = pairs.iter().map(|&(from, to)| Arc { from, to, capacity: 1, latency: 1 });
            Digraph::new(vertices, compute, arcs.collect())
        } else {
            links(vertices, compute, pairs)
        };
        let root = if directed { 0 } else { random.below(compute.into()) as u32 };
        let expected = least(&graph, root);
        assert_eq!(optimum(&graph, root), expected, "case {case}: {graph:?}");
        // Without the solver and with weaker bounds, the optimum is between the two sides.
        let sat = SatLimits { size: 0, ..SatLimits::default() };
        let weak = telephone(&graph, root, &TelephoneLimits { seeds: 1, sat, pairs: 0 }).expect("all are reached");
        replay(&graph, root, &weak);
        assert!(weak.bound <= expected && expected <= weak.steps);
        assert_eq!(weak.refuted, None);
    }
}

#[test]
fn latencies_delay_the_called_but_not_the_caller() {
    // 0 tells 1 in steps 1 to 3, and 2 in step 2; 2 could tell 1 no earlier.
    let arcs = [(0, 1, 3), (0, 2, 1), (2, 1, 2)].map(|(from, to, latency)| Arc { from, to, capacity: 1, latency });
    let graph = Digraph::new(3, 3, arcs.to_vec());
    assert_eq!(optimum(&graph, 0), 3);
    let arcs = vec![Arc { from: 0, to: 1, capacity: 1, latency: u32::MAX }];
    let error = telephone(&Digraph::new(2, 2, arcs), 0, &TelephoneLimits::default());
    assert!(matches!(error, Err(PlanError::Refused(_))));
    let error = telephone(&Digraph::new(2, 2, Vec::new()), 0, &TelephoneLimits::default());
    assert_eq!(error, Err(PlanError::Unreached { from: 0, to: 1 }));
}
