use super::*;
use crate::tests::{networks, replay};
use logpine_text::random::Generator;

#[test]
fn schedules_of_random_networks_can_be_replayed() {
    let mut generator = Generator::new(5);
    let mut found = 0;
    for _ in 0..150 {
        let digraph = networks::connected(&mut generator, 8, 2, 3);
        let ranks = digraph.compute();
        let root = networks::below(&mut generator, ranks);
        for task in [Task::bcast(root, 1 + networks::below(&mut generator, 6)), Task::allgather(ranks, 1)] {
            let bound = crate::steps::bound(&digraph, &task, &()).unwrap();
            if let Some(schedule) = close(&digraph, &task, (bound.steps, bound.steps + 2), &Effort::default()) {
                replay(&digraph, &task, &schedule);
                found += u32::from(schedule.steps == bound.steps);
            }
        }
    }
    // Nearly all, and reproducibly.
    assert_eq!(found, 300);
}
