//! Changes after which no larger schedule is valid, and the places and kinds of the faults.

use crate::tests::execution::checker::draft::Draft;
use logpine::request::Operands;
use logpine::units::Time;
use logpine_check::schedule::{BlockSizes, Execution, Meaning, Wrong, check, check_meaning, check_structure};
use logpine_collectives::schedule::{ANY, Operation, Schedule};

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
    assert_eq!(structure(&logpine_collectives::schedule::ScheduleBuilder::new().finish().expect("empty")), Ok(()));
}

#[test]
fn messages_of_one_name_are_matched_in_listed_order_but_have_no_meaning() {
    let twice = lists(&[&[send(1), send(1)], &[receive(0), receive(0)]]).schedule();
    assert_eq!(structure(&twice), Ok(()));
    let meaning = Meaning::broadcast(0, BlockSizes::new([4]).expect("few"));
    let fault = check(&twice, &meaning).expect_err("twice");
    assert_eq!((fault.rank, fault.operation, fault.wrong), (0, Some(1), Wrong::Repeated { to: 1, tag: 0 }));
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
