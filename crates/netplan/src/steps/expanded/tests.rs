use super::*;
use crate::tests::{certify, networks, replay};
use logpine_text::random::Generator;

#[test]
fn the_schedule_is_as_short_as_the_bound() {
    let mut generator = Generator::new(3);
    for _ in 0..200 {
        let digraph = networks::connected(&mut generator, 10, 3, 4);
        let ranks = digraph.compute();
        let root = networks::below(&mut generator, ranks);
        let blocks = 1 + networks::below(&mut generator, 4);
        for task in [Task::scatter(ranks, root, blocks), Task::gather(ranks, root, blocks)] {
            let found = one_ended(&digraph, &task, &()).unwrap();
            assert!(found.is_optimal());
            replay(&digraph, &task, &found.schedule);
            certify(&digraph, &task, &found.bound);
            assert_eq!(crate::steps::bound(&digraph, &task, &()).unwrap().steps, found.bound.steps);
        }
    }
}
