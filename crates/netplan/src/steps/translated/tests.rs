use super::*;
use crate::Task;
use crate::tests::{certify, networks, replay};

#[test]
fn all_small_tori_take_the_least_number_of_steps() {
    let mut shapes: Vec<Vec<u32>> = (1..=12).map(|side| vec![side]).collect();
    for one in 1..=9 {
        for other in 1..=9 {
            shapes.push(vec![one, other]);
            shapes.extend((1..=5).map(|third| vec![one.min(5), other.min(5), third]));
        }
    }
    shapes.extend((1..=8).map(|dimension| vec![2; dimension]));
    shapes.extend([vec![2, 2, 3, 3], vec![3, 3, 3, 3], vec![4, 4, 4, 4], vec![5, 2, 2, 7]]);
    for shape in shapes {
        for blocks in 1..=3 {
            let torus = networks::grid(&shape, true);
            let found = translated(&torus, &shape, blocks).unwrap();
            let bound = found.bound();
            let task = Task::allgather(torus.vertices(), blocks);
            assert_eq!(found.steps, bound.steps, "{shape:?} with {blocks} blocks");
            certify(&torus, &task, &bound);
            if torus.vertices() <= 64 {
                let schedule = found.expand(found.count()).unwrap();
                assert_eq!(schedule.sends.len() as u64, found.count());
                replay(&torus, &task, &schedule);
            }
        }
    }
}

#[test]
fn large_schedules_are_expanded_on_request() {
    let torus = networks::grid(&[32, 32], true);
    let found = translated(&torus, &[32, 32], 1).unwrap();
    assert_eq!((found.steps, found.count()), (256, 1024 * 1023));
    assert_eq!(found.expand(found.count() - 1), None);
    assert!(found.sends().is_sorted_by_key(|send| send.step));
}

#[test]
fn other_graphs_are_refused() {
    assert!(translated(&networks::grid(&[3, 3], false), &[3, 3], 1).is_none());
    assert!(translated(&networks::grid(&[3, 4], true), &[4, 3], 1).is_none());
    assert!(translated(&networks::grid(&[3, 4], true), &[12, 0], 1).is_none());
    assert!(translated(&networks::grid(&[3, 4], true), &[3, 4], u32::MAX).is_none());
}
