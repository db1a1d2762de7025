//! Tests of the search as a whole.

use super::{certify, networks, replay};
use crate::network::digraph::{Arc, Digraph};
use crate::network::synthesis::steps::{Effort, StepError, bound, search};
use crate::network::synthesis::{Sink, Task};
use logpine_text::random::Generator;

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
    assert_eq!(broadcast(&networks::torus(&[8]), 16), (11, 11));
    assert_eq!(broadcast(&networks::hypercube(3), 16), (8, 8));
    assert_eq!(broadcast(&networks::torus(&[4, 4]), 16), (7, 7));
    assert_eq!(broadcast(&networks::mesh(&[4, 4]), 16), (13, 13));
    assert_eq!(broadcast(&networks::hypercube(6), 64), (16, 16));
    assert_eq!(broadcast(&networks::mesh(&[8, 8]), 64), (45, 45));
    assert_eq!(broadcast(&networks::torus(&[8, 8]), 64), (23, 23));
    assert_eq!(broadcast(&networks::torus(&[16, 16]), 64), (31, 31));
    assert_eq!(broadcast(&networks::torus(&[5, 7]), 6), (6, 6));
}

#[test]
fn the_cut_safe_greedy_closes_a_gap() {
    // The plain greedy algorithm takes 6 steps with all seeds tried.
    assert_eq!(broadcast(&networks::torus(&[3, 4, 5]), 4), (5, 5));
}

#[test]
fn a_bound_need_not_be_attained() {
    // Dragonfly with 4 routers and 2 links each: 4 steps have no schedule (refuted by SAT), and the bound is 4.
    let (routers, links) = networks::dragonfly_links(4, 2);
    assert_eq!(broadcast(&networks::linked(routers, &links), 4), (5, 4));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let mut generator = Generator::new(9);
    for _ in 0..20 {
        let digraph = networks::random(&mut generator, 14, 2, 4);
        let task = Task::allgather(digraph.compute(), 2);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| search(&digraph, &task, &Effort { seeds: 6, ..Effort::default() }).unwrap())
        };
        let found = with(1);
        assert_eq!(found, with(3));
        replay(&digraph, &task, &found.schedule);
        certify(&digraph, &task, &found.bound);
        assert!(bound(&digraph, &task, &()).unwrap().steps >= found.bound.steps);
    }
}

#[test]
fn what_cannot_be_is_an_error() {
    let one_way = Digraph::new(2, 2, vec![Arc { from: 0, to: 1, capacity: 1, latency: 1 }]);
    let effort = Effort::default();
    assert_eq!(search(&one_way, &Task::bcast(1, 1), &effort), Err(StepError::Unreachable { from: 1, to: 0 }));
    assert_eq!(search(&one_way, &Task::gather(2, 0, 1), &effort), Err(StepError::Unreachable { from: 1, to: 0 }));
    assert_eq!(
        search(&one_way, &Task { blocks: vec![(0, Sink::One(5))] }, &effort),
        Err(StepError::NoRank { vertex: 5, ranks: 2 })
    );
    let ring = networks::torus(&[64]);
    let blocks = 1 << 20;
    assert_eq!(
        search(&ring, &Task::bcast(0, blocks), &effort),
        Err(StepError::TooLarge { vertices: 64, blocks: blocks as usize })
    );
    // Nothing to do, and an arc that takes longer than can be counted.
    assert_eq!(search(&ring, &Task { blocks: Vec::new() }, &effort).unwrap().schedule.steps, 0);
    let slow = Digraph::new(2, 2, vec![Arc { from: 0, to: 1, capacity: 1, latency: u32::MAX }]);
    assert_eq!(search(&slow, &Task::bcast(0, 1), &effort).unwrap().schedule.steps, u32::MAX);
    assert!(search(&slow, &Task::bcast(0, 2), &effort).is_err());
}
