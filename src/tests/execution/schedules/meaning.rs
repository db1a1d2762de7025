//! The contents of ranks after a schedule: every block after a broadcast, every contribution once after a reduction.

use crate::tests::execution::schedules::machines::Random;
use logpine::answer::{Candidate, RankAlgorithm};
use logpine::collective::{Cut, Cutting, Known, OperandOrder, Question, among_ranks};
use logpine::model::Reversed;
use logpine::request::RankCollective::{self, Bcast, Reduce};
use logpine::request::RankJob;
use logpine::schedule::{Operation, Record, Schedule};
use logpine::units::Time;
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};

/// The ranks whose contributions a rank's copy of a block has, as bits.
type Holdings = Vec<Vec<u128>>;

/// Messages on their way: their bytes, and their contents for each block.
type Queue = VecDeque<(u64, Vec<u128>)>;

/// The blocks of a message: from its tag on, round and round, until their sizes add up to its bytes.
fn blocks(sizes: &[u64], tag: u32, bytes: u64) -> Vec<usize> {
    let mut left = bytes;
    let mut blocks = Vec::new();
    let mut at = tag as usize;
    while left > 0 {
        left = left.checked_sub(sizes[at]).expect("whole blocks");
        if sizes[at] > 0 {
            blocks.push(at);
        }
        at = (at + 1) % sizes.len();
    }
    blocks
}

fn is_interval(ranks: u128) -> bool {
    let from = ranks >> ranks.trailing_zeros().min(127);
    from & from.wrapping_add(1) == 0
}

/// Runs the lists side by side, each until its next message is not there.
fn run(schedule: &Schedule, sizes: &[u64], mut holds: Holdings, in_order: bool) -> Holdings {
    let count = schedule.ranks() as usize;
    let mut next = vec![0; count];
    let mut queues: HashMap<(u32, u32, u32), Queue> = HashMap::new();
    loop {
        let mut advanced = false;
        for rank in 0..count {
            let id = u32::try_from(rank).expect("few");
            let list: Vec<Operation> = schedule.rank(id).iter().map(Record::operation).collect();
            while let Some(&operation) = list.get(next[rank]) {
                match operation {
                    Operation::Send { to, bytes, tag } => {
                        assert!(bytes > 0 && to != id);
                        let content: Vec<u128> =
                            blocks(sizes, tag, bytes).into_iter().map(|block| holds[rank][block]).collect();
                        assert!(content.iter().all(|&has| has != 0), "rank {rank} sends what it does not have");
                        queues.entry((id, to, tag)).or_default().push_back((bytes, content));
                    }
                    Operation::Receive { from, bytes, tag } => {
                        let queue = queues.get_mut(&(from, id, tag));
                        let Some((sent, content)) = queue.and_then(Queue::pop_front) else { break };
                        assert_eq!(sent, bytes);
                        let combines = matches!(list.get(next[rank] + 1), Some(Operation::Combine { .. }));
                        for (block, received) in blocks(sizes, tag, bytes).into_iter().zip(content) {
                            let own = &mut holds[rank][block];
                            if combines {
                                assert_eq!(*own & received, 0, "rank {rank}: counted twice");
                                *own |= received;
                                assert!(!in_order || is_interval(*own), "rank {rank} combines {own:b}");
                            } else {
                                *own = received;
                            }
                        }
                    }
                    _ => {}
                }
                next[rank] += 1;
                advanced = true;
            }
        }
        if !advanced {
            break;
        }
    }
    assert!((0..count).all(|rank| next[rank] == schedule.rank(u32::try_from(rank).expect("few")).len()), "stuck");
    assert!(queues.values().all(Queue::is_empty), "not received");
    holds
}

fn check(machine: &Random, of: RankCollective, ranks: u64, bytes: u64, count: u64) {
    let forward = &*machine.timing;
    let reversed = Reversed(forward);
    let timing = crate::tests::execution::schedules::machines::as_broadcast(forward, &reversed, of);
    let question = Question { collective: of, forward, timing, ranks, bytes, known: &Known::default() };
    let count = count.min(bytes);
    for family in among_ranks() {
        for mut member in family.algorithms(question, &Cell::new(Time::MAX)) {
            let algorithm = member.algorithm(ranks).expect("few ranks").clone();
            let segment = bytes.div_ceil(count);
            let (sizes, segments): (Vec<u64>, u64) = match algorithm.cutting() {
                Cutting::LastShort => {
                    let segments = bytes.div_ceil(segment);
                    ((0..segments).map(|index| segment.min(bytes - index * segment)).collect(), segments)
                }
                Cutting::Even => {
                    ((0..count).map(|index| bytes / count + u64::from(index < bytes % count)).collect(), count)
                }
                Cutting::ByRanks => {
                    let before = |rank: u64| rank * bytes / ranks;
                    ((0..ranks).map(|rank| before(rank + 1) - before(rank)).collect(), 1)
                }
                Cutting::Never => unreachable!("small trees have shapes"),
            };
            let by_ranks = algorithm.cutting() == Cutting::ByRanks;
            let cut = (!by_ranks).then_some(Cut { segment, segments, time: Time::ZERO });
            let construction = RankAlgorithm { algorithm, cut, period: None };
            let candidate = Candidate::new(family.name(), member.parameters, Time::ZERO, construction);
            let job = RankJob::new(of, ranks, Some(bytes)).expect("a job");
            let schedule = candidate.schedule(job, forward).expect("small");
            let of_rank = |rank: u64| match of {
                Bcast => u128::from(rank == 0),
                Reduce => 1 << rank,
            };
            let start = (0..ranks).map(|rank| vec![of_rank(rank); sizes.len()]).collect();
            let in_order = of == Reduce && member.operand_order == OperandOrder::Kept;
            let end = run(&schedule, &sizes, start, in_order);
            let full = |block: usize, has: u128, all| sizes[block] == 0 || has == all;
            let all = if of == Bcast { 1 } else { (1 << ranks) - 1 };
            for rank in if of == Bcast { 0..end.len() } else { 0..1 } {
                let complete = (0..sizes.len()).all(|block| full(block, end[rank][block], all));
                assert!(complete, "{} {:?} {ranks} ranks, {bytes} bytes", candidate.family, candidate.parameters);
            }
        }
    }
}

/// Along every algorithm that keeps the order of the operands, a rank's combined contributions are an interval of ranks at any
/// time.
#[test]
fn every_rank_has_what_it_should() {
    let machine = Random::new(
        "[loggp]\nlatency = \"9ps\"\noverhead_send = \"1ps\"\noverhead_receive = \"2ps\"\ngap = \"3ps\"\ngap_per_byte = \"1ps/B\"\n",
    );
    for ranks in (2..=20).chain([31, 32, 33, 34, 64, 65, 100]) {
        for (bytes, count) in [(1, 1), (100, 1), (23, 5), (131, 9), (3, 3)] {
            for of in [Bcast, Reduce] {
                check(&machine, of, ranks, bytes, count);
            }
        }
    }
}
