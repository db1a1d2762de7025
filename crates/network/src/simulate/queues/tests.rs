//! The queues against sorted lists.

use super::*;
use proptest::prelude::*;

const QUEUES: u32 = 3;

/// Messages come, each to a queue, or leave one, singly or five at once.
#[derive(Clone, Debug)]
enum Step {
    Come(Vec<u32>),
    Leave(u32),
    LeaveFive(u32),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        prop::collection::vec(0..QUEUES, 0..40).prop_map(Step::Come),
        (0..QUEUES).prop_map(Step::Leave),
        (0..QUEUES).prop_map(Step::LeaveFive),
    ]
}

proptest! {
    #[test]
    fn messages_leave_by_time_and_index(
        steps in prop::collection::vec(step(), 1..80),
        messages in 0..200usize,
        order in 0..1_000usize,
    ) {
        let mut queues = Queues::new(QUEUES as usize, messages);
        let mut expected: [Vec<(u64, usize)>; QUEUES as usize] = Default::default();
        let mut left = [0; QUEUES as usize];
        for (time, step) in (0u64..).zip(steps) {
            match step {
                Step::Come(to) => for (place, queue) in to.into_iter().enumerate() {
                    // 1,009 is prime: all differ, in any order.
                    let index = (place + 1) * (order + 1) % 1_009;
                    queues.push(queue, Queued::new(index, 7, 1), time);
                    expected[queue as usize].push((time, index));
                    expected[queue as usize].sort_unstable();
                },
                Step::Leave(queue) => {
                    let at = queue as usize;
                    let message = (!expected[at].is_empty()).then(|| [Queued::new(expected[at].remove(0).1, 7, 1)]);
                    left[at] += u32::from(message.is_some());
                    prop_assert_eq!(queues.pop(queue), message);
                }
                Step::LeaveFive(queue) => {
                    let waiting = &mut expected[queue as usize];
                    if waiting.len() < 5 {
                        prop_assert_eq!(queues.pop::<5>(queue), None);
                    } else {
                        let five: Vec<Queued> =
                            waiting.drain(..5).map(|(_, index)| Queued::new(index, 7, 1)).collect();
                        prop_assert_eq!(queues.pop::<5>(queue).map(Vec::from), Some(five));
                        left[queue as usize] += 5;
                    }
                }
            }
        }
        prop_assert_eq!(queues.left().collect::<Vec<_>>(), left);
        for queue in 0..QUEUES {
            prop_assert_eq!(queues.activate(queue), !expected[queue as usize].is_empty());
        }
    }
}

#[test]
fn chunks_that_were_left_are_used_again() {
    let mut queues = Queues::new(2, 8);
    let room = |queues: &Queues| queues.words.len();
    for time in 1..=1_000 {
        queues.push(u32::from(time % 7 == 0), Queued::new(0, 0, 0), time);
        if time > 4 {
            let first = u32::from((time - 4) % 7 == 0);
            assert!(queues.pop::<1>(first).is_some());
        }
    }
    assert!(room(&queues) <= 2 * 4 * 2 + 8, "{}", room(&queues));
}

#[test]
fn queues_take_no_more_than_is_counted_beforehand() {
    for (count, messages) in [(1, 0), (3, 10), (100, 1), (7, 100_000), (1_000, 31_999)] {
        let mut queues = Queues::new(count, messages);
        for message in 0..messages {
            queues.push(u32::try_from(message % count).expect("few"), Queued::new(message, 0, 0), 0);
        }
        let counted = Queues::bytes(count as u64, messages as u64);
        let taken =
            size_of_val(&queues.words[..]) + size_of_val(&queues.ends[..]) + size_of_val(&queues.chunks.around[..]);
        assert!(
            taken as u64 <= counted
                && queues.words.capacity() * size_of::<Queued>() <= usize::try_from(counted).expect("small")
        );
    }
}
