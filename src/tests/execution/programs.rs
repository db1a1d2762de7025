//! Programs of ranks, executed with real data: every family of every collective leaves every rank with the right bytes.

use logpine::answer::{Program, RankProgram, Step, answer};
use logpine::request::{MpiCollective, Operation, Request};
use logpine_models::machine::Machine;
use std::collections::HashMap;

/// The composition of x -> a x + b modulo 16, with a in the upper half of a byte and b in the lower: associative, and its operands
/// have an order.
fn after(first: u8, second: u8) -> u8 {
    let [(a, b), (c, d)] = [first, second].map(|map| (map >> 4, map & 15));
    ((a * c) & 15) << 4 | ((a * d + b) & 15)
}

/// The operand of a rank for a byte of the data; the factor is odd, so no operand hides another.
fn operand(rank: u32, of: u64) -> u8 {
    let mixed =
        (u64::from(rank) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(of.wrapping_mul(0xbf58_476d_1ce4_e5b9));
    u8::try_from((mixed >> 40) & 255).expect("masked") | 16
}

fn slice(part: &std::ops::Range<u64>) -> std::ops::Range<usize> {
    usize::try_from(part.start).expect("small")..usize::try_from(part.end).expect("small")
}

/// A rank that executes its program.
struct Rank {
    program: RankProgram,
    buffer: Vec<u8>,
    next: usize,
}

/// Executes the programs of all ranks, and returns their buffers. `combine` gets the operand that stands before, and the other.
fn execute(program: &Program, fill: &dyn Fn(u32, u64) -> u8, combine: &dyn Fn(u8, u8) -> u8) -> Vec<Rank> {
    let mut ranks: Vec<Rank> = (0..program.ranks())
        .map(|rank| {
            let program = program.rank(rank);
            let mut buffer = vec![0; usize::try_from(program.bytes).expect("small")];
            for piece in &program.at_first {
                for byte in 0..piece.bytes {
                    buffer[usize::try_from(piece.at + byte).expect("small")] = fill(rank, piece.of + byte);
                }
            }
            Rank { program, buffer, next: 0 }
        })
        .collect();
    let mut sent: HashMap<(u32, u32, u32), Vec<u8>> = HashMap::new();
    let mut is_active = true;
    while is_active {
        is_active = false;
        for (rank, Rank { program, buffer, next }) in (0u32..).zip(&mut ranks) {
            while let Some(step) = program.steps.get(*next) {
                match step {
                    Step::Send { to, message, parts } => {
                        let content = parts.iter().flat_map(|part| buffer[slice(part)].to_vec()).collect();
                        assert!(sent.insert((rank, *to, *message), content).is_none(), "a number twice");
                    }
                    Step::Receive { from, message, parts } | Step::Combine { from, message, parts, .. } => {
                        let Some(content) = sent.remove(&(*from, rank, *message)) else { break };
                        let mut bytes = content.into_iter();
                        for byte in parts.iter().flat_map(slice) {
                            let received = bytes.next().expect("as long as the parts");
                            buffer[byte] = match step {
                                Step::Combine { before: true, .. } => combine(received, buffer[byte]),
                                Step::Combine { .. } => combine(buffer[byte], received),
                                _ => received,
                            };
                        }
                        assert_eq!(bytes.next(), None, "longer than the parts");
                    }
                }
                *next += 1;
                is_active = true;
            }
        }
    }
    assert!(sent.is_empty() && ranks.iter().all(|rank| rank.next == rank.program.steps.len()), "some rank waits");
    ranks
}

/// Executes the program of every candidate, and compares what ranks have in the end.
fn check(request: &Request, fill: &dyn Fn(u32, u64) -> u8, combine: &dyn Fn(u8, u8) -> u8, combines: bool) -> usize {
    let machine = Machine::load("lecture").expect("built in");
    let answer = answer(&machine, request).unwrap_or_else(|refusal| panic!("{refusal}"));
    let ranking = answer.ranking().expect("ranked");
    for (index, candidate) in ranking.candidates().iter().enumerate() {
        let program = Program::new(&answer, index).unwrap_or_else(|refusal| panic!("{}: {refusal}", candidate.family));
        for (rank, done) in (0u32..).zip(execute(&program, fill, combine)) {
            for piece in &done.program.in_the_end {
                for byte in 0..piece.bytes {
                    let of = piece.of + byte;
                    let expected = if combines {
                        (0..program.ranks()).map(|rank| fill(rank, of)).reduce(combine).expect("a rank")
                    } else {
                        fill(0, of)
                    };
                    let found = done.buffer[usize::try_from(piece.at + byte).expect("small")];
                    assert_eq!(found, expected, "{} {:?}: rank {rank}, byte {of}", candidate.family, request);
                }
            }
        }
    }
    ranking.candidates().len()
}

#[test]
fn every_candidate_moves_the_right_bytes() {
    let mut executed = 0;
    for collective in MpiCollective::ALL {
        for ranks in [1, 2, 3, 4, 5, 8, 9, 12] {
            for bytes in [1, 7, 60] {
                let request = Request {
                    collective: Some(Operation::Mpi(collective)),
                    ranks: Some(ranks),
                    bytes: collective.has_bytes().then_some(bytes),
                    ..Request::default()
                };
                let combines = collective.combines();
                // Without combination the content of a byte does not depend on the rank that has it.
                let fill = |rank: u32, of: u64| operand(if combines { rank } else { 0 }, of);
                executed += check(&request, &fill, &|one, other| one.wrapping_add(other), combines);
            }
        }
    }
    assert!(executed > 300, "{executed} candidates");
}

#[test]
fn operands_are_combined_in_the_order_of_ranks() {
    for ranks in [1, 2, 3, 5, 8, 11] {
        let request = Request {
            collective: Some(Operation::Mpi(MpiCollective::Reduce)),
            ranks: Some(ranks),
            bytes: Some(50),
            non_commutative: true,
            ..Request::default()
        };
        check(&request, &operand, &after, true);
    }
    assert_ne!(after(0x35, 0x53), after(0x53, 0x35));
}
