//! Small schedules of the collectives other than broadcast and reduction to a root, written by hand.

use crate::tests::execution::checker::valid::{Part, Step, Valid, draft, of_lists};
use logpine::request::{MpiCollective, Operands};
use logpine::units::Time;
use logpine_check::schedule::{BlockSizes, Contents, Meaning, Wrong, check};
use logpine_collectives::schedule::{Operation, Schedule};
use std::collections::BTreeMap;

const COMBINE: Operation = Operation::Combine { time: Time::ZERO };

const fn send(to: u32) -> Operation {
    Operation::Send { to, bytes: 1, tag: 0 }
}

const fn receive(from: u32) -> Operation {
    Operation::Receive { from, bytes: 1, tag: 0 }
}

/// One of each, for which every order of execution can be tried.
pub fn tiny() -> Vec<Valid> {
    vec![scatter(), gather(), allgather(), alltoall(), reduce_scatter(), allreduce(), folded(), barrier()]
}

fn of_steps(collective: MpiCollective, steps: &[Vec<Step>], blocks: &BlockSizes, operands: Option<Operands>) -> Valid {
    let schedule = draft(steps, blocks, operands).schedule();
    Valid { name: format!("tiny {}", collective.name()), schedule, meaning: Meaning::of(collective, blocks.clone()) }
}

fn equal(count: u32) -> BlockSizes {
    BlockSizes::new((0..count).map(|_| 2)).expect("few")
}

fn one() -> BlockSizes {
    BlockSizes::new([1]).expect("few")
}

const fn part(peer: usize, first: usize, count: usize) -> Part {
    Part { peer, first, count, combined: true }
}

/// A scatter among four ranks: rank 2 passes a block on to rank 3.
fn scatter() -> Valid {
    let steps = [
        vec![Step::Send(part(2, 2, 2)), Step::Send(part(1, 1, 1))],
        vec![Step::Receive(part(0, 1, 1))],
        vec![Step::Receive(part(0, 2, 2)), Step::Send(part(3, 3, 1))],
        vec![Step::Receive(part(2, 3, 1))],
    ];
    of_steps(MpiCollective::Scatter, &steps, &equal(4), None)
}

/// The scatter, backwards.
fn gather() -> Valid {
    let steps = [
        vec![Step::Receive(part(1, 1, 1)), Step::Receive(part(2, 2, 2))],
        vec![Step::Send(part(0, 1, 1))],
        vec![Step::Receive(part(3, 3, 1)), Step::Send(part(0, 2, 2))],
        vec![Step::Send(part(2, 3, 1))],
    ];
    of_steps(MpiCollective::Gather, &steps, &equal(4), None)
}

/// An allgather around a ring of three.
fn allgather() -> Valid {
    let of = |rank: usize| {
        let (next, before) = ((rank + 1) % 3, (rank + 2) % 3);
        let first = [Step::Send(part(next, rank, 1)), Step::Receive(part(before, before, 1))];
        let second = [Step::Send(part(next, before, 1)), Step::Receive(part(before, next, 1))];
        first.into_iter().chain(second).collect()
    };
    of_steps(MpiCollective::Allgather, &[0, 1, 2].map(of), &equal(3), None)
}

/// All to all among three ranks.
fn alltoall() -> Valid {
    let of = |rank: usize| {
        let others = || [1, 2].map(|by| (rank + by) % 3).into_iter();
        let sends = others().map(|to| Step::Send(part(to, 3 * rank + to, 1)));
        sends.chain(others().map(|from| Step::Receive(part(from, 3 * from + rank, 1)))).collect()
    };
    of_steps(MpiCollective::Alltoall, &[0, 1, 2].map(of), &equal(9), None)
}

/// A reduce-scatter among three ranks: each sends its contributions to the owners of the blocks.
fn reduce_scatter() -> Valid {
    let of = |rank: usize| {
        let others = || [1, 2].map(|by| (rank + by) % 3).into_iter();
        let sends = others().map(|to| Step::Send(part(to, to, 1)));
        sends.chain(others().map(|from| Step::Receive(part(from, rank, 1)))).collect()
    };
    of_steps(MpiCollective::ReduceScatter, &[0, 1, 2].map(of), &equal(3), Some(Operands::AnyOrder))
}

/// Recursive doubling among four: a received value is combined once the own value is sent.
fn allreduce() -> Valid {
    let of = |first, second| -> Vec<(Operation, &[usize])> {
        vec![
            (send(first), &[]),
            (receive(first), &[]),
            (COMBINE, &[0, 1]),
            (send(second), &[2]),
            (receive(second), &[]),
            (COMBINE, &[3, 4]),
        ]
    };
    let lists = [of(1, 2), of(0, 3), of(3, 0), of(2, 1)];
    let lists = lists.each_ref().map(Vec::as_slice);
    of_lists("tiny allreduce", &lists, Meaning::of(MpiCollective::Allreduce, one()))
}

/// Rank 2 lets rank 0 take part for it, and gets the result.
fn folded() -> Valid {
    let lists: [&[(Operation, &[usize])]; 3] = [
        &[(receive(2), &[]), (COMBINE, &[0]), (send(1), &[1]), (receive(1), &[]), (COMBINE, &[2, 3]), (send(2), &[4])],
        &[(send(0), &[]), (receive(0), &[]), (COMBINE, &[0, 1])],
        &[(send(0), &[]), (receive(0), &[0])],
    ];
    of_lists("tiny folded allreduce", &lists, Meaning::of(MpiCollective::Allreduce, one()))
}

/// Dissemination among three.
fn barrier() -> Valid {
    let of = |next, after| -> Vec<(Operation, &[usize])> {
        vec![(send(next), &[]), (receive(after), &[]), (send(after), &[1]), (receive(next), &[])]
    };
    let lists = [of(1, 2), of(2, 0), of(0, 1)];
    let lists = lists.each_ref().map(Vec::as_slice);
    of_lists("tiny barrier", &lists, Meaning::of(MpiCollective::Barrier, one()))
}

/// The rank, the operation and the fault.
fn fault(schedule: &Schedule, meaning: &Meaning) -> (u32, Option<u32>, Wrong) {
    let fault = check(schedule, meaning).expect_err("it is wrong");
    (fault.rank, fault.operation, fault.wrong)
}

/// Contents that no tag can tell: the blocks of rank 1 and of rank 3 in one message.
#[test]
fn contents_may_be_listed() {
    let operations: [&[(Operation, &[usize])]; 4] = [
        &[
            (Operation::Receive { from: 1, bytes: 4, tag: 7 }, &[]),
            (Operation::Receive { from: 2, bytes: 2, tag: 7 }, &[]),
        ],
        &[(Operation::Receive { from: 3, bytes: 2, tag: 7 }, &[]), (Operation::Send { to: 0, bytes: 4, tag: 7 }, &[0])],
        &[(Operation::Send { to: 0, bytes: 2, tag: 7 }, &[])],
        &[(Operation::Send { to: 1, bytes: 2, tag: 7 }, &[])],
    ];
    let listed = |of_one: &[(u32, u32)]| {
        let runs = |runs: &[(u32, u32)]| vec![runs.iter().map(|&(first, end)| first..end).collect()];
        let contents = BTreeMap::from([((1, 0), runs(of_one)), ((2, 0), runs(&[(2, 3)])), ((3, 1), runs(&[(3, 4)]))]);
        let meaning = Meaning::of(MpiCollective::Gather, equal(4));
        of_lists("", &operations, Meaning { contents: Contents::Listed(contents), ..meaning })
    };
    let Valid { schedule, meaning, .. } = listed(&[(1, 2), (3, 4)]);
    assert_eq!(check(&schedule, &meaning), Ok(()));
    let wrong = |runs: &[(u32, u32)]| {
        let Valid { schedule, meaning, .. } = listed(runs);
        fault(&schedule, &meaning)
    };
    assert_eq!(wrong(&[(1, 2)]), (1, Some(1), Wrong::BlockBytes { listed: 2, bytes: 4 }));
    assert_eq!(wrong(&[(1, 2), (4, 5)]), (1, Some(1), Wrong::NoSuchBlock { block: 4, blocks: 4 }));
    assert_eq!(wrong(&[(1, 3)]), (0, None, Wrong::Missing { block: 3 }));
    // As tags, 7 is no block.
    let tagged = Meaning { contents: Contents::FromTags, ..meaning };
    assert_eq!(fault(&schedule, &tagged).2, Wrong::NoSuchBlock { block: 7, blocks: 4 });
}

/// Faults outside the schedule: the question contradicts itself, or the list of contents contradicts the schedule.
#[test]
fn questions_that_contradict_themselves_are_refused() {
    let idle = |ranks: usize, meaning: Meaning| {
        let lists = vec![&[][..]; ranks];
        let Valid { schedule, meaning, .. } = of_lists("", &lists, meaning);
        fault(&schedule, &meaning).2
    };
    for collective in MpiCollective::ALL {
        let needed = match collective {
            MpiCollective::Alltoall => 16,
            MpiCollective::Scatter
            | MpiCollective::Gather
            | MpiCollective::Allgather
            | MpiCollective::ReduceScatter => 4,
            _ => continue,
        };
        for blocks in [0, 1, 3, 5] {
            let wrong = idle(4, Meaning::of(collective, equal(blocks)));
            assert_eq!(wrong, Wrong::Blocks { blocks: blocks.into(), needed }, "{collective:?}");
        }
    }
    let ordered = Meaning { operands: Operands::RankOrder, ..Meaning::of(MpiCollective::Allreduce, one()) };
    assert_eq!(idle(2, ordered), Wrong::OrderOfOperands);
    let rootless = Meaning { root: 7, ..Meaning::of(MpiCollective::Allreduce, one()) };
    assert_eq!(idle(2, rootless), Wrong::Incomplete { block: 0, found: 1, ranks: 2 });
}

#[test]
fn lists_that_do_not_fit_their_messages_are_refused() {
    let lists: [&[(Operation, &[usize])]; 2] = [&[(send(1), &[])], &[(receive(0), &[])]];
    let wrong = |of_pair: Vec<Vec<(u32, u32)>>, bytes: u64| {
        let runs = |runs: Vec<(u32, u32)>| runs.into_iter().map(|(first, end)| first..end).collect();
        let of_pair: Vec<_> = of_pair.into_iter().map(runs).collect();
        let contents = Contents::Listed(BTreeMap::from([((0, 1), of_pair)]));
        let blocks = BlockSizes::new([bytes]).expect("few");
        let meaning = Meaning { contents, ..Meaning::of(MpiCollective::Bcast, blocks) };
        let Valid { schedule, meaning, .. } = of_lists("", &lists, meaning);
        check(&schedule, &meaning).map_err(|fault| fault.wrong)
    };
    assert_eq!(wrong(vec![vec![(0, 1)]], 1), Ok(()));
    assert_eq!(wrong(vec![vec![(0, 1), (0, 1)]], 1), Err(Wrong::BlockTwice { block: 0 }));
    assert_eq!(wrong(vec![vec![(0, 1)], vec![(0, 1)]], 1), Err(Wrong::NotSent { to: 1, listed: 2, sent: 1 }));
}
