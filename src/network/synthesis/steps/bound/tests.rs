use super::*;
use crate::network::digraph::Arc;
use crate::network::synthesis::steps::tests::{certify, networks};

#[test]
fn the_bound_of_a_path_and_of_a_ring() {
    // The last of 3 blocks leaves in step 3 and takes 2 steps more.
    let path = networks::mesh(&[4]);
    let bound_of_path = bound(&path, &Task::bcast(0, 3), &()).unwrap();
    assert_eq!(bound_of_path.steps, 5);
    certify(&path, &Task::bcast(0, 3), &bound_of_path);
    // The vertex opposite to the root gets 2 blocks a step from step 4 on.
    assert_eq!(bound(&networks::torus(&[8]), &Task::bcast(0, 16), &()).unwrap().steps, 11);
    // 7 blocks arrive at each of 8 ranks, 2 a step.
    assert_eq!(bound(&networks::torus(&[8]), &Task::allgather(8, 1), &()).unwrap().steps, 4);
}

#[test]
fn a_slow_arc_counts_when_it_is_worth_it() {
    // 0 -> 1 takes one step, and 0 -> 2 -> 1 four: of 5 blocks, one can go that way in 4 steps.
    let arc = |from, to, latency| Arc { from, to, capacity: 1, latency };
    let digraph = Digraph::new(3, 2, vec![arc(0, 1, 1), arc(0, 2, 2), arc(2, 1, 2), arc(1, 0, 1)]);
    let task = Task::bcast(0, 5);
    let bound = bound(&digraph, &task, &()).unwrap();
    assert_eq!(bound.steps, 4);
    certify(&digraph, &task, &bound);
}

#[test]
fn what_is_not_reached_has_no_bound() {
    let digraph = Digraph::new(3, 3, vec![Arc { from: 0, to: 1, capacity: 1, latency: 1 }]);
    assert_eq!(bound(&digraph, &Task::bcast(0, 1), &()), None);
    assert_eq!(bound(&digraph, &Task::bcast(7, 1), &()), None);
    assert_eq!(
        bound(&digraph, &Task { blocks: vec![(0, crate::network::synthesis::Sink::One(1))] }, &()).unwrap().steps,
        1
    );
    assert_eq!(bound(&digraph, &Task { blocks: Vec::new() }, &()).unwrap().steps, 0);
}

#[test]
fn huge_numbers_are_cut_off() {
    let arc = |from, to| Arc { from, to, capacity: u64::MAX, latency: u32::MAX };
    let digraph = Digraph::new(3, 3, vec![arc(0, 1), arc(1, 2), arc(2, 0)]);
    let task = Task::allgather(3, 2);
    let bound = bound(&digraph, &task, &()).unwrap();
    assert_eq!(bound.steps, u32::MAX);
    certify(&digraph, &task, &bound);
}

#[test]
fn a_bound_that_is_broken_off_is_proved_all_the_same() {
    let mut generator = logpine_text::random::Generator::new(11);
    let mut lower = 0;
    for _ in 0..200 {
        let digraph = networks::random(&mut generator, 9, 2, 4);
        let last = digraph.compute() - 1;
        let mut flow = cheapest::CheapestFlow::new(&digraph);
        let task = Task::bcast(0, 9);
        let steps = |flow: &mut cheapest::CheapestFlow| {
            let cheapest::Steps::Needed(steps) = flow.steps(&[0], last, 9, 0) else { panic!("a path leads there") };
            let proof = Proof { steps, times: flow.times(last, steps) };
            certify(&digraph, &task, &StepBound::of(proof));
            steps
        };
        let whole = steps(&mut flow);
        flow.most = 0;
        let broken_off = steps(&mut flow);
        assert!(broken_off <= whole);
        lower += u32::from(broken_off < whole);
    }
    assert!(lower > 10);
}
