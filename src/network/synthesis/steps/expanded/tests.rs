use super::*;
use crate::network::synthesis::steps::tests::{certify, networks, replay};
use logpine_text::random::Generator;

#[test]
fn a_scatter_on_a_path_sends_the_farthest_first() {
    // One block each for 3 ranks in a row: all leave the root one after another.
    let path = networks::mesh(&[4]);
    let task = Task::scatter(4, 0, 1);
    let found = one_ended(&path, &task, &()).unwrap();
    assert_eq!(found.schedule.steps, 3);
    assert_eq!(found.schedule.sends[0].block, 3);
    replay(&path, &task, &found.schedule);
}

#[test]
fn the_schedule_is_as_short_as_the_bound() {
    let mut generator = Generator::new(3);
    for _ in 0..200 {
        let digraph = networks::random(&mut generator, 10, 3, 4);
        let ranks = digraph.compute();
        let root = networks::below(&mut generator, ranks);
        let blocks = 1 + networks::below(&mut generator, 4);
        for task in [Task::scatter(ranks, root, blocks), Task::gather(ranks, root, blocks)] {
            let found = one_ended(&digraph, &task, &()).unwrap();
            assert!(found.is_optimal());
            replay(&digraph, &task, &found.schedule);
            certify(&digraph, &task, &found.bound);
            assert_eq!(crate::network::synthesis::steps::bound(&digraph, &task, &()).unwrap().steps, found.bound.steps);
        }
    }
}

#[test]
fn other_tasks_are_left_to_others() {
    let ring = networks::torus(&[5]);
    assert_eq!(one_ended(&ring, &Task::bcast(0, 2), &()), None);
    let two_pairs = [(0, 1), (1, 2)].map(|(from, to)| (from, crate::network::synthesis::Sink::One(to)));
    assert_eq!(one_ended(&ring, &Task { blocks: two_pairs.to_vec() }, &()), None);
    let nothing = one_ended(&ring, &Task { blocks: vec![(0, crate::network::synthesis::Sink::One(0))] }, &()).unwrap();
    assert_eq!((nothing.schedule.steps, nothing.bound.steps), (0, 0));
}
