//! Changes after which no larger schedule is valid, and the places and kinds of the faults.

use crate::tests::execution::checker::changes::{Change, apply, every_change};
use crate::tests::execution::checker::draft::Draft;
use crate::tests::execution::checker::valid::{Part, Step, Valid, draft, every_valid_schedule, tree};
use logpine::check::schedule::{BlockSizes, Execution, Meaning, Wrong, check, check_meaning, check_structure};
use logpine::request::Operands;
use logpine::schedule::{ANY, Operation, Schedule};
use logpine::units::Time;
use proptest::prelude::*;

#[test]
fn every_broken_message_is_found() {
    for Valid { name, schedule, meaning } in every_valid_schedule() {
        let draft = Draft::of(&schedule);
        let changes = every_change(&draft).into_iter().filter(|&change| change.breaks_a_message(&draft));
        let mut broken = 0;
        for (change, changed) in changes.filter_map(|change| Some((change, apply(change, &draft)?))) {
            assert!(check(&changed.schedule(), &meaning).is_err(), "{name}, {change:?}");
            broken += 1;
        }
        assert!(broken > 0, "{name}");
    }
}

/// Random trees with the root anywhere, cut in segments.
fn random_tree() -> impl Strategy<Value = (Vec<usize>, u64)> {
    let parents = |ranks: usize| (0..ranks).map(|rank| 0..rank.max(1)).collect::<Vec<_>>();
    ((2usize..24).prop_flat_map(parents), 1u64..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_trees_pass_and_need_every_message_and_its_data(
        (parents, segments) in random_tree(), backwards: bool, picks in prop::collection::vec(any::<prop::sample::Index>(), 8),
    ) {
        let blocks = BlockSizes::even(2 * segments + 1, segments).expect("few");
        let steps = tree(&parents, &blocks);
        let (valid, meaning) = if backwards {
            let operands = Operands::AnyOrder;
            let valid = draft(&crate::tests::execution::checker::valid::reversed(&steps), &blocks, Some(operands));
            (valid, Meaning::reduction(0, blocks, operands))
        } else {
            (draft(&steps, &blocks, None), Meaning::broadcast(0, blocks))
        };
        prop_assert_eq!(check(&valid.schedule(), &meaning), Ok(()));
        let sends = |draft: &Draft| {
            let is_send = |rank: usize, index: usize| matches!(draft.ranks[rank][index].operation, Operation::Send { .. });
            let places = (0..draft.ranks.len()).flat_map(|rank| (0..draft.ranks[rank].len()).map(move |index| (rank, index)));
            places.filter(|&(rank, index)| is_send(rank, index)).collect::<Vec<_>>()
        };
        let sends = sends(&valid);
        for pick in picks {
            let at = *pick.get(&sends);
            let item = &valid.ranks[at.0][at.1];
            let Operation::Send { to, tag, .. } = item.operation else { continue };
            // Without the message, or with other blocks than the receiver lacks, or to somebody else.
            let mut changes = vec![Change::DropMessage(at)];
            changes.extend((0..u32::try_from(segments).expect("few")).filter(|&other| other != tag).map(|other| Change::RetagMessage(at, other)));
            // A contribution may well go to the root directly.
            let others = if backwards { 0 } else { u32::try_from(parents.len()).expect("few") };
            changes.extend((0..others).filter(|&other| other != to).map(|other| Change::RedirectMessage(at, other)));
            // Without waiting for what is sent; other sends that it waits for may have waited for that.
            let is_send = |name: usize| valid.ranks[at.0].iter().any(|item| item.name == name && matches!(item.operation, Operation::Send { .. }));
            if backwards || item.waits.iter().all(|&(name, _)| !is_send(name)) {
                changes.extend((0..item.waits.len()).filter(|&wait| !is_send(item.waits[wait].0)).map(|wait| Change::DropDependency(at, wait)));
            }
            for change in changes {
                if let Some(changed) = apply(change, &valid) {
                    prop_assert!(check(&changed.schedule(), &meaning).is_err(), "{:?}", change);
                }
            }
        }
    }
}

const fn send(to: u32) -> Operation {
    Operation::Send { to, bytes: 4, tag: 0 }
}

const fn receive(from: u32) -> Operation {
    Operation::Receive { from, bytes: 4, tag: 0 }
}

const COMBINE: Operation = Operation::Combine { time: Time::ZERO };

/// Operations without dependencies.
fn lists(lists: &[&[Operation]]) -> Draft {
    let mut draft = Draft::new(lists.len());
    for (rank, list) in lists.iter().enumerate() {
        for &operation in *list {
            draft.push(rank, operation);
        }
    }
    draft
}

fn structure(schedule: &Schedule) -> Result<(), (u32, Option<u32>, Wrong)> {
    check_structure(schedule, Execution::ProgramOrder).map_err(|fault| (fault.rank, fault.operation, fault.wrong))
}

#[test]
fn faults_of_structure_are_named() {
    let of = |operations: &[&[Operation]]| structure(&lists(operations).schedule());
    assert_eq!(of(&[&[send(1)], &[receive(0)]]), Ok(()));
    assert_eq!(of(&[&[send(2)], &[receive(0)]]), Err((0, Some(0), Wrong::NoSuchRank { peer: 2, ranks: 2 })));
    assert_eq!(of(&[&[receive(7)], &[]]), Err((0, Some(0), Wrong::NoSuchRank { peer: 7, ranks: 2 })));
    assert_eq!(of(&[&[], &[send(1)]]), Err((1, Some(0), Wrong::ToItself)));
    assert_eq!(of(&[&[Operation::Send { to: 1, bytes: 0, tag: 0 }], &[]]), Err((0, Some(0), Wrong::Empty)));
    assert_eq!(of(&[&[send(1), send(1)], &[receive(0)]]), Err((0, Some(1), Wrong::NeverReceived { to: 1, tag: 0 })));
    assert_eq!(of(&[&[], &[receive(0)]]), Err((1, Some(0), Wrong::NeverSent { from: 0, tag: 0 })));
    let longer = Operation::Receive { from: 0, bytes: 5, tag: 0 };
    assert_eq!(of(&[&[send(1)], &[longer]]), Err((1, Some(0), Wrong::Size { from: 0, sent: 4, received: 5 })));
    let any = Operation::Receive { from: ANY, bytes: 4, tag: 0 };
    assert_eq!(of(&[&[send(1)], &[any]]), Err((1, Some(0), Wrong::AnyMessage)));
    let any = Operation::Receive { from: 0, bytes: 4, tag: ANY };
    assert_eq!(of(&[&[send(1)], &[any]]), Err((1, Some(0), Wrong::AnyMessage)));
    assert_eq!(of(&[&[COMBINE]]), Err((0, Some(0), Wrong::NothingReceived)));
    assert_eq!(of(&[&[send(1)], &[receive(0), COMBINE]]), Err((1, Some(1), Wrong::ReceptionNotRequired)));
    let waits_for_each_other = Wrong::Stuck { execution: Execution::ProgramOrder, unfinished: 4 };
    assert_eq!(of(&[&[receive(1), send(1)], &[receive(0), send(0)]]), Err((0, Some(1), waits_for_each_other)));
    assert_eq!(structure(&logpine::schedule::ScheduleBuilder::new().finish().expect("empty")), Ok(()));
}

/// If both ranks send once their reception is posted, nobody waits; if it must be done, both wait.
#[test]
fn a_reception_that_is_posted_has_begun() {
    for (until, stuck) in [
        (crate::tests::execution::checker::draft::Until::Begun, false),
        (crate::tests::execution::checker::draft::Until::Done, true),
    ] {
        let mut draft = lists(&[&[receive(1), send(1)], &[receive(0), send(0)]]);
        for list in &mut draft.ranks {
            let reception = list[0].name;
            list[1].waits.push((reception, until));
        }
        assert_eq!(check_structure(&draft.schedule(), Execution::Dependencies).is_err(), stuck);
    }
}

#[test]
fn messages_of_one_name_are_matched_in_listed_order_but_have_no_meaning() {
    let twice = lists(&[&[send(1), send(1)], &[receive(0), receive(0)]]).schedule();
    assert_eq!(structure(&twice), Ok(()));
    let meaning = Meaning::broadcast(0, BlockSizes::new([4]).expect("few"));
    let fault = check(&twice, &meaning).expect_err("twice");
    assert_eq!((fault.rank, fault.operation, fault.wrong), (0, Some(1), Wrong::Repeated { to: 1, tag: 0 }));
}

/// Two operands on the same side: the order in which they are combined must be given.
#[test]
fn the_order_of_ranks_needs_the_order_of_combinations() {
    let part = |peer| Part { peer, first: 0, count: 1, combined: true };
    let steps =
        [vec![Step::Receive(part(1)), Step::Receive(part(2))], vec![Step::Send(part(0))], vec![Step::Send(part(0))]];
    let blocks = BlockSizes::new([4]).expect("few");
    let schedule = draft(&steps, &blocks, Some(Operands::AnyOrder)).schedule();
    let meaning = |operands| Meaning::reduction(0, blocks.clone(), operands);
    assert_eq!(check(&schedule, &meaning(Operands::AnyOrder)), Ok(()));
    assert_eq!(check_meaning(&schedule, &meaning(Operands::RankOrder), Execution::ProgramOrder), Ok(()));
    let fault = check(&schedule, &meaning(Operands::RankOrder)).expect_err("any order");
    assert_eq!((fault.rank, fault.operation, fault.wrong), (0, Some(3), Wrong::Unordered { block: 0, other: 1 }));
}

/// The fault of a reduction of 4 bytes to rank 0 in program order.
fn reduced(operations: &[&[Operation]]) -> Result<(), (u32, Option<u32>, Wrong)> {
    let mut draft = lists(operations);
    for list in &mut draft.ranks {
        for index in 1..list.len() {
            let before = list[index - 1].name;
            list[index].waits.push((before, crate::tests::execution::checker::draft::Until::Done));
        }
    }
    let blocks = BlockSizes::new([4]).expect("few");
    let meaning = Meaning::reduction(0, blocks, Operands::RankOrder);
    check_meaning(&draft.schedule(), &meaning, Execution::ProgramOrder)
        .map_err(|fault| (fault.rank, fault.operation, fault.wrong))
}

#[test]
fn faults_of_reductions_are_named() {
    let (execution, block) = (Execution::ProgramOrder, 0);
    assert_eq!(reduced(&[&[receive(1), COMBINE], &[send(0)]]), Ok(()));
    assert_eq!(reduced(&[&[receive(1)], &[send(0)]]), Err((0, Some(0), Wrong::Replaced { execution, block })));
    assert_eq!(reduced(&[&[], &[]]), Err((0, None, Wrong::Incomplete { block, found: 1, ranks: 2 })));
    assert_eq!(
        reduced(&[&[receive(1), COMBINE, send(1)], &[send(0), receive(0), COMBINE]]),
        Err((1, Some(2), Wrong::NothingToCombine { execution, block }))
    );
    assert_eq!(
        reduced(&[&[receive(1), COMBINE], &[send(0), send(2)], &[receive(1), COMBINE]]),
        Err((1, Some(1), Wrong::NothingToSend { execution, block }))
    );
    assert_eq!(
        reduced(&[&[receive(2), COMBINE, receive(1), COMBINE], &[send(0)], &[send(0)]]),
        Err((0, Some(1), Wrong::NotAdjacent { execution, block, first: 0, last: 0, other_first: 2, other_last: 2 }))
    );
}

/// Rank 1 has the complete result and gets it once more, to be combined.
#[test]
fn contributions_that_come_twice_are_found() {
    let blocks = BlockSizes::new([4]).expect("few");
    let mut draft = lists(&[
        &[receive(1), COMBINE, send(1), send(2)],
        &[receive(2), COMBINE, send(0), receive(0), receive(3), COMBINE],
        &[send(1), receive(0), send(3)],
        &[send(2), receive(2), send(1)],
    ]);
    draft.ranks[2].insert(
        0,
        crate::tests::execution::checker::draft::Item { name: 900, operation: receive(3), waits: Vec::new() },
    );
    draft.ranks[2].insert(
        1,
        crate::tests::execution::checker::draft::Item {
            name: 901,
            operation: COMBINE,
            waits: vec![(900, crate::tests::execution::checker::draft::Until::Done)],
        },
    );
    for list in &mut draft.ranks {
        for index in 1..list.len() {
            let before = list[index - 1].name;
            list[index].waits.push((before, crate::tests::execution::checker::draft::Until::Done));
        }
    }
    let meaning = Meaning::reduction(0, blocks, Operands::AnyOrder);
    let fault = check(&draft.schedule(), &meaning).expect_err("twice");
    assert_eq!((fault.rank, fault.operation, fault.wrong), (1, Some(5), Wrong::CountedTwice { block: 0 }));
}
