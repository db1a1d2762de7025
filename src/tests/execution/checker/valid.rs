//! Valid schedules: most are written by hand, without the crate's builders; some come from [those](crate::tests::execution::checker::built).

use crate::tests::execution::checker::draft::{Draft, Until};
use logpine::request::Operands;
use logpine::units::Time;
use logpine_check::schedule::{BlockSizes, Meaning};
use logpine_collectives::schedule::{Operation, Schedule};

/// A schedule that the checker must accept.
pub struct Valid {
    pub name: String,
    pub schedule: Schedule,
    pub meaning: Meaning,
}

/// **The list of valid schedules**; all tests change every one of them.
pub fn every_valid_schedule() -> Vec<Valid> {
    let mut all = tiny();
    all.extend(crate::tests::execution::checker::built::small());
    for (ranks, bytes, segment) in [(2, 7, 7), (6, 10, 3), (9, 4, 1)] {
        let blocks = || BlockSizes::segments(bytes, segment).expect("few");
        for (name, parents) in [("binomial", binomial(ranks)), ("chain", chain(ranks)), ("flat", vec![0; ranks])] {
            all.extend(both(
                &format!("{name}, {ranks} ranks"),
                &tree(&parents, &blocks()),
                &blocks(),
                Operands::AnyOrder,
            ));
        }
    }
    for ranks in [2, 5] {
        let blocks = BlockSizes::shares(9, ranks as u64).expect("few");
        for (name, steps) in [("ring", ring(ranks)), ("Bruck", bruck(ranks))] {
            all.extend(both(&format!("{name}, {ranks} ranks"), &steps, &blocks, Operands::AnyOrder));
        }
    }
    all
}

/// Valid schedules for which every order of execution can be tried.
pub fn tiny() -> Vec<Valid> {
    let mut all = Vec::new();
    let one = BlockSizes::new([5]).expect("few");
    let two = BlockSizes::segments(5, 3).expect("few");
    for (name, parents, blocks) in [
        ("binomial", binomial(4), &one),
        ("flat", vec![0; 4], &one),
        ("chain", chain(3), &two),
        ("star and chain", vec![0, 0, 0, 2], &one),
        ("segmented binomial", binomial(3), &two),
    ] {
        all.extend(both(&format!("tiny {name}"), &tree(&parents, blocks), blocks, Operands::AnyOrder));
    }
    // Children whose ranks follow each other, the nearest combined first.
    for (name, parents, blocks) in
        [("flat", vec![0; 4], &one), ("two levels", vec![0, 0, 1, 0], &one), ("chain", chain(3), &two)]
    {
        all.extend(both(&format!("tiny ordered {name}"), &tree(&parents, blocks), blocks, Operands::RankOrder));
    }
    let shares = BlockSizes::shares(5, 3).expect("few");
    for (name, steps) in [("ring", ring(3)), ("Bruck", bruck(3))] {
        all.extend(both(&format!("tiny {name}"), &steps, &shares, Operands::AnyOrder));
    }
    all.extend(crate::tests::execution::checker::every_collective::tiny());
    all.extend([both_sides(), middle_of_three(), relayed(), handed_back(), shared()]);
    all.extend(crate::tests::execution::checker::built::tiny());
    all
}

/// A step of a broadcast.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Send(Part),
    Receive(Part),
    /// The next round begins.
    Round,
}

/// Consecutive blocks to or from a peer.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub peer: usize,
    pub first: usize,
    pub count: usize,
    /// True if they are combined when the broadcast is run backwards.
    pub combined: bool,
}

pub fn binomial(ranks: usize) -> Vec<usize> {
    (0..ranks).map(|rank| if rank == 0 { 0 } else { rank - (1 << rank.ilog2()) }).collect()
}

pub fn chain(ranks: usize) -> Vec<usize> {
    (0..ranks).map(|rank| rank.saturating_sub(1)).collect()
}

/// Block after block along a tree, to the children of largest rank first. A parent has a smaller rank than its children.
pub fn tree(parents: &[usize], blocks: &BlockSizes) -> Vec<Vec<Step>> {
    let part = |peer, first| Part { peer, first, count: 1, combined: true };
    let of = |rank: usize| {
        let children: Vec<usize> = (rank + 1..parents.len()).rev().filter(|&child| parents[child] == rank).collect();
        let steps = (0..blocks.count() as usize).flat_map(move |block| {
            let receive = (rank > 0).then(|| Step::Receive(part(parents[rank], block)));
            receive.into_iter().chain(children.clone().into_iter().map(move |child| Step::Send(part(child, block))))
        });
        steps.collect()
    };
    (0..parents.len()).map(of).collect()
}

/// Rank 0 sends each rank its block.
fn scatter(ranks: usize) -> Vec<Vec<Step>> {
    let part = |peer, first| Part { peer, first, count: 1, combined: false };
    let of = |rank: usize| match rank {
        0 => (1..ranks).map(|peer| Step::Send(part(peer, peer))).collect(),
        _ => vec![Step::Receive(part(0, rank))],
    };
    (0..ranks).map(of).collect()
}

/// A scatter, then blocks go around the ring.
pub fn ring(ranks: usize) -> Vec<Vec<Step>> {
    let mut lists = scatter(ranks);
    for (rank, list) in lists.iter_mut().enumerate() {
        let before = |by: usize| (rank + ranks - by) % ranks;
        for round in 0..ranks - 1 {
            let part = |peer, first| Part { peer, first, count: 1, combined: true };
            list.push(Step::Round);
            list.push(Step::Send(part((rank + 1) % ranks, before(round))));
            list.push(Step::Receive(part(before(1), before(round + 1))));
        }
    }
    lists
}

/// A scatter, then a rank's blocks go to the ranks 1, 2, 4, ... before it.
pub fn bruck(ranks: usize) -> Vec<Vec<Step>> {
    let mut lists = scatter(ranks);
    for (rank, list) in lists.iter_mut().enumerate() {
        let mut held = 1;
        while held < ranks {
            let part = |peer, first| Part { peer, first, count: held.min(ranks - held), combined: true };
            let after = (rank + held) % ranks;
            list.push(Step::Round);
            list.push(Step::Send(part((rank + ranks - held) % ranks, rank)));
            list.push(Step::Receive(part(after, after)));
            held *= 2;
        }
    }
    lists
}

/// The broadcast of these steps, and the reduction that runs them backwards.
fn both(name: &str, steps: &[Vec<Step>], blocks: &BlockSizes, operands: Operands) -> [Valid; 2] {
    let reduction = Meaning::reduction(0, blocks.clone(), operands);
    let backwards = draft(&reversed(steps), blocks, Some(operands)).schedule();
    [
        Valid {
            name: format!("broadcast {name}"),
            schedule: draft(steps, blocks, None).schedule(),
            meaning: Meaning::broadcast(0, blocks.clone()),
        },
        Valid { name: format!("reduction {name}"), schedule: backwards, meaning: reduction },
    ]
}

pub fn reversed(steps: &[Vec<Step>]) -> Vec<Vec<Step>> {
    let turned = |step: &Step| match *step {
        Step::Send(part) => Step::Receive(part),
        Step::Receive(part) => Step::Send(part),
        Step::Round => Step::Round,
    };
    steps.iter().map(|list| list.iter().rev().map(turned).collect()).collect()
}

/// The operations of these steps, for a reduction with such operands or for a broadcast. A send requires the send before it
/// and the operations that changed its blocks; combinations in the order of the ranks require the one before.
pub fn draft(steps: &[Vec<Step>], blocks: &BlockSizes, reduction: Option<Operands>) -> Draft {
    let sizes: Vec<u64> = blocks.iter().collect();
    let mut draft = Draft::new(steps.len());
    for (rank, list) in steps.iter().enumerate() {
        let (mut last_send, mut last_combine, mut changed) = (None, None, vec![Vec::new(); sizes.len()]);
        for (round, step) in (0u64..).zip(list) {
            let (Step::Send(part) | Step::Receive(part)) = *step else {
                draft.push(rank, Operation::Wait { until: Time::from_ticks(round) });
                continue;
            };
            let carried = || (part.first..part.first + part.count).map(|block| block % sizes.len());
            let bytes = carried().map(|block| sizes[block]).sum();
            if bytes == 0 {
                continue;
            }
            let (peer, tag) = (u32::try_from(part.peer).expect("few"), u32::try_from(part.first).expect("few"));
            let mut waits: Vec<usize> = Vec::new();
            let operation = match step {
                Step::Send(_) => Operation::Send { to: peer, bytes, tag },
                _ => Operation::Receive { from: peer, bytes, tag },
            };
            let mut name = draft.push(rank, operation);
            if matches!(step, Step::Send(_)) {
                waits.extend(last_send.replace(name));
                waits.extend(carried().flat_map(|block| changed[block].clone()));
            } else {
                if reduction.is_some() && part.combined {
                    waits.push(name);
                    name = draft.push(rank, Operation::Combine { time: Time::from_ticks(3) });
                    let before = last_combine.replace(name);
                    waits.extend(before.filter(|_| reduction == Some(Operands::RankOrder)));
                }
                carried().for_each(|block| changed[block].push(name));
            }
            waits.sort_unstable();
            waits.dedup();
            let item = draft.ranks[rank].last_mut().expect("pushed");
            item.waits = waits.into_iter().map(|name| (name, Until::Done)).collect();
        }
    }
    draft
}

/// Rank 1 combines ranks 0 and 2 with its own operand in any order, because they are on different sides.
fn both_sides() -> Valid {
    let part = |peer| Part { peer, first: 0, count: 1, combined: true };
    let steps =
        [vec![Step::Send(part(1))], vec![Step::Receive(part(2)), Step::Receive(part(0))], vec![Step::Send(part(1))]];
    let blocks = BlockSizes::new([1]).expect("few");
    let schedule = draft(&steps, &blocks, Some(Operands::AnyOrder)).schedule();
    let meaning = Meaning::reduction(1, blocks, Operands::RankOrder);
    Valid { name: "tiny both sides".into(), schedule, meaning }
}

/// Rank 1 gives its operand to rank 2 and gets the result of both back, which it passes on to rank 0. The order of the send
/// and the reception follows from rank 2.
fn middle_of_three() -> Valid {
    let part = |peer, combined| Part { peer, first: 0, count: 1, combined };
    let steps = [
        vec![Step::Receive(part(1, true))],
        vec![Step::Send(part(2, true)), Step::Receive(part(2, false)), Step::Send(part(0, true))],
        vec![Step::Receive(part(1, true)), Step::Send(part(1, false))],
    ];
    let blocks = BlockSizes::new([1]).expect("few");
    let schedule = draft(&steps, &blocks, Some(Operands::RankOrder)).schedule();
    let meaning = Meaning::reduction(0, blocks, Operands::RankOrder);
    Valid { name: "tiny middle of three".into(), schedule, meaning }
}

/// One block of one byte at each rank, and the dependencies of each rank's operations, by index.
fn one_byte(name: &str, lists: &[&[(Operation, &[usize])]], operands: Operands) -> Valid {
    let blocks = BlockSizes::new([1]).expect("few");
    of_lists(name, lists, Meaning::reduction(0, blocks, operands))
}

/// The operations of each rank, and their dependencies, by index.
pub fn of_lists(name: &str, lists: &[&[(Operation, &[usize])]], meaning: Meaning) -> Valid {
    let mut draft = Draft::new(lists.len());
    for (rank, list) in lists.iter().enumerate() {
        let names: Vec<usize> = list.iter().map(|&(operation, _)| draft.push(rank, operation)).collect();
        for (item, (_, waits)) in draft.ranks[rank].iter_mut().zip(*list) {
            item.waits = waits.iter().map(|&index| (names[index], Until::Done)).collect();
        }
    }
    Valid { name: name.into(), schedule: draft.schedule(), meaning }
}

const fn send(to: u32) -> Operation {
    Operation::Send { to, bytes: 1, tag: 0 }
}

const fn receive(from: u32) -> Operation {
    Operation::Receive { from, bytes: 1, tag: 0 }
}

const LATE: Operation = Operation::Calculate { time: Time::ZERO };
const COMBINE: Operation = Operation::Combine { time: Time::ZERO };

/// Rank 1 gives its operand away, then takes that of rank 3 to rank 2.
fn relayed() -> Valid {
    let lists: [&[(Operation, &[usize])]; 4] = [
        &[(receive(1), &[]), (COMBINE, &[0]), (receive(2), &[]), (COMBINE, &[2])],
        &[(send(0), &[]), (receive(3), &[0]), (send(2), &[1])],
        &[(receive(1), &[]), (COMBINE, &[0]), (send(0), &[1])],
        &[(send(1), &[])],
    ];
    one_byte("tiny relayed", &lists, Operands::AnyOrder)
}

/// Rank 0 gets its operand back from rank 1, combined, and adds that of rank 2, which comes late.
fn handed_back() -> Valid {
    let lists: [&[(Operation, &[usize])]; 3] = [
        &[(send(1), &[]), (receive(1), &[]), (receive(2), &[]), (COMBINE, &[1, 2])],
        &[(receive(0), &[]), (COMBINE, &[0]), (send(0), &[1])],
        &[(LATE, &[]), (LATE, &[0]), (LATE, &[1]), (LATE, &[2]), (LATE, &[3]), (LATE, &[4]), (send(0), &[5])],
    ];
    one_byte("tiny handed back", &lists, Operands::RankOrder)
}

/// The complete result goes back to all ranks, from rank 0 and on from rank 1.
fn shared() -> Valid {
    let lists: [&[(Operation, &[usize])]; 4] = [
        &[
            (receive(1), &[]),
            (COMBINE, &[0]),
            (receive(2), &[]),
            (COMBINE, &[2]),
            (receive(3), &[]),
            (COMBINE, &[4]),
            (send(1), &[1, 3, 5]),
            (send(2), &[6]),
        ],
        &[(send(0), &[]), (receive(0), &[]), (send(3), &[1])],
        &[(send(0), &[]), (receive(0), &[])],
        &[(send(0), &[]), (receive(1), &[])],
    ];
    one_byte("tiny shared", &lists, Operands::AnyOrder)
}
