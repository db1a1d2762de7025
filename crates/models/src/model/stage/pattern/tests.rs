//! The senders and receivers of small stages.

use super::*;

#[test]
fn a_chain_has_its_segments_one_behind_the_other() {
    let chain = Pattern::Chain { segments: 2 };
    let stages: Vec<_> = (0..chain.stages(4)).map(|stage| chain.transmissions(4, stage)).collect();
    assert_eq!(stages, [vec![(0, 1)], vec![(0, 1), (1, 2)], vec![(1, 2), (2, 3)]]);
    assert_eq!(Pattern::Chain { segments: 1 }.stages(2), 0, "its only stage is the very last");
}

#[test]
fn every_rank_meets_all_others_of_its_group() {
    let rotations = Pattern::Rotations { stride: 2, radix: 3 };
    let first = [(0, 2), (1, 3), (2, 4), (3, 5), (4, 0), (5, 1)];
    let second = [(0, 4), (1, 5), (2, 0), (3, 1), (4, 2), (5, 3)];
    assert_eq!([0, 1].map(|stage| rotations.transmissions(6, stage)), [first, second]);
    assert_eq!([12, 8, 2].map(|ranks| rotations.stages(ranks)), [2, 0, 0], "groups are whole");
    assert_eq!(Pattern::Rotations { stride: 4, radix: 2 }.transmissions(8, 0), {
        Pattern::Pairs { distance: 4, ranks: 8 }.transmissions(8, 0)
    });
}

#[test]
fn a_level_of_a_trinomial_tree() {
    let level = Pattern::Children { step: 9, stride: 3, from: 1, to: 3 };
    assert_eq!(
        [level.transmissions(16, 0), level.transmissions(16, 1)],
        [vec![(0, 3), (9, 12)], vec![(0, 6), (9, 15)]]
    );
    assert_eq!((level.stages(16), level.stages(6)), (2, 1), "child 2 would be rank 6");
    let spread = Pattern::Spread { holders: 3, from: 1, to: 3 };
    assert_eq!(
        [spread.transmissions(8, 0), spread.transmissions(8, 1)],
        [vec![(0, 3), (1, 4), (2, 5)], vec![(0, 6), (1, 7)]]
    );
}
