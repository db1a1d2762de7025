use super::*;
use crate::tests::{certify, networks};
use logpine_network::digraph::Arc;

#[test]
fn what_is_not_reached_has_no_bound() {
    let digraph = Digraph::new(3, 3, vec![Arc { from: 0, to: 1, capacity: 1, latency: 1 }]);
    assert_eq!(bound(&digraph, &Task::bcast(0, 1), &()), None);
    assert_eq!(bound(&digraph, &Task::bcast(7, 1), &()), None);
    assert_eq!(bound(&digraph, &Task { blocks: vec![(0, crate::Sink::One(1))] }, &()).unwrap().steps, 1);
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
        let digraph = networks::connected(&mut generator, 9, 2, 4);
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
