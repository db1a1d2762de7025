use super::*;
use crate::network::synthesis::Sink;
use crate::network::synthesis::steps::tests::{certify, networks, optimum, replay};
use crate::network::synthesis::steps::{Effort, bound, search};
use logpine_text::random::Generator;

/// A random task with 1 to 3 blocks in all.
fn small_task(generator: &mut Generator, digraph: &Digraph) -> Task {
    let ranks = digraph.compute();
    let rank = |generator: &mut Generator| networks::below(generator, ranks);
    match generator.below(4) {
        0 => Task::bcast(rank(generator), 1 + networks::below(generator, 3)),
        1 if ranks <= 3 => Task::allgather(ranks, 1),
        _ => {
            let blocks = (0..=generator.below(3)).map(|_| {
                let source = rank(generator);
                (source, if generator.below(2) == 0 { Sink::All } else { Sink::One(rank(generator)) })
            });
            Task { blocks: blocks.collect() }
        }
    }
}

#[test]
fn bound_optimum_and_found_are_in_order() {
    let mut generator = Generator::new(1);
    let (mut cases, mut bounds, mut founds) = (0, 0, 0);
    for _ in 0..900 {
        let digraph = networks::random(&mut generator, 5, 2, 3);
        if digraph.arcs().len() > 10 {
            continue;
        }
        let task = small_task(&mut generator, &digraph);
        let found = search(&digraph, &task, &Effort { seeds: 8, ..Effort::default() }).unwrap();
        certify(&digraph, &task, &found.bound);
        replay(&digraph, &task, &found.schedule);
        let bound = bound(&digraph, &task, &()).unwrap();
        certify(&digraph, &task, &bound);
        let optimum = optimum(&digraph, &task, found.schedule.steps).expect("the schedule is one");
        assert!(bound.steps <= optimum && found.bound.steps <= optimum, "{digraph:?} {task:?}");
        cases += 1;
        bounds += u32::from(bound.steps == optimum);
        founds += u32::from(found.schedule.steps == optimum);
    }
    assert!(cases > 400);
    assert_eq!((bounds, founds), (cases, cases), "no gap on networks so small");
}

#[test]
fn schedules_of_random_networks_can_be_replayed() {
    let mut generator = Generator::new(2);
    for seed in 0..300 {
        let digraph = networks::random(&mut generator, 12, 4, 5);
        let ranks = digraph.compute();
        let root = networks::below(&mut generator, ranks);
        let blocks = 1 + networks::below(&mut generator, 5);
        let mixed =
            (0..20).map(|block| (block % ranks, if block % 3 == 0 { Sink::All } else { Sink::One(block * 7 % ranks) }));
        let tasks = [
            Task::bcast(root, 8 * blocks),
            Task::allgather(ranks, blocks),
            Task::scatter(ranks, root, blocks),
            Task::gather(ranks, root, blocks),
            Task { blocks: mixed.collect() },
        ];
        for task in tasks {
            let bound = bound(&digraph, &task, &()).unwrap();
            certify(&digraph, &task, &bound);
            let schedule = greedy(&digraph, &task, seed, u32::MAX).unwrap();
            replay(&digraph, &task, &schedule);
            assert!(schedule.steps >= bound.steps);
            assert_eq!(greedy(&digraph, &task, seed, schedule.steps), Some(schedule.clone()));
            assert_eq!(schedule.steps.checked_sub(1).and_then(|steps| greedy(&digraph, &task, seed, steps)), None);
        }
    }
}
