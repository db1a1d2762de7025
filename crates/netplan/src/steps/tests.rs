//! Tests of the search as a whole.

use crate::Task;
use crate::steps::{Effort, search};
use crate::tests::{certify, networks, replay};
use logpine_network::digraph::Digraph;

/// A broadcast from vertex 0 with the default effort, replayed; the steps found and those of the bound.
fn broadcast(digraph: &Digraph, blocks: u32) -> (u32, u32) {
    let task = Task::bcast(0, blocks);
    let found = search(digraph, &task, &Effort::default()).unwrap();
    replay(digraph, &task, &found.schedule);
    certify(digraph, &task, &found.bound);
    (found.schedule.steps, found.bound.steps)
}

#[test]
fn broadcasts_attain_their_bounds() {
    assert_eq!(broadcast(&networks::grid(&[8], true), 16), (11, 11));
    assert_eq!(broadcast(&networks::grid(&[2; 3], true), 16), (8, 8));
    assert_eq!(broadcast(&networks::grid(&[4, 4], true), 16), (7, 7));
    assert_eq!(broadcast(&networks::grid(&[4, 4], false), 16), (13, 13));
    assert_eq!(broadcast(&networks::grid(&[2; 6], true), 64), (16, 16));
    assert_eq!(broadcast(&networks::grid(&[8, 8], false), 64), (45, 45));
    assert_eq!(broadcast(&networks::grid(&[8, 8], true), 64), (23, 23));
    assert_eq!(broadcast(&networks::grid(&[16, 16], true), 64), (31, 31));
    assert_eq!(broadcast(&networks::grid(&[5, 7], true), 6), (6, 6));
}

#[test]
fn the_cut_safe_greedy_closes_a_gap() {
    // The plain greedy algorithm takes 6 steps with all seeds tried.
    assert_eq!(broadcast(&networks::grid(&[3, 4, 5], true), 4), (5, 5));
}

#[test]
fn a_bound_need_not_be_attained() {
    // Dragonfly with 4 routers and 2 links each: 4 steps have no schedule (refuted by SAT), and the bound is 4.
    assert_eq!(broadcast(&networks::dragonfly(4, 2), 4), (5, 4));
}
