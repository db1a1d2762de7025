use super::*;
use crate::tests::{networks, replay};
use logpine_network::digraph::{Arc, Digraph};
use std::collections::HashSet;

/// Asserts that no vertex sends or receives twice in a step.
fn one_each(digraph: &Digraph, found: &OnePort) {
    let (mut senders, mut receivers) = (HashSet::new(), HashSet::new());
    for send in &found.schedule.sends {
        let arc = digraph.arcs()[send.arc as usize];
        assert!(senders.insert((send.step, arc.from)) && receivers.insert((send.step, arc.to)));
    }
}

#[test]
fn hypercubes_attain_the_bound() {
    for (dimension, blocks) in [(1, 3), (2, 1), (3, 5), (4, 16), (5, 7), (6, 64), (6, 1)] {
        let cube = networks::grid(&vec![2; dimension], true);
        let found = one_port(&cube, 3 % cube.vertices(), blocks, 0, &Effort::default()).unwrap();
        assert_eq!(found.schedule.steps, blocks - 1 + cube.vertices().ilog2());
        assert_eq!(found.bound, found.schedule.steps);
        one_each(&cube, &found);
        replay(&cube, &Task::bcast(3 % cube.vertices(), blocks), &found.schedule);
    }
}

#[test]
fn slow_arcs_and_strange_roots_are_refused() {
    let digraph = Digraph::new(2, 2, vec![Arc { from: 0, to: 1, capacity: 1, latency: 2 }]);
    let refused = |digraph, root, blocks, words: &str| {
        let error = one_port(digraph, root, blocks, 0, &Effort::default()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(&digraph, 0, 1, "takes 2");
    let pair = networks::grid(&[2], false);
    refused(&pair, 2, 1, "vertex 2, but");
    refused(&pair, 0, u32::MAX, "too many");
    assert_eq!(one_port(&pair, 0, 0, 0, &Effort::default()).unwrap().bound, 0);
}
